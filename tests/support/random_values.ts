import {
  type NumberValue,
  parseNumber,
} from "../../provider/framework/values/decimal.ts";
import { partType } from "../../provider/framework/values/walk.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { Unknown, unknown } from "../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  record,
  type Value,
} from "../../provider/framework/values/value.ts";

/** Random choices that are the same for the same seed. */
export class Random {
  /** The seed it began with. */
  readonly seed: number;
  #state: number;

  /** Without a seed one is drawn; print it when a test fails. */
  constructor(seed: number = Math.floor(Math.random() * 2 ** 32)) {
    this.seed = seed >>> 0;
    this.#state = this.seed;
  }

  /**
   * The random numbers that `SEED` asks for: a number, or `random` for others
   * each time; 1 if it is not set, so that a run can be repeated.
   */
  static ofEnvironment(): Random {
    const seed = Deno.env.get("SEED") ?? "1";
    return new Random(seed === "random" ? undefined : Number(seed));
  }

  /** A whole number from 0 below `below`. */
  below(below: number): number {
    // The generator is Mulberry32, by T. Ettinger, in the public domain.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor(((t ^ (t >>> 14)) >>> 0) / 2 ** 32 * below);
  }

  /** True once in `times` times. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  /** One of `items`, of which there must be some. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) {
      throw new RangeError("Nothing to pick from");
    }
    return item;
  }

  /** So many different ones of `items`, or all that there are. */
  draw<T>(items: readonly T[], count: number): T[] {
    const left = [...items];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(this.below(left.length), 1));
    }
    return taken;
  }

  /** `length` random bytes. */
  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}

const names = [
  ...["a", "b", "name", "toString", "__proto__", "constructor", "größe"],
  ...["x".repeat(40), "1", "10", "2", "with space"],
];

/** A random type, nested at most `depth` levels. */
export function randomType(random: Random, depth = 3): Type {
  const kind = random.below(depth > 0 ? 10 : 4);
  switch (kind) {
    case 4:
    case 5:
      return ["list", concreteType(random, depth - 1)];
    case 6:
      return ["set", concreteType(random, depth - 1)];
    case 7:
      return ["map", concreteType(random, depth - 1)];
    case 8:
      return ["tuple", [randomType(random, depth - 1), "bool"]];
    case 9:
      return ["object", randomAttributes(random, depth)];
    default:
      return (["string", "number", "bool", "dynamic"] as const)[kind] ??
        "string";
  }
}

function randomAttributes(random: Random, depth: number): Record<string, Type> {
  const attributes: Record<string, Type> = Object.create(null);
  for (let i = random.below(5); i > 0; i--) {
    attributes[random.pick(names)] = randomType(random, depth - 1);
  }
  return attributes;
}

/** A random type without anything dynamic inside. */
export function concreteType(random: Random, depth = 3): Type {
  for (;;) {
    const type = randomType(random, depth);
    if (!JSON.stringify(type).includes('"dynamic"')) {
      return type;
    }
  }
}

/** Options of a {@link randomValue}. */
export interface RandomValueOptions {
  /** Unknown values at any depth; default true. */
  readonly unknowns?: boolean;
  /** Refinements of unknown values; default true. */
  readonly refinements?: boolean;
}

/** A random value of `type`. */
export function randomValue(
  random: Random,
  type: Type,
  options: RandomValueOptions = {},
): Value {
  if (random.once(10)) return null;
  if (options.unknowns !== false && random.once(12)) {
    return options.refinements === false
      ? unknown
      : randomUnknown(random, type);
  }
  switch (type) {
    case "string":
      return randomText(random);
    case "bool":
      return random.once(2);
    case "number":
      return randomNumber(random);
    case "dynamic": {
      const inner = concreteType(random, 2);
      return new Dynamic(inner, randomValue(random, inner, options));
    }
  }
  switch (type[0]) {
    case "list":
    case "set":
    case "tuple": {
      const length = type[0] === "tuple" ? type[1].length : random.below(5);
      return Array.from(
        { length },
        (_, i) => randomValue(random, partType(type, i) ?? "dynamic", options),
      );
    }
    case "map": {
      const map = record();
      for (let i = random.below(5); i > 0; i--) {
        map[random.pick(names)] = randomValue(random, type[1], options);
      }
      return map;
    }
    case "object":
      return record(
        Object.entries(type[1]).map(([name, part]) =>
          [name, randomValue(random, part, options)] as const
        ),
      );
  }
}

/** A random unknown, with refinements that go with `type`. */
function randomUnknown(random: Random, type: Type): Unknown {
  if (random.once(2) || type === "dynamic") {
    return unknown;
  }
  if (type === "string") {
    return new Unknown({ nullness: false, prefix: randomText(random) });
  }
  if (type === "number") {
    return new Unknown({
      nullness: false,
      numberMin: { value: random.below(100), inclusive: random.once(2) },
      numberMax: { value: 100.5, inclusive: random.once(2) },
    });
  }
  if (type[0] === "list" || type[0] === "set" || type[0] === "map") {
    return new Unknown({
      nullness: false,
      lengthMin: random.below(3) + 1,
      lengthMax: random.below(1000) + 4,
    });
  }
  return new Unknown({ nullness: false });
}

const letters = [
  ...["", "a", "B", "ß", "é", "e\u0301", "\u2028", "日本", "🦊", '"', "\\"],
  ...["\ufeff", "<&>", "\uffff", "long text ".repeat(40)],
];

/** A random text: short or long, ASCII or not, in normal form or not. */
export function randomText(random: Random): string {
  return Array.from({ length: random.below(4) }, () => random.pick(letters))
    .join("");
}

/** A random number: small, large, a fraction, or beyond a JS number. */
function randomNumber(random: Random): NumberValue {
  const sign = random.once(2) ? "-" : "";
  const digits = (length: number) =>
    Array.from({ length }, () => random.below(10)).join("");
  switch (random.below(6)) {
    case 0:
      return parseNumber(sign + random.below(300));
    case 1:
      return parseNumber(sign + random.below(2 ** 32) + digits(3));
    case 2:
      return parseNumber(sign + digits(random.below(40) + 1));
    case 3:
      return parseNumber(
        `${sign}${digits(3)}.${random.pick(["5", "25", "1"])}`,
      );
    case 4:
      return parseNumber(`${sign}${digits(10)}.${digits(25)}`);
    default:
      return parseNumber(`${sign}1e${random.below(60) - 30}`);
  }
}

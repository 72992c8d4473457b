/**
 * Random resources, states and configurations.
 *
 * @module
 */
import type { NestingMode } from "../../provider/framework/schema/attribute.ts";
import { parseNumber } from "../../provider/framework/values/decimal.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { isUnknown, unknown } from "../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  type Json,
  member,
  record,
  type Value,
} from "../../provider/framework/values/value.ts";
import {
  concreteType,
  type Random,
  randomText,
  randomValue,
} from "../support/random_values.ts";
import type {
  DescribedAttribute,
  DescribedBlock,
  Kind,
} from "./description.ts";

interface Place {
  readonly depth: number;
  /** Nothing inside is the practitioner's. */
  readonly computed: boolean;
  /** Sets hold nothing write-only. */
  readonly inSet: boolean;
  /** Neither collections nor, in this form, blocks hold what is dynamic. */
  readonly noDynamic: boolean;
  readonly mayBeWriteOnly: boolean;
}

/** A random resource; it has an id. */
export function randomThing(random: Random): DescribedBlock {
  const place = {
    depth: 2,
    computed: false,
    inSet: false,
    noDynamic: false,
    mayBeWriteOnly: true,
  };
  return {
    attributes: {
      id: { kind: "string", computed: true, modifiers: ["useStateForUnknown"] },
      ...randomAttributes(random, place),
    },
    blocks: randomBlocks(random, place),
  };
}

function randomBlocks(random: Random, place: Place): DescribedBlock["blocks"] {
  if (place.depth === 0) return {};
  const blocks: Record<string, DescribedBlock> = {};
  for (const name of ["x", "y"].slice(0, random.below(3))) {
    const nesting = random.pick(["single", "list", "set"] as const);
    const inSet = place.inSet || nesting === "set";
    const inner = { ...place, depth: place.depth - 1, inSet, noDynamic: true };
    blocks[name] = {
      nesting,
      attributes: randomAttributes(random, { ...inner, depth: 0 }),
      blocks: randomBlocks(random, inner),
    };
  }
  return blocks;
}

function randomAttributes(
  random: Random,
  place: Place,
): DescribedBlock["attributes"] {
  const names = ["a", "b", "c", "d", "e"].slice(0, random.below(5) + 1);
  return Object.fromEntries(
    names.map((name) => [name, randomAttribute(random, place)]),
  );
}

/** Each as often as it is to come. */
export const kinds: readonly Kind[] = [
  ...["string", "string", "text", "bool", "int64", "float64"] as const,
  ...["number", "dynamic", "object", "list", "set", "map"] as const,
];

/** Kinds of secrets that no later answer is masked for. */
const plain: readonly Kind[] = ["bool", "int64", "float64", "number"];

function randomAttribute(random: Random, place: Place): DescribedAttribute {
  const mode = random.pick([
    { required: true },
    { optional: true },
    { computed: true },
    { optional: true, computed: true },
  ]);
  const options: DescribedAttribute = {
    ...place.computed ? { computed: true } : mode,
    ...random.once(12) && !place.computed && { deprecated: "Do without it." },
  };
  const modifiers = [
    ...options.computed === true && random.once(3)
      ? [
        random.pick(
          ["useStateForUnknown", "useNonNullStateForUnknown"] as const,
        ),
      ]
      : [],
    ...random.once(8) ? ["requiresReplace" as const] : [],
    ...random.once(10) ? ["requiresReplaceIfConfigured" as const] : [],
  ];
  if (place.depth > 0 && random.once(3)) {
    const nesting = random.pick(["single", "list", "set", "map"] as const);
    const computed = options.computed === true && options.optional !== true;
    return {
      ...options,
      modifiers,
      nesting,
      attributes: randomAttributes(random, {
        depth: place.depth - 1,
        inSet: place.inSet || nesting === "set",
        noDynamic: place.noDynamic || nesting !== "single",
        // Attributes inside a computed object cannot be write-only.
        computed,
        mayBeWriteOnly: place.mayBeWriteOnly && options.computed !== true,
      }),
    };
  }
  const kind = random.pick(
    kinds.filter((kind) =>
      !(place.inSet && kind === "text") &&
      !(place.noDynamic && kind === "dynamic")
    ),
  );
  const type = randomTypeOf(random, kind);
  const hasDefault = options.optional === true && kind !== "dynamic" &&
    kind !== "object" && random.once(3);
  const writeOnly = options.computed !== true && place.mayBeWriteOnly &&
    !place.inSet &&
    plain.includes(kind) && !hasDefault && random.once(2);
  return {
    ...options,
    kind,
    type,
    modifiers: writeOnly ? [] : modifiers,
    ...kind === "string" && random.once(3) && { short: true },
    ...writeOnly && { writeOnly },
    ...plain.includes(kind) && random.once(6) && { sensitive: true },
    ...hasDefault && { computed: true, default: randomDefault(random, kind) },
  };
}

/** A random type of a kind. */
export function randomTypeOf(random: Random, kind: Kind): Type {
  switch (kind) {
    case "string":
    case "text":
      return "string";
    case "int64":
    case "float64":
    case "number":
      return "number";
    case "bool":
    case "dynamic":
      return kind;
    case "object":
      return ["object", { k: element(random), l: element(random) }];
    default:
      return [kind, element(random)];
  }
}

/** A type that Go's libraries have too. */
function element(random: Random): Type {
  for (;;) {
    const type = concreteType(random, 1);
    if (!JSON.stringify(type).includes('"tuple"')) return type;
  }
}

function randomDefault(random: Random, kind: Kind): Json {
  switch (kind) {
    case "bool":
      return random.once(2);
    case "int64":
    case "float64":
    case "number":
      return random.below(5);
    case "list":
    case "set":
      return [];
    case "map":
      return {};
    default:
      return random.pick(["", "d", "D"]);
  }
}

/** The origin of a random value: stored or configured. */
export type Side = "state" | "config";

/** A random state: all is known, what is write-only is null. */
export function randomThingState(random: Random, thing: DescribedBlock): Value {
  return objectOf(random, thing, "state", null);
}

/** A random configuration, as Terraform would let it through; often a state's. */
export function randomThingConfig(
  random: Random,
  thing: DescribedBlock,
  prior: Value,
): Value {
  return objectOf(random, thing, "config", prior);
}

function objectOf(
  random: Random,
  { attributes, blocks = {} }: Pick<DescribedAttribute, "attributes"> & {
    readonly blocks?: DescribedBlock["blocks"];
  },
  side: Side,
  prior: Value,
): Value {
  const before = (name: string) =>
    isValueObject(prior) ? member(prior, name) ?? null : null;
  return record([
    ...Object.entries(attributes ?? {}).map(([name, attribute]) =>
      [
        name,
        name === "id" && attribute.kind === "string"
          ? side === "state" ? `id-${random.below(9)}` : null
          : valueOf(random, attribute, side, before(name)),
      ] as const
    ),
    ...Object.entries(blocks).map(([name, block]) =>
      [
        name,
        block.nesting === "single" && random.once(3) ? null : nest(
          random,
          block.nesting ?? "single",
          before(name),
          (prior) => objectOf(random, block, side, prior),
        ),
      ] as const
    ),
  ]);
}

function valueOf(
  random: Random,
  attribute: DescribedAttribute,
  side: Side,
  prior: Value,
): Value {
  const { required, optional, nesting, writeOnly } = attribute;
  if (side === "state") {
    if (writeOnly === true || required !== true && random.once(3)) return null;
  } else {
    if (required !== true && (optional !== true || random.once(3))) return null;
    if (random.once(12)) return unknown;
  }
  if (nesting !== undefined) {
    return nest(
      random,
      nesting,
      prior,
      (prior) => objectOf(random, attribute, side, prior),
    );
  }
  if (prior !== null && !random.once(3)) {
    return attribute.kind === "text" && typeof prior === "string" &&
        random.once(2)
      ? prior.toUpperCase()
      : prior;
  }
  return leafOf(random, attribute, side);
}

/** A random value of a leaf. */
export function leafOf(
  random: Random,
  { kind, type = "string", short }: DescribedAttribute,
  side: Side,
): Value {
  switch (kind) {
    case "string":
      return short === true
        ? random.pick([
          "",
          "a",
          "abc",
          "日本語",
          side === "config" ? "abcd" : "b",
        ])
        : random.pick(["v", "w", randomText(random)]);
    case "text":
      return random.pick(["d", "D", "e"]);
    case "int64":
      return parseNumber(random.pick([
        ...["0", "1", "-7", "9007199254740993", "9223372036854775807"],
        ...side === "config" ? ["1.5", "9223372036854775808"] : [],
      ]));
    case "float64":
      return parseNumber(random.pick(["0", "1.5", "-2", "1e30", "0.1"]));
  }
  for (;;) {
    const value = randomValue(random, type, {
      unknowns: side === "config",
      refinements: false,
    });
    if (value === null || isUnknown(value)) continue;
    if (Dynamic.is(value) && JSON.stringify(value.type).includes("tuple")) {
      continue;
    }
    return value;
  }
}

/** Elements, of which those that were there before are often there again. */
function nest(
  random: Random,
  nesting: NestingMode,
  prior: Value,
  make: (prior: Value) => Value,
): Value {
  if (nesting === "single") return make(prior);
  if (nesting === "map") {
    return record(
      ["k", "l", "m"].filter(() => random.once(2)).map((key) =>
        [
          key,
          make(isValueObject(prior) ? member(prior, key) ?? null : null),
        ] as const
      ),
    );
  }
  const before = isValueArray(prior) ? prior : [];
  const kept = before.filter(() => !random.once(4)).map(make);
  const added = Array.from({ length: random.below(3) }, () => make(null));
  return [...kept, ...added];
}

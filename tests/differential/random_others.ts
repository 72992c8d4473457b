/**
 * Random providers: resources, what is made of their schemas for the other
 * kinds, and functions.
 *
 * @module
 */
import {
  isWhollyKnown,
  type Value,
} from "../../provider/framework/values/value.ts";
import type { Random } from "../support/random_values.ts";
import type {
  Described,
  DescribedBlock,
  DescribedFunction,
  DescribedParameter,
} from "./described.ts";
import {
  kinds,
  leafOf,
  randomThing,
  type Side,
  typeOf,
} from "./random_things.ts";

/** Random things, and what is made of them for the other kinds. */
export function randomProvider(random: Random): Described {
  const named = <T>(prefix: string, make: (i: number) => T) =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`${prefix}${i}`, make(i)]),
    );
  const things = named("differential_t", () => randomThing(random));
  const told = { kind: "string", type: "string", optional: true } as const;
  const others = (canCompute: boolean) =>
    Object.fromEntries(
      Object.entries(things).map(([name, thing]) => {
        const block = withoutState(thing, canCompute);
        const attributes = { ...block.attributes, behaviour: told };
        return [name, { ...block, attributes }];
      }),
    );
  return {
    things,
    reads: others(true),
    configures: others(false),
    calls: named("f", () => randomFunction(random)),
  };
}

/** A random function; its result often is of the type of an argument. */
export function randomFunction(random: Random): DescribedFunction {
  const one = (): DescribedParameter => {
    const kind = random.pick(kinds.filter((kind) => kind !== "text"));
    return { kind, type: typeOf(random, kind), nullable: random.once(2) };
  };
  const parameters = Array.from({ length: random.below(4) }, one);
  const returns = random.once(2) ? one() : random.pick([one(), ...parameters]);
  return {
    parameters,
    ...random.once(3) && { variadic: one() },
    returns: { ...returns, nullable: true },
  };
}

/** A random argument, or result. */
export function randomArgument(
  random: Random,
  parameter: DescribedParameter,
  side: Side,
): Value {
  return random.once(8) ? null : knownLeaf(random, parameter, side);
}

function knownLeaf(
  random: Random,
  parameter: DescribedParameter,
  side: Side,
): Value {
  for (;;) {
    const value = leafOf(random, parameter, side);
    if (isWhollyKnown(value)) return value;
  }
}

/**
 * What is left of a resource in what is only read, or only configured: no
 * defaults, plans and secrets that are not stored.
 */
export function withoutState(
  { attributes, blocks, ...block }: DescribedBlock,
  canCompute: boolean,
): DescribedBlock {
  return {
    ...block,
    attributes: attributesWithoutState(attributes, canCompute),
    blocks: Object.fromEntries(
      Object.entries(blocks).map(([name, inner]) =>
        [name, withoutState(inner, canCompute)] as const
      ),
    ),
  };
}

function attributesWithoutState(
  attributes: DescribedBlock["attributes"],
  canCompute: boolean,
): DescribedBlock["attributes"] {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const { default: _default, modifiers: _m, writeOnly: _w, ...kept } =
        attribute;
      const { computed, sensitive, attributes, ...rest } = kept;
      return [name, {
        ...rest,
        ...sensitive === true && canCompute && { sensitive },
        ...computed === true &&
          (canCompute ? { computed } : { optional: true }),
        ...attributes && {
          attributes: attributesWithoutState(attributes, canCompute),
        },
      }] as const;
    }),
  );
}

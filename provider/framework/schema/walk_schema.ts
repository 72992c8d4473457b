import { Path } from "../values/path.ts";
import {
  isValueArray,
  isValueObject,
  type MutableRecord,
  record,
  stepsOf,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { memberValue, partAt } from "../values/walk.ts";
import type { Attribute, Block } from "./attribute.ts";
import { type Items, itemsOf, nestedIn, type NestedObject } from "./schema.ts";

/** The versions of one value by their names. */
export type Versions<K extends string> = Readonly<Record<K, Value>>;

/** An attribute, a block, or a nested object, in all its versions. */
export interface Part<K extends string> {
  /** The versions. Inside null all is null, inside unknown all is unknown. */
  readonly values: Versions<K>;
  /** The path; an element of a set has that of the set. */
  readonly path: Path;
  /** The object that holds the attribute or block; undefined: the root. */
  readonly parent: Part<K> | undefined;
}

/** Sends a walk into nested objects. Made by {@linkcode descend}. */
export class Descend<K extends string> {
  /** The versions that it goes into. */
  readonly values: Versions<K>;
  /** Is given what came of the nested objects, and gives the result. */
  readonly mapResult: ((made: Value) => Value) | undefined;

  constructor(values: Versions<K>, then?: (made: Value) => Value) {
    this.values = values;
    this.mapResult = then;
  }
}

/** The answer of a visitor that wants to see what is in these versions. */
export function descend<K extends string>(
  values: Versions<K>,
  then?: (made: Value) => Value,
): Descend<K> {
  return new Descend(values, then);
}

/**
 * Functions that a walk calls at each part; their results make the walk's
 * result.
 */
export interface Visitor<K extends string> {
  /** The version whose elements of lists, sets and maps are visited. */
  readonly primary: K;
  /** A version whose further elements are visited too, without a result. */
  readonly alsoVisit?: K;
  /** The order of what is in an object; default: that of declaration. */
  readonly order?: (holder: NestedObject) => Items;
  attribute(
    attribute: Attribute,
    part: Part<K>,
    name: string,
  ): Value | Descend<K>;
  /** Visits a block, or the list, set or map of blocks of one name. */
  block(block: Block, part: Part<K>, name: string): Value | Descend<K>;
  /**
   * Visits a nested object before what is in it. Default: the walk goes into
   * objects, and leaves alone what is null or unknown in the primary
   * version.
   */
  object?(item: Attribute | Block, part: Part<K>): Value | Descend<K>;
  /**
   * Pairs the elements of a set: what belongs to each element of the primary
   * version, in order, then what belongs to the further elements. Default: what stands at
   * the same position.
   */
  pair?(
    nested: NestedObject,
    values: Versions<K>,
  ): readonly Versions<K>[];
}

/** Number of objects that are visited between two pauses. */
const sliceSize = 1000;

/**
 * Walks in step through any number of versions of one object, such as its
 * configuration, state and plan: attributes, then blocks, in the order of
 * declaration, the outer before the inner. Returns the object that is made of
 * what the visitor returned. It pauses now and then, see {@linkcode runToCompletion}.
 */
export function walkSchema<K extends string>(
  schema: NestedObject,
  values: Versions<K>,
  visitor: Visitor<K>,
): Generator<undefined, ValueObject> {
  const part = { values, path: Path.root, parent: undefined };
  return new Walk(visitor).object(schema, part);
}

/** Runs a walk to its end without a pause. */
export function runToCompletion<T>(walk: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = walk.next();
    if (done === true) return value;
  }
}

class Walk<K extends string> {
  readonly #visitor: Visitor<K>;
  #visited = 0;

  constructor(visitor: Visitor<K>) {
    this.#visitor = visitor;
  }

  *object(
    holder: NestedObject,
    part: Part<K>,
  ): Generator<undefined, ValueObject> {
    if (++this.#visited % sliceSize === 0) yield;
    const made: MutableRecord = record();
    const { order = itemsOf } = this.#visitor;
    for (const [name, item] of order(holder)) {
      const path = part.path.attribute(name);
      const inner = {
        values: childVersions(part.values, name),
        path,
        parent: part,
      };
      const result = item.kind === "block"
        ? this.#visitor.block(item, inner, name)
        : this.#visitor.attribute(item, inner, name);
      const nested = nestedIn(item);
      if (!(result instanceof Descend)) made[name] = result;
      else if (nested !== undefined) {
        const part = partWith(inner, result.values);
        const { nesting } = nested;
        const value = nesting === "single" || nesting === "group"
          ? yield* this.#element(nested, item, part)
          : yield* this.#elements(nested, item, part);
        made[name] = result.mapResult === undefined
          ? value
          : result.mapResult(value);
      }
    }
    return made;
  }

  *#elements(
    nested: NestedObjects,
    item: Attribute | Block,
    part: Part<K>,
  ): Generator<undefined, Value> {
    const { primary, alsoVisit = primary, pair } = this.#visitor;
    const { values } = part;
    const whole = values[primary];
    const isSet = nested.nesting === "set";
    const pairs = isSet ? pair?.(nested, values) : undefined;
    const steps = pairs === undefined
      ? new Set([...stepsOf(whole), ...stepsOf(values[alsoVisit])])
      : pairs.keys();
    const made: (readonly [string | number, Value])[] = [];
    for (const step of steps) {
      const path = isSet
        ? part.path
        : typeof step === "number"
        ? part.path.index(step)
        : part.path.key(step);
      const element = pairs?.[Number(step)] ?? childVersions(values, step);
      const inner = { values: element, path, parent: part };
      const result = yield* this.#element(nested, item, inner);
      if (partAt(whole, step) !== undefined) made.push([step, result]);
    }
    if (isValueArray(whole)) return made.map(([, result]) => result);
    return isValueObject(whole)
      ? record(made.map(([step, result]) => [String(step), result]))
      : whole;
  }

  *#element(
    nested: NestedObjects,
    item: Attribute | Block,
    part: Part<K>,
  ): Generator<undefined, Value> {
    const primary = part.values[this.#visitor.primary];
    const result = this.#visitor.object === undefined
      ? isValueObject(primary) ? descend(part.values) : primary
      : this.#visitor.object(item, part);
    return result instanceof Descend
      ? yield* this.object(nested, partWith(part, result.values))
      : result;
  }
}

type NestedObjects = NestedObject & { readonly nesting: Block["nesting"] };

/** The same place with other versions. */
function partWith<K extends string>(
  part: Part<K>,
  values: Versions<K>,
): Part<K> {
  return values === part.values ? part : { ...part, values, parent: part };
}

/** The attribute, block or element of each version. */
function childVersions<K extends string>(
  values: Versions<K>,
  step: string | number,
): Versions<K> {
  const parts: Record<K, Value> = { ...values };
  for (const version in parts) {
    parts[version] = memberValue(parts[version], step);
  }
  return parts;
}

/** The nested objects of a value that is there. */
export function objectsIn(
  nesting: Block["nesting"],
  value: Value,
): readonly Value[] {
  if (nesting === "single" || nesting === "group") return [value];
  return isValueObject(value) ? Object.values(value) : elementsOf(value);
}

/** The elements of a list or set; none if it is null or unknown. */
export function elementsOf(value: Value): readonly Value[] {
  return isValueArray(value) ? value : [];
}

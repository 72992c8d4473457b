/**
 * The walk over the nested objects of a schema, in step through any number of
 * versions of one object, such as its configuration, state and plan.
 *
 * @module
 */

import { Place } from "../values/path.ts";
import { isUnknown, unknown } from "../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  type MutableRecord,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { partOf } from "../values/walk.ts";
import type { Attribute } from "./attribute.ts";
import type { Block } from "./block.ts";
import { itemsOf, nestedIn, type NestedObject } from "./schema.ts";

/** The versions of one value by their names. */
export type Versions<K extends string> = Readonly<Record<K, Value>>;

/** An attribute, a block, or a nested object, in all its versions. */
export class Part<K extends string> extends Place {
  /** The versions. Inside null all is null, inside unknown all is unknown. */
  readonly values: Versions<K>;
  /** The object that holds the attribute or block; undefined: the root. */
  readonly parent: Part<K> | undefined;

  /** See {@linkcode Place} for the last two. */
  constructor(
    values: Versions<K>,
    parent?: Part<K>,
    step?: string | number,
    isKey?: boolean,
  ) {
    super(parent, step, isKey);
    this.values = values;
    this.parent = parent;
  }
}

/** Sends a walk into nested objects. Made by {@linkcode inside}. */
export class Inside<K extends string> {
  /** The versions that it goes into. */
  readonly values: Versions<K>;
  /** Is given what came of the nested objects, and gives the result. */
  readonly then: ((made: Value) => Value) | undefined;

  /** See {@linkcode inside}. */
  constructor(values: Versions<K>, then?: (made: Value) => Value) {
    this.values = values;
    this.then = then;
  }
}

/** The answer of a visitor that wants to see what is in these versions. */
export function inside<K extends string>(
  values: Versions<K>,
  then?: (made: Value) => Value,
): Inside<K> {
  return new Inside(values, then);
}

/** What a walk does at each part; what it returns is the walk's result. */
export interface Visitor<K extends string> {
  /** The version whose elements of lists, sets and maps are visited. */
  readonly lead: K;
  /** A version whose further elements are visited too, without a result. */
  readonly also?: K;
  /** Visits an attribute. */
  attribute(
    attribute: Attribute,
    part: Part<K>,
    name: string,
  ): Value | Inside<K>;
  /** Visits a block, or the list, set or map of blocks of one name. */
  block(block: Block, part: Part<K>, name: string): Value | Inside<K>;
  /**
   * Visits a nested object before what is in it. Default: the walk goes into
   * objects, and leaves alone what is null or unknown in the lead.
   */
  object?(item: Attribute | Block, part: Part<K>): Value | Inside<K>;
  /**
   * Pairs the elements of a set: what belongs to each element of the lead, in
   * order, then what belongs to the further elements. Default: what stands at
   * the same position.
   */
  pair?(
    nested: NestedObject,
    values: Versions<K>,
  ): readonly Versions<K>[];
}

/** How many objects are visited between two pauses. */
const sliceSize = 1000;

/**
 * Walks through the versions of an object: attributes, then blocks, in the
 * order of declaration, the outer before the inner. Returns the object that is
 * made of what the visitor returned. It pauses now and then, see
 * {@linkcode finish}.
 */
export function zip<K extends string>(
  schema: NestedObject,
  values: Versions<K>,
  visitor: Visitor<K>,
): Generator<undefined, ValueObject> {
  return new Walk(visitor).object(schema, new Part(values));
}

/** Runs a walk to its end without a pause. */
export function finish<T>(walk: Generator<undefined, T>): T {
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
    for (const [name, item] of itemsOf(holder)) {
      const inner = new Part(partsOf(part.values, name), part, name);
      const result = item.kind === "block"
        ? this.#visitor.block(item, inner, name)
        : this.#visitor.attribute(item, inner, name);
      const nested = nestedIn(item);
      if (!(result instanceof Inside)) made[name] = result;
      else if (nested !== undefined) {
        made[name] = yield* this.#nested(nested, {
          item,
          part: partWith(inner, result.values),
          then: result.then,
        });
      }
    }
    return made;
  }

  *#nested(
    nested: NestedObjects,
    { item, part, then }: Visit<K>,
  ): Generator<undefined, Value> {
    const { nesting } = nested;
    const made = nesting === "single" || nesting === "group"
      ? yield* this.#element(nested, item, part)
      : nesting === "map"
      ? yield* this.#map(nested, item, part)
      : yield* this.#array(nested, item, part);
    return then === undefined ? made : then(made);
  }

  *#map(
    nested: NestedObjects,
    item: Attribute | Block,
    part: Part<K>,
  ): Generator<undefined, Value> {
    const { lead, also = lead } = this.#visitor;
    const map = part.values[lead];
    const made: MutableRecord = record();
    const keys = keysOf(map);
    for (const key of new Set([...keys, ...keysOf(part.values[also])])) {
      const inner = new Part(partsOf(part.values, key), part, key, true);
      const result = yield* this.#element(nested, item, inner);
      if (isValueObject(map) && Object.hasOwn(map, key)) made[key] = result;
    }
    return isValueObject(map) ? made : map;
  }

  *#array(
    nested: NestedObjects,
    item: Attribute | Block,
    part: Part<K>,
  ): Generator<undefined, Value> {
    const { lead, also = lead } = this.#visitor;
    const { values } = part;
    const array = values[lead];
    const isSet = nested.nesting === "set";
    const length = Math.max(lengthOf(array), lengthOf(values[also]));
    const elements = isSet && this.#visitor.pair !== undefined
      ? this.#visitor.pair(nested, values)
      : Array.from({ length }, (_, i) => partsOf(values, i));
    const made: Value[] = [];
    for (const [i, element] of elements.entries()) {
      const inner = new Part(element, part, isSet ? undefined : i);
      const result = yield* this.#element(nested, item, inner);
      if (i < lengthOf(array)) made.push(result);
    }
    return isValueArray(array) ? made : array;
  }

  *#element(
    nested: NestedObjects,
    item: Attribute | Block,
    part: Part<K>,
  ): Generator<undefined, Value> {
    const lead = part.values[this.#visitor.lead];
    const result = this.#visitor.object === undefined
      ? isValueObject(lead) ? inside(part.values) : lead
      : this.#visitor.object(item, part);
    return result instanceof Inside
      ? yield* this.object(nested, partWith(part, result.values))
      : result;
  }
}

type NestedObjects = NestedObject & { readonly nesting: Block["nesting"] };

interface Visit<K extends string> {
  readonly item: Attribute | Block;
  readonly part: Part<K>;
  readonly then: Inside<K>["then"];
}

/** The same place with other versions. */
function partWith<K extends string>(
  part: Part<K>,
  values: Versions<K>,
): Part<K> {
  return values === part.values ? part : new Part(values, part);
}

/** The attribute, block or element of each version. */
function partsOf<K extends string>(
  values: Versions<K>,
  step: string | number,
): Versions<K> {
  const parts: Record<K, Value> = { ...values };
  for (const version in parts) {
    parts[version] = memberValue(parts[version], step);
  }
  return parts;
}

/**
 * An attribute or block of an object, or an element: null if there is none, as
 * in null; unknown in what is unknown.
 */
export function memberValue(value: Value, step: string | number): Value {
  if (value === null) return null;
  const part = partOf(value, step);
  if (part !== undefined) return part;
  return isUnknown(value) ? unknown : null;
}

/** The elements of a list or set; none if it is null or unknown. */
export function elementsOf(value: Value): readonly Value[] {
  return isValueArray(value) ? value : [];
}

function lengthOf(value: Value): number {
  return elementsOf(value).length;
}

function keysOf(value: Value): readonly string[] {
  return isValueObject(value) ? Object.keys(value) : [];
}

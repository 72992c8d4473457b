import type { Attribute, Attributes } from "../schema/attribute.ts";

import { memberValue } from "../values/walk.ts";
import { equalValues } from "../values/equal.ts";
import { Path } from "../values/path.ts";
import {
  isValueObject,
  isWhollyKnown,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { type Binding, bindingOf } from "./binding.ts";

/** One attribute that has a binding; single nested objects are walked into. */
export interface Entry {
  /** The names of the attribute from the top of the schema. */
  readonly names: readonly string[];
  /** The same with dots between: `image.port`. */
  readonly path: string;
  /** The attribute. */
  readonly attribute: Attribute;
  /** Its binding. */
  readonly binding: Binding;
  /** Whether it is an object whose attributes are entries of their own. */
  readonly isParent: boolean;
}

/** All bindings of a schema, outer attributes before inner ones. */
export type Table = readonly Entry[];

/** Makes the table of a schema's attributes. */
export function tableOf(
  attributes: Attributes,
  names: readonly string[] = [],
): Table {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const binding = bindingOf(attribute);
    const inner = [...names, name];
    const children = childrenOf(attribute);
    return [
      ...binding === undefined ? [] : [{
        names: inner,
        path: inner.join("."),
        attribute,
        binding,
        isParent: children !== undefined,
      }],
      ...children === undefined ? [] : tableOf(children, inner),
    ];
  });
}

/** The attributes that have bindings of their own; undefined: none. */
export function childrenOf(attribute: Attribute): Attributes | undefined {
  const binding = bindingOf(attribute);
  const isWhole = binding !== undefined &&
    (binding.codec !== undefined || isLocal(binding));
  return isWhole || attribute.nested?.nesting !== "single"
    ? undefined
    : attribute.nested.attributes;
}

/** Whether the service never hears of the attribute. */
export function isLocal({ write, read }: Binding): boolean {
  return write === undefined && read === undefined;
}

/** The value at a path; of a null or unknown object, that itself. */
export function valueNamed(root: Value, names: readonly string[]): Value {
  return names.reduce(memberValue, root);
}

/** The values with another one at a path, in objects that are there. */
export function withValueAt(
  values: ValueObject,
  [name = "", ...rest]: readonly string[],
  value: Value,
): ValueObject {
  const inner = values[name] ?? null;
  const next = rest.length === 0
    ? value
    : isValueObject(inner)
    ? withValueAt(inner, rest, value)
    : inner;
  return record([...Object.entries(values), [name, next]]);
}

/** Whether a path leads to something at or below another one. */
export function isWithin(
  names: readonly string[],
  outer: readonly string[],
): boolean {
  return outer.every((name, i) => names[i] === name);
}

/**
 * Whether both are known and the same value of the attribute. None and an empty
 * collection are.
 */
export function isSame(a: Value, b: Value, attribute: Attribute): boolean {
  if (a === b && (a === null || typeof a !== "object")) return true;
  if (!isWhollyKnown(a) || !isWhollyKnown(b)) return false;
  const areOne = attribute.mode !== "computed" &&
    isNothing(a, attribute) && isNothing(b, attribute);
  return areOne || equalValues(a, b, attribute.type);
}

/** Whether two texts mean the same. */
export function isSameText(
  { expression }: Attribute,
  a: unknown,
  b: unknown,
): boolean {
  return typeof a === "string" && typeof b === "string" &&
    expression?.semanticEquals?.(a, b) === true;
}

/** Whether a value is null, or a collection without elements. */
export function isNothing(value: Value, { type }: Attribute): boolean {
  return value === null ||
    typeof type !== "string" && Object.keys(value).length === 0;
}

/** The path of an attribute. */
export function pathOf(names: readonly string[]): Path {
  return names.reduce((path, name) => path.attribute(name), Path.root);
}

/** The JSON at a path; undefined: nothing is told; null: there is none. */
export function jsonAt(root: unknown, path: readonly string[]): unknown {
  let json = root;
  for (const name of path) {
    if (json === null) return null;
    if (!isJsonRecord(json) || !Object.hasOwn(json, name)) return undefined;
    json = json[name];
  }
  return json;
}

/** Whether a JSON value is an object. */
export function isJsonRecord(
  json: unknown,
): json is { readonly [name: string]: unknown } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/**
 * The attribute that a path in the service's JSON is about, such as that of
 * an error: the entry with the longest common path; undefined: none.
 */
export function attributeAt(table: Table, path: string): Path | undefined {
  const steps = path.split(".");
  const fits = (at: readonly string[] | undefined) =>
    at !== undefined && isWithin(steps, at);
  const found = table.filter(({ binding }) => fits(binding.write))
    .toSorted((a, b) =>
      (b.binding.write?.length ?? 0) - (a.binding.write?.length ?? 0)
    )[0];
  return found === undefined ? undefined : pathOf(found.names);
}

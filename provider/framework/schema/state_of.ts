import { attributeNames, type Type } from "../values/type.ts";
import { isValueArray, isValueObject, member } from "../values/value.ts";
import { partType } from "../values/walk.ts";
import type { NoValue } from "./exact.ts";
import type { State } from "./model.ts";
import { objectType, type Schema } from "./schema.ts";

/** A state in which what may be null may be left out. */
export type ResponseOf<T> =
  & { readonly [K in keyof T as null extends T[K] ? never : K]: T[K] }
  & {
    readonly [K in keyof T as null extends T[K] ? K : never]?:
      | T[K]
      | undefined;
  };

/** Refuses what a promise was spread into, which has nothing of its value. */
export type NoPromise<T> = "then" extends keyof T ? unknown
  : { readonly then?: NoValue<"A promise is here. Await it"> };

/**
 * The state in a response of an API: what the schema has of it, at any depth.
 * What the API added since is left out, what it left out is null.
 */
export function stateOf<S extends Schema>(
  schema: S,
  response: ResponseOf<State<S>> & NoPromise<State<S>>,
): State<S>;
export function stateOf(schema: Schema, response: unknown): unknown {
  return takeValue(response, objectType(schema));
}

function takeValue(value: unknown, type: Type): unknown {
  if (value === undefined) return null;
  const inner = (part: unknown, step: string | number) =>
    takeValue(part, partType(type, step) ?? "dynamic");
  if (isValueArray(value)) return value.map(inner);
  if (!isValueObject(value)) return value;
  const names = typeof type !== "string" && type[0] === "object"
    ? attributeNames(type)
    : Object.keys(value);
  return Object.fromEntries(
    names.map((name) => [name, inner(member(value, name), name)]),
  );
}

import { memoize } from "../values/memoize.ts";
import type { Type } from "../values/type.ts";
import type { Decimal } from "../values/decimal.ts";
import type { Dynamic } from "../values/value.ts";

/** Whether two strings mean the same. */
export type SemanticEquals = ((a: string, b: string) => boolean) & {
  /** One string in place of all that mean the same, which finds them at once. */
  readonly normalize?: (text: string) => string;
};

/** A Terraform type together with the TypeScript type `T` of its values. */
export interface TypeExpression<T> {
  /** The type as Terraform knows it. */
  readonly type: Type;
  /**
   * Range of a number: `int` a safe integer, `int64` 64 bits with a sign,
   * `float` the range of a double; `any` keeps big numbers exact.
   */
  readonly number?: "int" | "int64" | "float" | "any";
  /** Tests whether two strings mean the same; absent: only if they are equal. */
  readonly semanticEquals?: SemanticEquals;
  /** The expression of the elements of a list, set or map. */
  readonly element?: TypeExpression<unknown>;
  /** The expressions of the attributes of an object. */
  readonly attributes?: Readonly<Record<string, TypeExpression<unknown>>>;
  /** The expressions of the members of a tuple. */
  readonly members?: readonly TypeExpression<unknown>[];
  /** Set: null is a value of it inside a collection, object or tuple. */
  readonly nullable?: true;
  /** Never set: it carries `T` for inference. */
  readonly value?: T;
}

/** The TypeScript type of the values of a type expression. */
export type ValueOf<E> = E extends TypeExpression<infer T> ? T : never;

/** Makes a test of a type: whether it, or one inside it at any depth, is so. */
export function someExpression(
  is: (expression: TypeExpression<unknown>) => boolean,
): (expression: TypeExpression<unknown> | undefined) => boolean {
  const ask = memoize((expression: TypeExpression<unknown>): boolean => {
    const { element, attributes = {}, members = [] } = expression;
    return is(expression) || element !== undefined && ask(element) ||
      [...Object.values(attributes), ...members].some(ask);
  });
  return (expression) => expression !== undefined && ask(expression);
}

/** The type of what is directly inside; see `partType` for the step. */
export function partExpression(
  { element, attributes, members }: TypeExpression<unknown>,
  step: string | number,
): TypeExpression<unknown> | undefined {
  return element ??
    (typeof step === "number" ? members?.[step] : attributes?.[step]);
}

type Members<E extends readonly TypeExpression<unknown>[]> = {
  readonly [K in keyof E]: ValueOf<E[K]>;
};

type Fields<A extends Readonly<Record<string, TypeExpression<unknown>>>> = {
  readonly [K in keyof A]: ValueOf<A[K]>;
};

function text(semanticEquals: SemanticEquals): TypeExpression<string> {
  return { type: "string", semanticEquals };
}

function list<T>(element: TypeExpression<T>): TypeExpression<readonly T[]> {
  return { type: ["list", element.type], element };
}

function set<T>(element: TypeExpression<T>): TypeExpression<readonly T[]> {
  return { type: ["set", element.type], element };
}

function map<T>(
  element: TypeExpression<T>,
): TypeExpression<Readonly<Record<string, T>>> {
  return { type: ["map", element.type], element };
}

function object<
  const A extends Readonly<Record<string, TypeExpression<unknown>>>,
>(
  attributes: A,
): TypeExpression<Fields<A>> {
  const types: Record<string, Type> = {};
  for (const [name, expression] of Object.entries(attributes)) {
    types[name] = expression.type;
  }
  return { type: ["object", types], attributes };
}

function tuple<const E extends readonly TypeExpression<unknown>[]>(
  members: E,
): TypeExpression<Members<E>> {
  return { type: ["tuple", members.map((member) => member.type)], members };
}

function nullable<T>(
  expression: TypeExpression<T>,
): TypeExpression<T | null> {
  const { value: _, ...rest } = expression;
  return { ...rest, nullable: true };
}

const string: TypeExpression<string> = { type: "string" };
const bool: TypeExpression<boolean> = { type: "bool" };
const int: TypeExpression<number> = { type: "number", number: "int" };
const int64: TypeExpression<bigint> = { type: "number", number: "int64" };
const float: TypeExpression<number> = { type: "number", number: "float" };
const number: TypeExpression<number | bigint | Decimal> = {
  type: "number",
  number: "any",
};
const dynamic: TypeExpression<Dynamic> = { type: "dynamic" };

/**
 * The type expressions. A `text` is a string that has its own equality, an `int` a
 * safe integer, an `int64` a bigint, a `float` a double, a `number` any, exact.
 *
 * Elements, object attributes and tuple members are never null unless they
 * are wrapped in `nullable`: the framework refuses such a configuration.
 */
export const types = {
  string,
  text,
  bool,
  int,
  int64,
  float,
  number,
  dynamic,
  list,
  set,
  map,
  object,
  tuple,
  nullable,
} as const;

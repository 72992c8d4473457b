/**
 * Resource identities: what names a resource for import and search.
 *
 * @module
 */

import type { TypeExpression, ValueOf } from "../schema/type_expression.ts";
import { types } from "../schema/type_expression.ts";
import type { Type } from "../values/type.ts";

/** One attribute of an identity. */
export interface IdentityAttribute<
  T = unknown,
  R extends boolean = boolean,
> {
  /** A string, number, bool, or list of these. */
  readonly expression: TypeExpression<T>;
  /** What it is, in plain text. */
  readonly description: string;
  /** Whether an import by identity must give it; else it may. */
  readonly requiredForImport: R;
}

/** The attributes of an identity by name. */
export type IdentityAttributes = {
  readonly [name: string]: IdentityAttribute;
};

/** The schema of an identity. */
export interface IdentitySchema<
  A extends IdentityAttributes = IdentityAttributes,
> {
  /** Grows when the stored form changes; default 0. */
  readonly version?: number;
  /** The attributes by name. */
  readonly attributes: A;
}

/** The type of an identity's values; all of them are known. */
export type Identity<A extends IdentityAttributes> = {
  readonly [K in keyof A]: A[K] extends IdentityAttribute<infer T> ? T : never;
};

/** The type of an identity as an import gives it. */
export type ImportIdentity<A extends IdentityAttributes> = {
  readonly [K in keyof A]: A[K] extends IdentityAttribute<infer T, infer R>
    ? R extends true ? T : T | null
    : never;
};

/** The options of an identity attribute. */
export interface IdentityOptions<R extends boolean> {
  /** What it is, in plain text. */
  readonly description: string;
  /** Whether an import by identity must give it; else it may. */
  readonly requiredForImport: R;
}

function build<E extends TypeExpression<unknown>>(expression: E) {
  return <const R extends boolean>(
    options: IdentityOptions<R>,
  ): IdentityAttribute<ValueOf<E>, R> => ({
    // A TypeExpression<T> is an expression of its own value type.
    expression: expression as TypeExpression<ValueOf<E>>,
    ...options,
  });
}

/**
 * The builders of identity attributes.
 *
 * @example
 * ```ts
 * import { identity, type ImportIdentity } from "../mod.ts";
 *
 * const attributes = {
 *   name: identity.string({ description: "Name.", requiredForImport: true }),
 *   zone: identity.string({ description: "Zone.", requiredForImport: false }),
 * };
 * const given: ImportIdentity<typeof attributes> = { name: "db", zone: null };
 * ```
 */
export const identity = {
  /** A string. */
  string: build(types.string),
  /** A whole number. */
  int: build(types.int),
  /** A number that a double holds without loss. */
  float: build(types.float),
  /** A number of any size and precision. */
  number: build(types.number),
  /** A boolean. */
  bool: build(types.bool),
  /** A list of strings. */
  strings: build(types.list(types.string)),
  /** A list of whole numbers. */
  ints: build(types.list(types.int)),
} as const;

/** The type of an identity: an object of its attributes. */
export function identityType(schema: IdentitySchema): Type {
  const attributes: Record<string, Type> = {};
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    attributes[name] = attribute.expression.type;
  }
  return ["object", attributes];
}

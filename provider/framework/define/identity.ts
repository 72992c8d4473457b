import { type TypeExpression, types } from "../schema/type_expression.ts";
import type { NumberValue } from "../values/decimal.ts";
import { memoize } from "../values/memoize.ts";
import type { Type } from "../values/type.ts";
import type { ValueObject } from "../values/value.ts";

/** One attribute of an identity. */
export interface IdentityAttribute<T = unknown, R extends boolean = boolean> {
  /** A string, number, bool, or list of these. */
  readonly expression: TypeExpression<T>;
  /** Description in plain text. */
  readonly description: string;
  /** True if an import by identity must give it; else it may. */
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
export type Identity<A extends IdentityAttributes> = string extends keyof A
  ? ValueObject
  : {
    readonly [K in keyof A]: A[K] extends IdentityAttribute<infer T> ? T
      : never;
  };

/** The type of an identity as an import gives it. */
export type ImportIdentity<A extends IdentityAttributes> = string extends
  keyof A ? ValueObject
  : {
    readonly [K in keyof A]: A[K] extends IdentityAttribute<infer T, infer R>
      ? R extends true ? T : T | null
      : never;
  };

/** The options of an identity attribute. */
export type IdentityOptions<R extends boolean> = Pick<
  IdentityAttribute<unknown, R>,
  "description" | "requiredForImport"
>;

/** Makes identity attributes with values of type `T`. */
export type IdentityBuilder<T> = <const R extends boolean>(
  options: IdentityOptions<R>,
) => IdentityAttribute<T, R>;

/** The builders of identity attributes. */
export interface IdentityBuilders {
  /** A string. */
  readonly string: IdentityBuilder<string>;
  /** A whole number. */
  readonly int: IdentityBuilder<number>;
  /** A number that a double holds without loss. */
  readonly float: IdentityBuilder<number>;
  /** A number of any size and precision. */
  readonly number: IdentityBuilder<NumberValue>;
  /** A boolean. */
  readonly bool: IdentityBuilder<boolean>;
  /** A list of strings. */
  readonly strings: IdentityBuilder<readonly string[]>;
  /** A list of whole numbers. */
  readonly ints: IdentityBuilder<readonly number[]>;
}

function build<T>(expression: TypeExpression<T>): IdentityBuilder<T> {
  return (options) => ({ expression, ...options });
}

/** The builders of identity attributes. */
export const identity: IdentityBuilders = {
  string: build(types.string),
  int: build(types.int),
  float: build(types.float),
  number: build(types.number),
  bool: build(types.bool),
  strings: build(types.list(types.string)),
  ints: build(types.list(types.int)),
};

/** The type of an identity: an object of its attributes. */
export const identityType: (schema: IdentitySchema) => Type = memoize(
  (schema) => {
    const attributes: Record<string, Type> = {};
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      attributes[name] = attribute.expression.type;
    }
    return ["object", attributes];
  },
);

/**
 * Bindings: where an attribute stands in a service's JSON, how it changes and
 * how it is read back. Each attribute is declared once, with its binding;
 * requests, states, plans and messages follow from the declarations.
 *
 * @module
 */

import type { Attribute, Attributes, Leaf } from "../schema/attribute.ts";
import type { NestedShape } from "../schema/attribute.ts";
import type { NestedAttribute, ObjectOptions } from "../schema/build_nested.ts";
import { objectType } from "../schema/schema.ts";
import type { AttributeValue } from "../schema/model.ts";
import {
  type AnyOptions,
  attributeOf,
  type CommonOptions,
  type DefaultedOptions,
  type LeafAttribute,
  type LeafOptions,
  leaves,
  type Only,
  type OptionalComputedOptions,
  type OptionalOptions,
  type StringOptions,
} from "../schema/build_attribute.ts";
import { type TypeExpression, types } from "../schema/type_expression.ts";
import type { Value } from "../values/value.ts";
import type { Validator } from "../schema/rules.ts";
import { v } from "../validators/v.ts";

/** The JSON that a resource sends and receives. */
export interface Wire {
  /** The body of a create. */
  readonly create: object;
  /** The body of an update. */
  readonly update: object;
  /** The answer to create, read and update. */
  readonly answer: object;
}

/** A path such as `compute.scaling.minReplica` that leads somewhere in `T`. */
export type WirePath<T> = T extends string | readonly unknown[] ? never
  : T extends object ? {
      [K in keyof T & string]:
        | K
        | `${K}.${WirePath<NonNullable<T[K]>>}`;
    }[keyof T & string]
  : never;

/** The type at a path of `T`, without null and undefined. */
export type WireAt<T, P extends string> = P extends `${infer K}.${infer R}`
  ? WireAt<Member<T, K>, R>
  : Member<T, P>;

/** The type of a member, without null and undefined. */
export type Member<T, K extends string> = T extends unknown
  ? K extends keyof T ? unknown extends T[K] ? unknown : NonNullable<T[K]>
  : never
  : never;

/**
 * What an update sends for an attribute that was removed from the
 * configuration: a value, or one made of the prior value; `"omit"`: nothing,
 * because the service replaces the whole body or unit; `"replace"`: it cannot be
 * cleared, so the resource is replaced; `"refuse"`: it cannot be cleared, so
 * the plan is an error.
 */
export type Clear =
  | {
    readonly send:
      | null
      | ""
      | false
      | readonly []
      | Readonly<Record<string, never>>;
  }
  | { readonly by: (prior: Value) => unknown }
  | "omit"
  | "replace"
  | "refuse";

/** How an attribute changes and is read; each part has a default. */
export interface BindingOptions<A = string> {
  /** The path in the answer if it is another; `"hidden"`: not answered. */
  readonly answer?: A | "hidden";
  /**
   * How it changes: `merge` (default) sends it alone, `immutable` replaces the
   * resource, `via` is a route of its own, which the resource calls itself; a
   * create sends it with the rest.
   */
  readonly change?: "merge" | "immutable" | "via";
  /** The path of the parent that is sent whole when a part of it changes. */
  readonly unit?: string;
  /** What clears it; default `{ send: null }`. */
  readonly clear?: Clear;
  /**
   * Set: the service fills it in when it is not configured, which is no
   * drift: what is shown counts only while the attribute is configured.
   */
  readonly filledIn?: true;
  /**
   * Set: the service tells an empty collection from none, so that a change from
   * one to the other is sent.
   */
  readonly emptyIsValue?: true;
  /**
   * The JSON that stands for null, where the service always has something: it
   * is sent when the attribute is not configured, and read as null unless the
   * state has the attribute.
   */
  readonly absent?: Readonly<Record<string, unknown>>;
  /** Set: an answer that lacks it leaves it as it was. */
  readonly keptIfAbsent?: true;
  /** Set: its codec reads all that there is, so that null is surely none. */
  readonly shown?: true;
  /**
   * A computed value keeps its prior value in a plan, unless one of these
   * attributes, or what is in them, changes; `"update"`: unless anything does.
   */
  readonly dependsOn?: "update" | readonly string[];
  /**
   * What an update sends when the service is to compute the value again,
   * because something it depends on has changed; absent: nothing.
   */
  readonly recompute?: { readonly send: null | "" };
  /**
   * Set: it tells which object it is. The answer must have the value that was
   * asked for, else it is about something else and is refused; `"given"`: where
   * another key tells that too, the value stays as it was given, and an answer
   * with another one is a warning. No answer replaces an object by its key.
   */
  readonly key?: true | "given";
}

/** How a value of `T` is written as JSON of `J`, and read from an answer. */
export interface Codec<T, J, R = J> {
  /**
   * The JSON; undefined: leave it out.
   *
   * @param prior The value before an update that need not send all of it.
   */
  to(value: T, prior: T | null): J | undefined;
  /**
   * The value; null: none. `kept` is what was known before: null if it was
   * known to be absent, undefined after an import. `names` lead to the
   * attribute from the top of the schema.
   */
  from(
    json: R,
    kept: T | null | undefined,
    names: readonly string[],
  ): unknown;
}

/** The binding of one attribute, as the tables use it. */
export interface Binding extends Omit<BindingOptions, "answer" | "unit"> {
  /** The path in create and update bodies; undefined: in none. */
  readonly write: readonly string[] | undefined;
  /** The path in answers; undefined: the service does not show it. */
  readonly read: readonly string[] | undefined;
  /** See {@linkcode BindingOptions.unit}. */
  readonly unit: readonly string[] | undefined;
  /** Writes and reads the attribute with all nested ones. */
  readonly codec: AnyCodec | undefined;
  /** The version attribute beside a write-only one. */
  readonly version?: string;
  /** The former name of the attribute; see {@linkcode Binder.renamed}. */
  readonly former?: string;
  /** Computes the value from others of the state, once they are known. */
  readonly derive?: {
    readonly from: readonly string[];
    of(...values: readonly Value[]): Value;
  };
}

/** An attribute with its binding. */
export type Bound<A extends Attribute = Attribute> = A & {
  /** The binding. */
  readonly api: Binding;
};

/** The binding of an attribute; undefined: it has none of its own. */
export function bindingOf(attribute: Attribute): Binding | undefined {
  return "api" in attribute ? (attribute as Bound).api : undefined;
}

/** The names of the leaves without a binding; never: all are bound. */
export type Unbound<A extends Attributes> = {
  [K in keyof A]-?: NonNullable<A[K]> extends Bound ? never
    : A[K] extends Attribute<NestedShape<"single", infer C extends Attributes>>
      ? [Unbound<C>] extends [never] ? never : K
    : K;
}[keyof A];

/** The names of a secret, its write-only twin, and the twin's version. */
export type SecretAttributes<N extends string, T> =
  & { readonly [K in N]: Bound<Attribute<Leaf<T>, "optional", false>> }
  & { readonly [K in `${N}_wo`]: Bound<Attribute<Leaf<T>, "optional", true>> }
  & {
    readonly [K in `${N}_wo_version`]: Bound<
      Attribute<Leaf<string>, "optional", false>
    >;
  };

/** The options of a secret. */
export interface SecretOptions<T, A = string>
  extends Pick<BindingOptions, "unit" | "clear" | "change"> {
  /** What it is, in Markdown. */
  readonly description: string;
  /** Checks of both twins. */
  readonly validators?: readonly Validator<T>[];
  /** Whether one of the twins must be set; default false. */
  readonly required?: boolean;
  /**
   * Where the answer has the value and the version, as far as the resource
   * knows that they are as they were set; absent: the service hides them.
   */
  readonly answer?: { readonly value: A; readonly version: A };
}

/**
 * What the options `O` of an attribute at a path of an update's JSON must have
 * besides: how it changes if no update has the path, and what clears it if that
 * cannot be null.
 */
export type Sendable<U, P extends string, O> = unknown extends U ? unknown
  : O extends { readonly change: "immutable" | "via" } ? unknown
  : O extends { readonly unit: string }
    ? O extends { readonly unit: P } ? Clearable<U, P, O> : unknown
  : P extends WirePath<U> ? Clearable<U, P, O>
  : { readonly change: "immutable" | "via" };

/** What the options must say about clearing it. */
export type Clearable<U, P extends string, O> = O extends
  | { readonly required: true }
  | { readonly computed: true }
  | { readonly default: NonNullable<unknown> }
  | { readonly clear: NotNull } ? unknown
  : null extends LastAt<U, P> ? unknown
  : { readonly clear: NotNull };

/** What clears an attribute whose JSON cannot be null. */
export type NotNull =
  | Exclude<Clear, { readonly send: unknown }>
  | { readonly send: NonNullable<unknown> };

/** The type at a path of `T`, with null. */
export type LastAt<T, P extends string> = P extends `${infer K}.${infer R}`
  ? LastAt<Member<T, K>, R>
  : T extends unknown ? P extends keyof T ? T[P] : never
  : never;

/**
 * Binds a leaf to one of the paths `P` of the JSON `J`; `U` is that of an
 * update.
 */
export interface BindLeaf<J, P extends string, B, U> {
  /** Declares the leaf: its type, and all that is said of it. */
  <
    const Q extends P,
    T extends WireAt<J, Q>,
    const O extends DeclaredOptions<T> & B,
  >(
    path: Q,
    type: TypeExpression<T>,
    options: O & NoOthers<O, keyof AnyOptions | keyof B> & Sendable<U, Q, O>,
  ): Bound<LeafAttribute<T, O>>;
  /** Takes a leaf that is declared elsewhere. */
  <const Q extends P, A extends Attribute<Leaf<WireAt<J, Q>>>>(
    path: Q,
    attribute: A,
    ...options: object extends B ? [options?: B] : [options: B]
  ): Bound<A>;
}

/** Binds what a codec writes to a path and reads from it. */
export interface BindBy<W extends Wire> {
  /** Declares a leaf: its type, its codec, and all else that is said of it. */
  <
    const P extends WirePath<W["create"]>,
    T,
    const O extends DeclaredOptions<T> & Omit<BindingOptions, "answer">,
    const Q extends WirePath<W["answer"]> = P & WirePath<W["answer"]>,
  >(
    path: P,
    type: TypeExpression<T>,
    options:
      & O
      & Codec<NoInfer<T>, WireAt<W["create"], P>, WireAt<W["answer"], Q>>
      & { readonly answer?: Q | "hidden" }
      & NoOthers<O, keyof AnyOptions | keyof BindingOptions | keyof AnyCodec>,
  ): Bound<LeafAttribute<T, O>>;
  /** Takes an attribute, with all that is nested in it. */
  <
    const P extends WirePath<W["create"]>,
    A extends Attribute,
    const Q extends WirePath<W["answer"]> = P & WirePath<W["answer"]>,
  >(
    path: P,
    attribute: A,
    codec: Codec<
      NonNullable<AttributeValue<A, "state">>,
      WireAt<W["create"], P>,
      WireAt<W["answer"], Q>
    >,
    options?: BindingOptions<Q>,
  ): Bound<A>;
}

/** The options of a leaf that is shown; one that is not optional is computed. */
export type ShownOptions<T> =
  & CommonOptions<T>
  & Pick<StringOptions, "semanticEquals">
  & (
    | OptionalOptions
    | OptionalComputedOptions
    | DefaultedOptions<T>
    | Only<Record<never, never>>
  );

/** The leaf that is made of {@linkcode ShownOptions}. */
export type ShownLeaf<T, O> = LeafAttribute<
  T,
  O extends { readonly optional: true } ? O : O & { readonly computed: true }
>;

/** Binds a leaf to a path of the answer `J`. */
export interface BindShown<J> {
  /** Declares the leaf: its type, and all that is said of it. */
  <
    const P extends WirePath<J>,
    T extends WireAt<J, P>,
    const O extends ShownOptions<T> & Shown,
  >(
    path: P,
    type: TypeExpression<T>,
    options: O & NoOthers<O, keyof AnyOptions | keyof Shown>,
  ): Bound<ShownLeaf<T, O>>;
  /** Takes a leaf that is declared elsewhere. */
  <const P extends WirePath<J>, A extends Attribute<Leaf<WireAt<J, P>>>>(
    path: P,
    attribute: A,
    options?: Shown,
  ): Bound<A>;
}

/** Binds what a codec makes of a path of the answer `J`. */
export interface BindShownBy<J> {
  /** Declares a leaf: its type, and all that is said of it. */
  <const P extends WirePath<J>, T, const O extends ShownOptions<T> & Shown>(
    path: P,
    type: TypeExpression<T>,
    options:
      & O
      & Pick<Codec<NoInfer<T>, never, WireAt<J, P>>, "from">
      & NoOthers<O, keyof AnyOptions | keyof Shown | "from">,
  ): Bound<ShownLeaf<T, O>>;
  /** Takes an attribute, with all that is nested in it. */
  <const P extends WirePath<J>, A extends Attribute>(
    path: P,
    attribute: A,
    from: Codec<
      NonNullable<AttributeValue<A, "state">>,
      never,
      WireAt<J, P>
    >["from"],
    options?: Shown,
  ): Bound<A>;
}

/** What can be said of what is only shown. */
export type Shown = Pick<
  BindingOptions,
  "change" | "dependsOn" | "keptIfAbsent" | "key"
>;

/** A codec of whatever. */
export type AnyCodec = Codec<Value, unknown, unknown>;

/** The options of a leaf that is declared where it is bound. */
export type DeclaredOptions<T> =
  & LeafOptions<T>
  & Pick<StringOptions, "semanticEquals">;

/** What can be said of a bound object. */
export type ObjectBinding =
  & Pick<BindingOptions, "clear" | "unit" | "change" | "absent">
  & { readonly answer?: "hidden" };

/** Refuses a misspelt option, which a type parameter would let pass. */
export type NoOthers<O, K> = { readonly [N in Exclude<keyof O, K>]: never };

/** The functions that bind attributes to the JSON of `W`. */
export interface Binder<W extends Wire> {
  /** A leaf with the same path in bodies and answers. */
  readonly at: BindLeaf<
    W["create"],
    WirePath<W["create"]> & WirePath<W["answer"]>,
    BindingOptions<WirePath<W["answer"]>>,
    W["update"]
  >;
  /** A leaf that the answer has elsewhere, or hides. */
  readonly sent: BindLeaf<
    W["create"],
    WirePath<W["create"]>,
    BindingOptions<WirePath<W["answer"]>> & {
      readonly answer: WirePath<W["answer"]> | "hidden";
    },
    W["update"]
  >;
  /** A leaf that the service alone decides, or that has a route of its own. */
  readonly shown: BindShown<W["answer"]>;
  /** One nested object whose attributes have bindings of their own. */
  object<
    const P extends WirePath<W["create"]> & WirePath<W["answer"]>,
    const A extends Attributes,
    const O extends ObjectOptions<A> & ObjectBinding,
  >(
    path: P,
    attributes: [Unbound<A>] extends [never] ? A : never,
    options:
      & O
      & NoOthers<O, keyof AnyOptions | keyof ObjectBinding>
      & Sendable<W["update"], P, O>,
  ): Bound<NestedAttribute<"single", A, O>>;
  /** A leaf, or an attribute of any shape, that a codec writes and reads. */
  readonly by: BindBy<W>;
  /** Something that a codec makes of an answer and no body has. */
  readonly shownBy: BindShownBy<W["answer"]>;
  /**
   * A secret, with its write-only twin and the version that says when the twin
   * is sent again. Only one of the twins may be set.
   */
  secret<const N extends string, const P extends WirePath<W["create"]>>(
    name: N,
    path: P,
    options: SecretOptions<string, WirePath<W["answer"]>>,
  ): SecretAttributes<N, string>;
  /**
   * As {@linkcode secret}, for a map of secrets by name. Both twins may be set,
   * each with keys of its own.
   */
  secrets<const N extends string, const P extends WirePath<W["create"]>>(
    name: N,
    path: P,
    options: SecretOptions<
      Readonly<Record<string, string>>,
      WirePath<W["answer"]>
    >,
  ): SecretAttributes<N, Readonly<Record<string, string>>>;
  /**
   * An optional attribute that had another name before. The former name is
   * taken still, with a deprecation message. The functions of a resource see
   * the new name only; a configuration and its state keep the one they have.
   */
  renamed<
    const F extends string,
    const N extends string,
    A extends Bound & { readonly mode: "optional"; readonly writeOnly: false },
  >(
    former: F,
    name: N,
    attribute: A,
  ): { readonly [K in N]: A } & { readonly [K in F]: A };
  /**
   * A value that follows from others at the top of the schema, such as an id:
   * planned as soon as they are known.
   */
  derived<A extends Attribute>(
    attribute: A,
    from: readonly string[],
    derive: (...values: readonly Value[]) => Value,
  ): Bound<A>;
  /** An attribute that the service never hears of, such as `timeouts`. */
  local<A extends Attribute>(
    attribute: A,
    options?: { readonly change: "immutable" },
  ): Bound<A>;
}

/**
 * Binds attributes to the JSON of `W`; see {@linkcode Binder}.
 *
 * @example
 * ```ts
 * import { types } from "@hf-terraform/framework";
 * import { bindingTo } from "@hf-terraform/framework/binding";
 *
 * interface Disk {
 *   readonly size: number;
 * }
 * const b = bindingTo<{ create: Disk; update: Disk; answer: Disk }>();
 * const size = b.at("size", types.int, {
 *   required: true,
 *   description: "Size.",
 * });
 * ```
 */
export function bindingTo<W extends Wire>(): Binder<W> {
  // The binder's type is what checks an author's declarations; nothing of it
  // is left at run time.
  return binder as unknown as Binder<W>;
}

const steps = (path: string) => path.split(".");

function bound<A extends Attribute>(
  attribute: A,
  { write, answer, unit, codec, ...rest }:
    & Omit<Partial<Binding>, "write" | "unit" | "codec">
    & {
      write?: string;
      answer?: string;
      unit?: string;
      codec?: AnyCodec;
    },
): Bound<A> {
  const api: Binding = {
    ...rest,
    write: write === undefined ? undefined : steps(write),
    read: answer === undefined || answer === "hidden"
      ? undefined
      : steps(answer),
    unit: unit === undefined ? undefined : steps(unit),
    codec,
  };
  return { ...attribute, api };
}

type Declared = TypeExpression<unknown> | Attribute;
type Declaration = BindingOptions & Partial<AnyOptions>;

/** The attribute that is declared here, or was elsewhere. */
function leafOf(declared: Declared, options: Declaration): Attribute {
  return "kind" in declared ? declared : attributeOf(
    { description: "", ...options },
    { type: declared.type, expression: declared, nested: undefined },
  );
}

/** What the service gives, unless the configuration may. */
const shownLeafOf = (declared: Declared, options: Declaration) =>
  leafOf(declared, { computed: options.optional !== true, ...options });

const binder = {
  at: (path: string, leaf: Declared, options: Declaration = {}) =>
    bound(leafOf(leaf, options), { answer: path, ...options, write: path }),
  sent: (path: string, leaf: Declared, options: Declaration) =>
    bound(leafOf(leaf, options), { ...options, write: path }),
  shown: (path: string, leaf: Declared, options: Declaration = {}) =>
    bound(shownLeafOf(leaf, options), { ...options, answer: path }),
  object: (
    path: string,
    attributes: Attributes,
    options: BindingOptions & AnyOptions,
  ) => {
    const type = objectType({ attributes });
    const nested = { nesting: "single", attributes } as const;
    const attribute = attributeOf(options, {
      type,
      expression: undefined,
      nested,
    });
    return bound(attribute, { answer: path, ...options, write: path });
  },
  by: (
    path: string,
    declared: Declared,
    codec: AnyCodec & Declaration,
    options: BindingOptions = {},
  ) => {
    const more = "kind" in declared ? options : codec;
    const attribute = leafOf(declared, codec);
    return bound(attribute, { answer: path, ...more, write: path, codec });
  },
  shownBy: (
    path: string,
    declared: Declared,
    given: AnyCodec["from"] | Pick<AnyCodec, "from"> & Declaration,
    options: Declaration = {},
  ) => {
    const [from, more] = typeof given === "function"
      ? [given, options]
      : [given.from, given];
    const codec = { to: () => undefined, from };
    return bound(shownLeafOf(declared, more), { ...more, answer: path, codec });
  },
  secret: (name: string, path: string, options: SecretOptions<string>) => {
    const writeOnly = `${name}_wo`;
    const relation = options.required === true
      ? v.exactlyOneOf(writeOnly)
      : v.conflictsWith(writeOnly);
    return secretAttributes(name, path, types.string, options, relation);
  },
  secrets: (
    name: string,
    path: string,
    options: SecretOptions<Readonly<Record<string, string>>>,
  ) => {
    const relation = v.keysNotIn(`${name}_wo`);
    const type = types.map(types.string);
    return secretAttributes(name, path, type, options, relation);
  },
  renamed: (former: string, name: string, attribute: Bound) => ({
    [name]: { ...attribute, api: { ...attribute.api, former } },
    [former]: bound({
      ...attribute,
      description: `The former name of \`${name}\`.`,
      deprecated: `Use \`${name}\`, which is the same.`,
      validators: [...attribute.validators, v.conflictsWith(name)],
    }, {}),
  }),
  derived: (
    attribute: Attribute,
    from: readonly string[],
    of: (...values: readonly Value[]) => Value,
  ) => bound(attribute, { derive: { from, of } }),
  local: (attribute: Attribute, options: BindingOptions = {}) =>
    bound(attribute, options),
};

function secretAttributes<T>(
  name: string,
  path: string,
  expression: TypeExpression<T>,
  { description, validators = [], answer, ...options }: SecretOptions<T>,
  relation: Validator<T>,
): Readonly<Record<string, Bound>> {
  const writeOnly = `${name}_wo`;
  const version = `${name}_wo_version`;
  const { required: _, ...rest } = options;
  const binding = { ...rest, write: path };
  return {
    [name]: bound(
      leaves.value(expression, {
        optional: true,
        sensitive: true,
        description: `${description} It is stored in the state; ` +
          `\`${writeOnly}\` is not.`,
        validators: [relation, ...validators],
      }),
      { ...binding, ...answer && { answer: answer.value } },
    ),
    [writeOnly]: bound(
      leaves.value(expression, {
        optional: true,
        sensitive: true,
        writeOnly: true,
        description: `As \`${name}\`, but kept out of plan and state ` +
          "(Terraform and OpenTofu 1.11 or newer). It is sent when " +
          `\`${version}\` changes.`,
        validators: [v.requiredWith(version), ...validators],
      }),
      { ...binding, version },
    ),
    [version]: bound(
      leaves.string({
        optional: true,
        description: `Any text that changes when \`${writeOnly}\` does, such ` +
          "as a number.",
        validators: [v.requiredWith(writeOnly)],
      }),
      { ...answer && { answer: answer.version } },
    ),
  };
}

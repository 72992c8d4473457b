import type { NoOthers } from "../schema/exact.ts";
import type { NestedAttribute, ObjectOptions } from "../schema/s.ts";
import type { Attribute, Attributes, Leaf } from "../schema/attribute.ts";
import type { AttributeValue } from "../schema/model.ts";
import type {
  AnyOptions,
  CommonOptions,
  Exactly,
  LeafAttribute,
  LeafOptions,
  ModeOptions,
  StringOptions,
} from "../schema/build_attribute.ts";
import type { TypeExpression } from "../schema/type_expression.ts";
import type { Validator } from "../schema/rules.ts";
import type {
  AnyCodec,
  BindingOptions,
  Bound,
  Codec,
  Sendable,
  Unbound,
  Wire,
  WireAt,
  WirePath,
} from "./binding.ts";

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
  /** Description in Markdown. */
  readonly description: string;
  /** Checks of both twins. */
  readonly validators?: readonly Validator<T>[];
  /** Maps beside secrets by name, which have none of these names. */
  readonly keysNotIn?: readonly string[];
  /** Whether one of the twins must be set; default false. */
  readonly required?: boolean;
  /**
   * Paths of the value and the version in a response, as far as the resource
   * knows that they are as they were set; absent: the service hides them.
   */
  readonly response?: { readonly value: A; readonly version: A };
}

/**
 * The options of a leaf at a path of the JSON: where the response has it, if
 * not there.
 */
export type FieldBinding<W extends Wire, P> =
  & BindingOptions<WirePath<W["response"]>>
  & (P extends WirePath<W["response"]> ? unknown
    : { readonly response: WirePath<W["response"]> | "hidden" });

/** Binds a leaf to a path of the JSON of `W`. */
export interface BindLeaf<W extends Wire> {
  /** Takes a leaf that is declared elsewhere. */
  <
    const P extends WirePath<W["create"]>,
    A extends Attribute<Leaf<WireAt<W["create"], P>>>,
  >(
    path: P,
    attribute: A,
    ...options: object extends FieldBinding<W, P>
      ? [options?: FieldBinding<W, P>]
      : [options: FieldBinding<W, P>]
  ): Bound<A>;
  /** Declares the leaf: its type, and all that is said of it. */
  <
    const P extends WirePath<W["create"]>,
    T extends WireAt<W["create"], P>,
    const O extends DeclaredOptions<T> & FieldBinding<W, P>,
  >(
    path: P,
    type: TypeExpression<T>,
    options:
      & O
      & NoOthers<O, keyof AnyOptions | keyof BindingOptions>
      & Sendable<W["update"], P, O>,
  ): Bound<LeafAttribute<T, O>>;
}

/** Binds what a codec writes to a path and reads from it. */
export interface BindMapped<W extends Wire> {
  /** Takes an attribute, with all that is nested in it. */
  <
    const P extends WirePath<W["create"]>,
    A extends Attribute,
    const O extends object,
    const Q extends WirePath<W["response"]> = P & WirePath<W["response"]>,
  >(
    path: P,
    attribute: A,
    codec: Codec<
      NonNullable<AttributeValue<A, "state">>,
      WireAt<W["create"], P>,
      WireAt<W["response"], Q>
    >,
    options?: BindingOptions<Q> & O & NoOthers<O, keyof BindingOptions>,
  ): Bound<A>;
  /** Declares a leaf: its type, its codec, and all else that is said of it. */
  <
    const P extends WirePath<W["create"]>,
    T,
    const O extends DeclaredOptions<T> & Omit<BindingOptions, "response">,
    const Q extends WirePath<W["response"]> = P & WirePath<W["response"]>,
  >(
    path: P,
    type: TypeExpression<T>,
    options:
      & O
      & Codec<NoInfer<T>, WireAt<W["create"], P>, WireAt<W["response"], Q>>
      & { readonly response?: Q | "hidden" }
      & NoOthers<O, keyof AnyOptions | keyof BindingOptions | keyof AnyCodec>,
  ): Bound<LeafAttribute<T, O>>;
}

/** The options of a leaf that is shown; one that is not optional is computed. */
export type ComputedOptions<T> =
  & CommonOptions<T>
  & Pick<StringOptions, "semanticEquals">
  & (
    | Extract<ModeOptions<T>, { readonly optional: true }>
    | Exactly<Record<never, never>>
  );

/** The leaf that is made of {@linkcode ComputedOptions}. */
export type ComputedLeaf<T, O> = LeafAttribute<
  T,
  O extends { readonly optional: true } ? O : O & { readonly computed: true }
>;

/** Reads what a response has at a path `P`; see {@linkcode Codec.decode}. */
export type Decode<T, J, P extends string> = Pick<
  Codec<T, never, WireAt<J, P>>,
  "decode"
>;

/** Binds what only the response `J` has, at a path. */
export interface BindShown<J> {
  /** Takes an attribute that is made of the JSON, with all that is nested. */
  <const P extends WirePath<J>, A extends Attribute>(
    path: P,
    attribute: A,
    options:
      & ComputedBinding
      & Decode<NonNullable<AttributeValue<A, "state">>, J, P>,
  ): Bound<A>;
  /** Declares a leaf that is made of the JSON. */
  <
    const P extends WirePath<J>,
    T,
    const O extends ComputedOptions<T> & ComputedBinding,
  >(
    path: P,
    type: TypeExpression<T>,
    options:
      & O
      & Decode<NoInfer<T>, J, P>
      & NoOthers<O, keyof AnyOptions | keyof ComputedBinding | "decode">,
  ): Bound<ComputedLeaf<T, O>>;
  /** Declares the leaf: its type, and all that is said of it. */
  <
    const P extends WirePath<J>,
    T extends WireAt<J, P>,
    const O extends ComputedOptions<T> & ComputedBinding,
  >(
    path: P,
    type: TypeExpression<T>,
    options: O & NoOthers<O, keyof AnyOptions | keyof ComputedBinding>,
  ): Bound<ComputedLeaf<T, O>>;
}

/** Binding options of a computed attribute. */
export type ComputedBinding = Pick<
  BindingOptions,
  | "change"
  | "absentMeansNull"
  | "key"
  | "fingerprint"
  | "keepsOthers"
>;

/** The options of a leaf that is declared where it is bound. */
export type DeclaredOptions<T> =
  & LeafOptions<T>
  & Pick<StringOptions, "semanticEquals">;

/** Binding options of an object. */
export type ObjectBinding =
  & Pick<
    BindingOptions,
    "clear" | "unit" | "change" | "absent" | "absentMeansNull"
  >
  & { readonly response?: "hidden" };

/** The functions that bind attributes to the JSON of `W`. */
export interface Binder<W extends Wire> {
  /** A leaf that bodies have. */
  readonly field: BindLeaf<W>;
  /** An attribute that the service alone decides, or that has its own route. */
  readonly computed: BindShown<W["response"]>;
  /** One nested object whose attributes have bindings of their own. */
  object<
    const P extends WirePath<W["create"]> & WirePath<W["response"]>,
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
  readonly mapped: BindMapped<W>;
  /**
   * A secret, with its write-only twin and the version that says when the twin
   * is sent again. Only one of the twins may be set.
   */
  secret<const N extends string, const P extends WirePath<W["create"]>>(
    name: N,
    path: P,
    options: SecretOptions<string, WirePath<W["response"]>>,
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
      WirePath<W["response"]>
    >,
  ): SecretAttributes<N, Readonly<Record<string, string>>>;
  /**
   * An attribute that the service never hears of, such as `timeouts`, or an id
   * that is `p.computedFrom` other attributes.
   */
  local<A extends Attribute>(
    attribute: A,
    options?: { readonly change: "immutable" },
  ): Bound<A>;
}

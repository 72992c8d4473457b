/**
 * Bindings: the location of an attribute in a service's JSON, the way it
 * changes and is read back.
 *
 * @module
 */

import type {
  Attribute,
  Attributes,
  NestedShape,
} from "../schema/attribute.ts";
import type { PrivateState } from "../define/context.ts";
import type { PlanModifier } from "../schema/rules.ts";
import type { Value } from "../values/value.ts";

/** The JSON that a resource sends and receives. */
export interface Wire {
  /** The body of a create. */
  readonly create: object;
  /** The body of an update. */
  readonly update: object;
  /** The response to create, read and update. */
  readonly response: object;
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
 * Value by which an update clears an attribute that was removed from the
 * configuration: a constant, or one made of the prior value; `"omit"`: nothing,
 * because the service replaces the whole body or unit; `"replace"`: it cannot
 * be cleared, so the resource is replaced; `"refuse"`: it cannot be cleared, so
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
  | { readonly compute: (prior: Value) => unknown }
  | "omit"
  | "replace"
  | "refuse";

/** Options of a binding; each has a default. */
export interface BindingOptions<A = string> {
  /** The path in the response if it is another; `"hidden"`: not returned. */
  readonly response?: A | "hidden";
  /**
   * Kind of change: `merge` (default) sends it alone, `immutable` replaces the
   * resource, `via` is a route of its own, which the resource calls itself; a
   * create sends it with the rest.
   */
  readonly change?: "merge" | "immutable" | "via";
  /** Set: an update that changes it deletes the object and makes it again. */
  readonly makesAnew?: true;
  /**
   * The path of the parent that is sent whole when a part of it changes, or of
   * the attribute that takes it along by a route of its own.
   */
  readonly unit?: string;
  /** Value that clears it; default `{ send: null }`. */
  readonly clear?: Clear;
  /**
   * Set: the service fills it in when it is not configured, which is no
   * drift: what is shown counts only while the attribute is configured.
   */
  readonly hasServiceDefault?: true;
  /**
   * The degree to which a value opens the object to others. An update that opens
   * it further is not sent again after a lost response: somebody may have closed
   * it since.
   */
  readonly openness?: (value: Value) => number;
  /**
   * The JSON that stands for null, where the service always has something: it
   * is sent when the attribute is not configured, and read as null unless the
   * state has the attribute.
   */
  readonly absent?: Readonly<Record<string, unknown>>;
  /**
   * Set: the API leaves it out where there is none, and tells the object around
   * it whole; or the fields beside it of which one stands in its place. By
   * default what a response lacks, or has of another type, is not told, and
   * stays as it was.
   */
  readonly absentMeansNull?: true | readonly string[];
  /**
   * Of what no update can send alone: whether some responses lack it, so that
   * null after an import means unknown; default: whether a codec reads it.
   */
  readonly sometimesReturned?: boolean;
  /**
   * Value that makes the service compute it again, because an attribute it is
   * computed from has changed; absent: nothing is sent.
   */
  readonly recompute?: { readonly send: null | "" };
  /**
   * Set: it tells which object it is. The response must have the value that was
   * asked for, else it is about something else and is refused; `"given"`: where
   * another key tells that too, the value stays as it was given, and a response
   * with another one is a warning. No response replaces an object by its key.
   */
  readonly key?: true | "given";
  /**
   * Set: of one object its value never changes, so that it tells the object from
   * a later one of the same name.
   */
  readonly fingerprint?: true;
  /**
   * Set: an update of the collection leaves alone what others add to it; the
   * attributes that tell one element from another.
   */
  readonly keepsOthers?: readonly string[];
}

/** Conversion of a value of `T` to JSON of `J`, and back from a response. */
export interface Codec<T, J, R = J> {
  /**
   * The JSON; undefined: leave it out.
   *
   * @param prior The value before an update that need not send all of it.
   */
  encode(value: T, prior: T | null): J | undefined;
  /**
   * The value; null: none; undefined: not told, so that it stays.
   *
   * @param kept The value known before: null if it was known to be absent,
   * undefined after an import.
   * @param privateState Values kept beside the state; undefined: there is none.
   */
  decode(
    json: R,
    kept: T | null | undefined,
    privateState: PrivateState | undefined,
  ): unknown;
}

/** A codec of whatever. */
export type AnyCodec = Codec<Value, unknown, unknown>;

/** The binding of one attribute, as the tables use it. */
export interface Binding extends Omit<BindingOptions, "response" | "unit"> {
  /** Set: an update replaces the whole object. */
  readonly isWhole?: true;
  /** The path in create and update bodies; undefined: in none. */
  readonly write: readonly string[] | undefined;
  /** The path in responses; undefined: the service does not show it. */
  readonly read: readonly string[] | undefined;
  /** See {@linkcode BindingOptions.unit}. */
  readonly unit: readonly string[] | undefined;
  /** Writes and reads the attribute with all nested ones. */
  readonly codec: AnyCodec | undefined;
  /** The plan modifier that computes it from others; undefined: none. */
  readonly computedFrom: PlanModifier | undefined;
  /** The version attribute beside a write-only one. */
  readonly version?: string;
  /** The attributes beside a write-only one that have no key of it. */
  readonly besides?: readonly string[];
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

/** A schema of which every leaf has a binding; else a type error names one. */
export type AllBound<S extends { readonly attributes: Attributes }> =
  & S
  & ([Unbound<S["attributes"]>] extends [never] ? unknown
    : { readonly unbound: Unbound<S["attributes"]> });

/**
 * Requirements on the options `O` of an attribute at a path of an update's
 * JSON: the kind of change if no update has the path, and the value that clears
 * it if that cannot be null.
 */
export type Sendable<U, P extends string, O> = unknown extends U ? unknown
  : O extends { readonly change: "immutable" | "via" } ? unknown
  : O extends { readonly unit: string }
    ? O extends { readonly unit: P } ? Clearable<U, P, O> : unknown
  : P extends WirePath<U> ? Clearable<U, P, O>
  : { readonly change: "immutable" | "via" };

/** Requirements on the options for clearing it. */
export type Clearable<U, P extends string, O> = O extends
  | { readonly required: true }
  | { readonly computed: true }
  | { readonly default: NonNullable<unknown> }
  | { readonly clear: NotNull } ? unknown
  : null extends LastAt<U, P> ? unknown
  : { readonly clear: NotNull };

/** Options for clearing an attribute whose JSON cannot be null. */
export type NotNull =
  | Exclude<Clear, { readonly send: unknown }>
  | { readonly send: NonNullable<unknown> };

/** The type at a path of `T`, with null. */
export type LastAt<T, P extends string> = P extends `${infer K}.${infer R}`
  ? LastAt<Member<T, K>, R>
  : T extends unknown ? P extends keyof T ? T[P] : never
  : never;

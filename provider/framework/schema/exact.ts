/**
 * Keys that nothing reads, none of which compiles.
 *
 * @module
 */

import type { Decimal } from "../values/decimal.ts";
import type { Unknown } from "../values/unknown.ts";
import type { Dynamic, Json } from "../values/value.ts";

/** The type of no value: its argument says what is wrong with the one given. */
export interface NoValue<Reason extends string> {
  /** Never set. */
  readonly refused: Reason;
}

/** The options of other frameworks, and what to write for each. */
export interface Equivalents {
  /** Names it. */
  readonly conflictsWith: "validators: [v.conflictsWith(…)]";
  /** Names it. */
  readonly elementType: "s.list(types.string, {…})";
  /** Names it. */
  readonly exactlyOneOf: "validators: [v.exactlyOneOf(…)]";
  /** Names it. */
  readonly forceNew: "planModifiers: [p.requiresReplace()]";
  /** Names it. */
  readonly maxItems: "validators: [v.sizeAtMost(…)]";
  /** Names it. */
  readonly minItems: "validators: [v.sizeAtLeast(…)]";
  /** Names it. */
  readonly requiresReplace: "planModifiers: [p.requiresReplace()]";
  /** Names it. */
  readonly semanticEquals: "s.string, which alone has it";
  /** Names it. */
  readonly useStateForUnknown: "planModifiers: [p.useStateForUnknown()]";
}

/** The first three letters. */
export type Begin<N extends string> = Lowercase<N> extends
  `${infer A}${infer B}${infer C}${string}` ? `${A}${B}${C}` : Lowercase<N>;

/** The first letter. */
export type First<N extends string> = Lowercase<N> extends `${infer A}${string}`
  ? A
  : never;

/** Those of `K` whose first three letters are those of `N`. */
export type BeginningAs<N extends string, K> = K extends string
  ? Begin<K> extends Begin<N> ? K : never
  : never;

/** Those of `K` whose first letter is that of `N`. */
export type WithFirstOf<N extends string, K> = K extends string
  ? First<K> extends First<N> ? K : never
  : never;

/** Those of `K` that begin as `N` does. */
export type NearestOf<N extends string, K> = [BeginningAs<N, K>] extends [never]
  ? WithFirstOf<N, K>
  : BeginningAs<N, K>;

/** The sentences that there is no `N` among `K`, and what was meant. */
export type NoKey<N, K> = N extends string
  ? `There is no \`${N}\` here.${N extends keyof Equivalents
    ? ` Write ${Equivalents[N]}`
    : [NearestOf<N, K>] extends [never] ? ""
    : ` Did you mean \`${NearestOf<N, K>}\`?`}`
  : never;

/** Refuses the keys of `O` that are none of `K`. */
export type NoOthers<O, K> = {
  readonly [N in Exclude<keyof O, K>]: NoValue<NoKey<N, K>>;
};

/** Values without attributes. */
export type Atom =
  | null
  | undefined
  | void
  | string
  | number
  | boolean
  | bigint
  | Date
  | Decimal
  | Dynamic
  | Unknown;

/** The part of `T` that has attributes. */
export type ObjectPart<T> = Exclude<T, Atom>;

/**
 * The type of a result `R`, in which what `T` has not is refused, at any depth.
 */
export type Strict<R, T> = R extends Atom ? R
  : Json extends T ? R
  : [T] extends [R] ? R
  : R extends readonly (infer E)[]
    ? ObjectPart<T> extends readonly (infer F)[] ? readonly Strict<E, F>[] : R
  : string extends keyof ObjectPart<T> ? {
      readonly [N in keyof R]: Strict<R[N], ObjectPart<T>[keyof ObjectPart<T>]>;
    }
  : {
    readonly [N in keyof R]: N extends keyof ObjectPart<T>
      ? Strict<R[N], ObjectPart<T>[N]>
      : NoValue<NoKey<N, keyof ObjectPart<T>>>;
  };

/** The same of what a function returns, which may be a promise. */
export type StrictReturn<R, T> = R extends Promise<infer V>
  ? Promise<Strict<V, T>>
  : Strict<R, T>;

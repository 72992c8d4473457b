/**
 * Keys that nothing reads: a misspelt one does not compile, and is an error
 * where nothing was compiled.
 *
 * @module
 */

import { didYouMean } from "../values/nearest.ts";
import type { Decimal } from "../values/decimal.ts";
import type { Unknown } from "../values/unknown.ts";
import type { Dynamic, Json } from "../values/value.ts";

/** The type of no value: its argument says what is wrong with the one given. */
export interface NoValue<Reason extends string> {
  /** Never set. */
  readonly refused: Reason;
}

/** The options of other frameworks, and what to write for each. */
export const equivalents = {
  conflictsWith: "validators: [v.conflictsWith(…)]",
  elementType: "s.list(types.string, {…})",
  exactlyOneOf: "validators: [v.exactlyOneOf(…)]",
  forceNew: "planModifiers: [p.requiresReplace()]",
  maxItems: "validators: [v.sizeAtMost(…)]",
  minItems: "validators: [v.sizeAtLeast(…)]",
  requiresReplace: "planModifiers: [p.requiresReplace()]",
  semanticEquals: "s.string, which alone has it",
  useStateForUnknown: "planModifiers: [p.useStateForUnknown()]",
} as const;

/** See {@linkcode NoKey}. */
export type Equivalents = typeof equivalents;

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

/** All keys of a `T`, each of which has to be named. */
export type KeysOf<T> = { readonly [N in keyof T]-?: true };

/**
 * Refuses what has a key that nothing reads.
 *
 * @param what The thing in messages, such as `s.string`.
 * @throws {TypeError} If there is such a key.
 */
export function refuseOtherKeys(
  what: string,
  given: object,
  known: Readonly<Record<string, unknown>>,
): void {
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(known, key)) continue;
    const advice = Object.hasOwn(equivalents, key)
      ? ` Write ${equivalents[key as keyof Equivalents]}`
      : didYouMean(key, Object.keys(known));
    throw new TypeError(`${what}: there is no \`${key}\` here.${advice}`);
  }
}

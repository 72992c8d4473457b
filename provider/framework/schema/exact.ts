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

/** The sentence that there is no key `N`. */
export type NoKey<N> = N extends string ? NoValue<`There is no \`${N}\` here`>
  : never;

/** Refuses the keys of `O` that are none of `K`. */
export type NoOthers<O, K> = {
  readonly [N in Exclude<keyof O, K>]: NoKey<N>;
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
      : NoKey<N>;
  };

/** The same of what a function returns, which may be a promise. */
export type StrictReturn<R, T> = R extends Promise<infer V>
  ? Promise<Strict<V, T>>
  : Strict<R, T>;

/**
 * The object that another one is a part of, such as the repository of a tag.
 *
 * @module
 */

import type { Claim } from "./claims.ts";
import type { CallContext, RemoteObject } from "./remote_object.ts";

/**
 * The parent of an object, by what a state or plan `K` of that knows: `P` is what
 * calls are given of it.
 */
export interface Parent<K, P> {
  /**
   * Its claim, and the attribute that has its stable id: a part goes with its
   * parent, and is replaced with it.
   */
  claimOf(state: K): { readonly claim: Claim; readonly id: string };
  /** The parent of what is created. */
  find(plan: K, object: RemoteObject): Promise<P>;
  /** That of a state, from lists that reads share; undefined: it is gone. */
  read(state: K, object: RemoteObject): Promise<P | undefined>;
  /** That of a state at this moment; undefined: it is gone. */
  look(state: K, object: RemoteObject): Promise<P | undefined>;
  /**
   * That of an update; an error if it is gone.
   *
   * @param seen What was read of it right before.
   */
  identify(
    call: Pick<CallContext, "object" | "client"> & {
      readonly plan: K;
      readonly prior: K;
    },
    seen: P | undefined,
  ): Promise<P>;
}

/**
 * What the halves of apply share.
 *
 * @module
 */

import type { Resource } from "../../define/resource.ts";
import type { Diagnostics } from "../../diagnostics.ts";
import type { Value } from "../../values/value.ts";
import type { EngineCall } from "../contract.ts";
import type { PrivateData } from "../private_state.ts";

/** An apply. */
export interface ApplySpec {
  /** The resource. */
  readonly resource: Resource;
  /** Where errors and warnings end up. */
  readonly diagnostics: Diagnostics;
  /** The call that it serves. */
  readonly call: EngineCall;
  /** What the module says in its `provider_meta`. */
  readonly providerMeta: Value;
  /** The private data, which the author may change. */
  readonly privateState: PrivateData;
  /** The planned identity; undefined: none. */
  readonly identity: Value | undefined;
}

/** What was reached. */
export interface Applied {
  /** The state; null: nothing exists. */
  readonly newState: Value;
  /** The private data to store. */
  readonly privateState: Uint8Array;
  /** The identity; undefined: none. */
  readonly identity: Value | undefined;
}

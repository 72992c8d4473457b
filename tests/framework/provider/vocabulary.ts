/**
 * The definers of the test provider.
 *
 * @module
 */
import { type Definers, definersFor } from "../../../provider/framework/mod.ts";
import type { Store } from "./store.ts";

/** The client that the provider's `configure` makes. */
export interface LabClient {
  /** The storage of the objects. */
  readonly store: Store;
}

const definers: Definers<LabClient> = definersFor<LabClient>();

export const { defineResource, defineEphemeralResource } = definers;

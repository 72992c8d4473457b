/**
 * The definers of the test provider.
 *
 * @module
 */
import { definersFor } from "../../../provider/framework/mod.ts";
import type { Store } from "./store.ts";

/** What the provider's `configure` makes. */
export interface Lab {
  /** Where objects are. */
  readonly store: Store;
}

export const { defineResource, defineDataSource } = definersFor<Lab>();

/**
 * Reads of endpoints that share the pages of a namespace's list.
 *
 * @module
 */

import type { Endpoint } from "@hf-terraform/client";
import type { ListsByOwner } from "../reads/list_reads.ts";
import { ownerLists, type PerProvider } from "../reads/per_provider.ts";

/** The endpoints of a namespace by name, 100 a request. */
export const endpointReads: PerProvider<ListsByOwner<Endpoint>> = ownerLists(
  ({ endpoints }, namespace, cursor) =>
    endpoints.list(namespace, { cursor, pageSize: 100 }),
  ({ name }) => name,
);

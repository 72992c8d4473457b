/**
 * The revision of an endpoint: the service answers a branch or tag with the
 * commit that it led to.
 *
 * So that this is no drift, and another commit is, the private state keeps
 * which commit the service made of which revision.
 *
 * @module
 */

import type { PrivateState, Unknown } from "@hf-terraform/framework";
import type { Endpoint } from "@hf-terraform/client";
import { isRecord } from "../schema/json.ts";

const KEY = "revision";

/**
 * The endpoint with the revision that the state holds: the configured one as
 * long as the service runs what it made of it, else what the service runs.
 *
 * @param kept The revision as it was last known or planned.
 * @param privateState Where the commit is kept.
 */
export function withRevision(
  endpoint: Endpoint,
  kept: string | Unknown | null | undefined,
  privateState: PrivateState,
): Endpoint {
  const { model } = endpoint;
  const { revision: now } = model;
  if (typeof kept !== "string" || typeof now !== "string") return endpoint;
  const noted = privateState.get(KEY);
  const isNoted = isRecord(noted) && noted.revision === kept;
  if (!isNoted && !isCommit(kept) && isCommit(now)) {
    privateState.set(KEY, { revision: kept, commit: now });
  } else if (!isNoted || noted.commit !== now) return endpoint;
  return { ...endpoint, model: { ...model, revision: kept } };
}

/** Forgets which commit it was, as what is planned may lead to another. */
export function forgetRevision(privateState: PrivateState): void {
  privateState.delete(KEY);
}

function isCommit(revision: string): boolean {
  return /^[0-9a-f]{40}$/.test(revision);
}

/**
 * The revision of an endpoint: the service answers a branch or tag with the
 * commit that it led to.
 *
 * So that this is no drift, and another commit is, the private state keeps
 * which commit the service made of which revision.
 *
 * @module
 */

import {
  isUnknown,
  type PrivateState,
  type Unknown,
} from "../../../framework/mod.ts";
import type { Endpoint } from "../../../../mod.ts";
import { isRecord } from "../../shared/json.ts";

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
  const revision = revisionOf(model.revision ?? null, kept, privateState);
  return { ...endpoint, model: { ...model, revision } };
}

function revisionOf(
  now: string | null,
  kept: string | Unknown | null | undefined,
  privateState: PrivateState,
): string | null {
  const before = kept ?? null;
  if (before === null || isUnknown(before) || now === null || now === before) {
    return now;
  }
  if (resolvedOf(before, privateState) === now) return before;
  const isFirst = resolvedOf(before, privateState) === undefined;
  if (!isFirst || isCommit(before) || !isCommit(now)) return now;
  privateState.set(KEY, { revision: before, commit: now });
  return before;
}

/** Forgets which commit it was, as what is planned may lead to another. */
export function forgetRevision(privateState: PrivateState): void {
  privateState.delete(KEY);
}

function resolvedOf(
  revision: string,
  privateState: PrivateState,
): string | undefined {
  const known = privateState.get(KEY);
  return isRecord(known) && known.revision === revision &&
      typeof known.commit === "string"
    ? known.commit
    : undefined;
}

function isCommit(revision: string): boolean {
  return /^[0-9a-f]{40}$/.test(revision);
}

/**
 * The revision of an endpoint: the service answers a branch or tag with the
 * commit that it led to.
 *
 * So that this is no drift, and another commit is, the private state keeps
 * which commit the service made of which revision.
 *
 * @module
 */

import type { PrivateState } from "@hf-terraform/framework";
import type { DecodeContext } from "@hf-terraform/framework/binding";
import { isRecord } from "../schema/json.ts";

const KEY = "revision";

/**
 * The revision that the state holds: the configured one as long as the service
 * runs what it made of it, else what the service runs.
 *
 * @param kept The revision as it was last known or planned.
 */
export function decodeRevision(
  now: string,
  kept: string | null | undefined,
  { privateState }: Pick<DecodeContext, "privateState">,
): string {
  if (typeof kept !== "string" || privateState === undefined) return now;
  const noted = privateState.get(KEY);
  const isNoted = isRecord(noted) && noted.revision === kept;
  if (!isNoted && !isCommit(kept) && isCommit(now)) {
    privateState.set(KEY, { revision: kept, commit: now });
    return kept;
  }
  return isNoted && noted.commit === now ? kept : now;
}

/** Forgets which commit it was, as what is planned may lead to another. */
export function forgetRevision(privateState: PrivateState): void {
  privateState.delete(KEY);
}

function isCommit(revision: string): boolean {
  return /^[0-9a-f]{40}$/.test(revision);
}

/**
 * The revision of an endpoint: the service answers a branch or tag with the
 * commit that it led to, which the private state notes.
 *
 * @module
 */

import type { DecodeContext } from "@hf-terraform/framework/binding";
import { keepNote, readNote } from "../object/notes.ts";
import { fullCommit } from "../schema/validators.ts";

/** The configured revision while the service runs what it led to, else that. */
export function decodeRevision(
  now: string,
  kept: string | null | undefined,
  { privateState }: Pick<DecodeContext, "privateState">,
): string {
  if (typeof kept !== "string" || privateState === undefined) return now;
  // What an apply has made of it that never answered, nobody knows.
  if (privateState.isLost) return now;
  const notes = { privateState };
  const { revision, commit } = readNote(notes, "revision") ?? {};
  const isNoted = revision === kept;
  if (!isNoted && !fullCommit.test(kept) && fullCommit.test(now)) {
    keepNote(notes, "revision", { revision: kept, commit: now });
    return kept;
  }
  return isNoted && commit === now ? kept : now;
}

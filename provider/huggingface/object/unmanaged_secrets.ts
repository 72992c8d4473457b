/**
 * Secrets that the service lists by name and that nobody could send again: they
 * are neither configured nor in the state, nor were they sent write-only.
 *
 * @module
 */

import { isUnknown } from "@hf-terraform/framework";
import { isRecord } from "../schema/json.ts";
import { keepNote, type PrivateNotes, readNote } from "./notes.ts";

/**
 * Notes the names of secrets before they are sent. Those sent earlier stay, as
 * nobody knows whether a request will replace them.
 */
export function noteSentSecrets(
  notes: PrivateNotes,
  secrets: Readonly<Record<string, unknown>> | null | undefined,
): void {
  const names = [
    ...readNote(notes, "secrets_sent") ?? [],
    ...Object.keys(secrets ?? {}),
  ];
  if (names.length > 0) keepNote(notes, "secrets_sent", [...new Set(names)]);
}

/** Forgets the names of sent secrets that are there no longer. */
export function keepSentSecrets(
  notes: PrivateNotes,
  listed: readonly string[],
): void {
  const left = readNote(notes, "secrets_sent")
    ?.filter((name) => listed.includes(name)) ?? [];
  keepNote(notes, "secrets_sent", left.length > 0 ? left : undefined);
}

/**
 * Lists the names of those that nobody could send again.
 *
 * @param known The secrets of a state, a configuration or a request.
 */
export function unmanagedSecrets(
  listed: readonly string[],
  notes: PrivateNotes,
  ...known: readonly unknown[]
): string[] {
  const sent = readNote(notes, "secrets_sent") ?? [];
  return listed.filter((name) =>
    !sent.includes(name) &&
    !known.some((secrets) =>
      isUnknown(secrets) || isRecord(secrets) && Object.hasOwn(secrets, name)
    )
  );
}

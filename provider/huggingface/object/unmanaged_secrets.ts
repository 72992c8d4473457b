import { isUnknown } from "@hf-terraform/framework";
import { isRecord } from "../schema/json.ts";
import { keepNote, type PrivateNotes, readNote } from "./notes.ts";

/** Notes the names of secrets before they are sent, and keeps earlier ones. */
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

/** Notes secrets that nobody could send again, and forgets what is gone. */
export function noteUnmanagedSecrets(
  listed: readonly string[],
  notes: PrivateNotes,
  known: unknown,
): void {
  const sent = readNote(notes, "secrets_sent") ?? [];
  const keep = (name: "secrets_sent" | "unmanaged_secrets", names: string[]) =>
    keepNote(notes, name, names.length > 0 ? names : undefined);
  keep("secrets_sent", sent.filter((name) => listed.includes(name)));
  keep("unmanaged_secrets", unmanagedSecrets(listed, notes, known));
}

/** Lists the noted ones, without those that a configuration has. */
export function notedSecrets(
  notes: PrivateNotes,
  { secrets, secrets_wo }: {
    readonly secrets?: unknown;
    readonly secrets_wo?: unknown;
  },
): string[] {
  const names = readNote(notes, "unmanaged_secrets") ?? [];
  return unmanagedSecrets(names, notes, secrets, secrets_wo);
}

/** Lists secrets that nobody could send again: neither known nor sent. */
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

import {
  type Diagnostics,
  type DiagnosticsError,
  failure,
  redactValues,
} from "@hf-terraform/framework";
import { type Entry, jsonAt } from "@hf-terraform/framework/binding";
import { keepNote, type PrivateNotes, readNote } from "./notes.ts";
import { type RemoteObject, titleOf } from "./remote_object.ts";

/** The difference by which an answer is about another object than a state. */
export function anotherThan(
  state: object,
  answer: object,
  fingerprint: Entry,
): string | undefined {
  const { path: name, binding: { read } } = fingerprint;
  const before: unknown = Reflect.get(state, name);
  const now = read && jsonAt(answer, read);
  if (typeof before !== "string" || typeof now !== "string") return undefined;
  const times = [before, now].map((text) => Date.parse(text));
  // One moment may be written in two ways.
  if (before === now || times[0] === times[1]) return undefined;
  return redactValues`\`${name}\` was \`${before}\`, and is \`${now}\` now`;
}

/** The way to a plan that shows what a destroy has refused. */
export const REFRESH_FIRST =
  "Some versions of Terraform plan the destroy of what is not configured any " +
  "more with the last state: run `terraform apply -refresh-only` before it.";

/** The error of a change or delete that would meet another object. */
export function isAnother(
  object: RemoteObject,
  done: "changed" | "deleted",
  how: string,
): DiagnosticsError {
  return failure(
    `${titleOf(object)} is another one than that of the plan`,
    `Somebody has made or set it since: ${how}. Nothing was ${done}. Plan ` +
      "again: the next plan says what there is now." +
      (done === "deleted" ? ` ${REFRESH_FIRST}` : ""),
  );
}

/** Notes that no read has shown the mark of what was just made or set. */
export function noteUnread(notes: PrivateNotes): void {
  const how = "It could not be read right after it was made or set here";
  keepNote(notes, "set_again", how);
}

/** Warns of the delete of what somebody else has, or may have, set again. */
export function warnOfAnother(
  title: string,
  context: PrivateNotes & { readonly diagnostics: Diagnostics },
): void {
  const how = readNote(context, "set_again");
  if (how === undefined) return;
  context.diagnostics.addWarning(
    `${title} may be somebody else's`,
    `${how}. It is deleted all the same: if somebody else has set it since, ` +
      "run `terraform state rm ADDRESS` instead, and keep what it is a part of.",
  );
}

/**
 * Notes that resources keep beside their states, in the private state: a table
 * of all keys. They are stored in the clear, so no note is a secret.
 *
 * @module
 */

import type { Json, PrivateState } from "@hf-terraform/framework";
import { isRecord } from "../schema/json.ts";

export interface PrivateNotes {
  readonly privateState: PrivateState;
}

/** Private state that begins as another one, and is dropped in the end. */
export function scratchNotes(kept?: PrivateState): PrivateState {
  const seen = new Map<string, Json | undefined>();
  return {
    isLost: kept?.isLost ?? false,
    get: (key) => seen.has(key) ? seen.get(key) : kept?.get(key),
    set: (key, value) => void seen.set(key, value),
    delete: (key) => void seen.set(key, undefined),
  };
}

/** Reads what is stored; undefined: it is no such note. */
type Parse<T extends Json> = (stored: unknown) => T | undefined;

const text: Parse<string> = (stored) =>
  typeof stored === "string" ? stored : undefined;
const textOrNull: Parse<string | null> = (stored) => text(stored) ?? null;
const flag: Parse<true> = (stored) => stored === true ? true : undefined;
const texts: Parse<readonly string[]> = (stored) =>
  Array.isArray(stored)
    ? stored.filter((one) => typeof one === "string")
    : undefined;

function byName<T extends Json>(
  parse: Parse<T>,
): Parse<Readonly<Record<string, T>>> {
  return (stored) =>
    isRecord(stored)
      ? Object.fromEntries(
        Object.entries(stored).flatMap(([name, value]) => {
          const parsed = parse(value);
          return parsed === undefined ? [] : [[name, parsed]];
        }),
      )
      : undefined;
}

const notes = {
  /** All: what tells a resource from others, see {@linkcode markOf}. */
  claimant: text,
  /** All: the losses that a plan has seen, by name. */
  lost: texts,
  /** All: the resource group in which they or their parent were seen; empty: none. */
  group: text,
  /** All: the service at which they were seen. */
  service: text,
  /** Webhooks: the id of the user whose token has seen it. */
  seen_by: text,
  /** All with a fingerprint: a sentence on why it may be somebody else's. */
  set_again: text,
  /** All: what the service filled in that nobody configures, as JSON by path. */
  filled_in: byName(text),
  /** All: the same as it was told last, by whomever it was set. */
  unconfigured: byName(text),
  /** Endpoints, Spaces: the last apply ended before the object was ready. */
  wait_pending: flag,
  /** Endpoints, webhooks: names of the secrets that were sent. */
  secrets_sent: texts,
  /** Endpoints, scheduled jobs: names of secrets that nobody could send again. */
  unmanaged_secrets: texts,
  /** Endpoints: the image has a login that the configuration does not have. */
  unmanaged_login: flag,
  /** Endpoints: it has network settings, such as a list of addresses. */
  unmanaged_network: flag,
  /** Endpoints: the `commit` that the service made of a `revision`. */
  revision: byName(text),
  /** Files: managed paths. True: made here; false: imported; null: found. */
  files: byName((made) => typeof made === "boolean" ? made : null),
  /** Files: Git's hashes as a plan has shown or this resource has sent them. */
  seen: byName(textOrNull),
  /** Files: Git's hashes as this resource has sent them. */
  sent: byName(textOrNull),
  /** Spaces: the commit by which the service made it for this resource. */
  first_commit: text,
  /** Spaces: the commit whose files and card the state has, as far as is known. */
  seen_commit: text,
  /** Spaces: the times when variables were set, or that by whom is unclear. */
  variables_set_at: byName(text),
  /** Spaces: secrets that are managed without being in the state. */
  secrets_write_only: texts,
  /** Spaces: secrets that are there, set by whomever, and may be taken over. */
  secrets_adoptable: texts,
  /** Spaces: the same of managed secrets. */
  secrets_set_at: byName(text),
} satisfies Readonly<Record<string, Parse<Json>>>;

export type NoteName = keyof typeof notes;

export type Note<N extends NoteName> = NonNullable<
  ReturnType<(typeof notes)[N]>
>;

export function readNote<N extends NoteName>(
  { privateState }: PrivateNotes,
  name: N,
): Note<N> | undefined {
  // The table has the parser of each name.
  return notes[name](privateState.get(name)) as Note<N> | undefined;
}

/** Keeps a note in place of the one that is there; undefined: none. */
export function keepNote<N extends NoteName>(
  { privateState }: PrivateNotes,
  name: N,
  value: Note<N> | undefined,
): void {
  if (value !== undefined) privateState.set(name, value);
  else if (privateState.get(name) !== undefined) privateState.delete(name);
}

/** Forgets all but the mark: a plan of a replacement hands on what was noted. */
export function forgetNotes({ privateState }: PrivateNotes): void {
  for (const name of Object.keys(notes)) {
    if (name !== "claimant") privateState.delete(name);
  }
}

/**
 * The mark of a resource: Terraform tells a provider no address, but keeps what
 * a plan notes beside the state, also when it plans once more to replace it.
 */
export function markOf(notes: PrivateNotes): string | undefined {
  return readNote(notes, "claimant");
}

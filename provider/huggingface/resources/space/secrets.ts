/**
 * What is kept of the secrets of a Space beside its state: which ones are
 * managed and when each was set, never a value. The Hub tells when a secret
 * was last set, so one that was set elsewhere is noticed.
 *
 * @module
 */

import type { PrivateState } from "../../../framework/mod.ts";
import type { SpaceSecret } from "../../../../mod.ts";
import { isRecord } from "../../shared/json.ts";

const SET_AT = "secrets_set_at";
const WRITE_ONLY = "secrets_write_only";
const ADOPTABLE = "secrets_adoptable";

/** The secrets of a Space as they are listed. */
export type SecretList = Readonly<Record<string, SpaceSecret>>;

/** When each managed secret was set, as far as that is known. */
export function setTimes(
  privateState: PrivateState,
): Readonly<Record<string, string>> {
  const stored = privateState.get(SET_AT);
  if (!isRecord(stored)) return {};
  const times = Object.entries(stored).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(times);
}

/** The keys of the secrets that are managed without being in the state. */
export function writeOnlyKeys(privateState: PrivateState): readonly string[] {
  return textsAt(privateState, WRITE_ONLY);
}

/** Keys that are there, set by whomever, and may be taken over. */
export function adoptableKeys(privateState: PrivateState): readonly string[] {
  return textsAt(privateState, ADOPTABLE);
}

/** Notes keys that may be taken over. */
export function addAdoptable(
  privateState: PrivateState,
  keys: readonly string[],
): void {
  const all = new Set([...adoptableKeys(privateState), ...keys]);
  if (all.size > 0) privateState.set(ADOPTABLE, [...all].sort());
}

/** Notes which keys are managed, and when each was set. */
export function recordSecrets(
  privateState: PrivateState,
  list: SecretList,
  managed: {
    readonly inState: readonly string[];
    readonly writeOnly: readonly string[];
  },
): void {
  const times: Record<string, string> = {};
  for (const key of [...managed.inState, ...managed.writeOnly]) {
    const at = Object.hasOwn(list, key) ? list[key]?.updatedAt : undefined;
    if (at !== undefined) times[key] = at;
  }
  privateState.set(SET_AT, times);
  if (managed.writeOnly.length > 0) {
    privateState.set(WRITE_ONLY, [...managed.writeOnly].sort());
  } else {
    privateState.delete(WRITE_ONLY);
  }
}

/** Whether a secret is there, and is still as it was set here. */
export function isIntact(
  list: SecretList,
  key: string,
  times: Readonly<Record<string, string>>,
): boolean {
  if (!Object.hasOwn(list, key)) return false;
  const at = list[key]?.updatedAt;
  const before = Object.hasOwn(times, key) ? times[key] : undefined;
  return at === undefined || before === undefined || at === before;
}

/** The texts that are kept under a name; none: there are none. */
export function textsAt(
  privateState: PrivateState,
  name: string,
): readonly string[] {
  const stored = privateState.get(name);
  return Array.isArray(stored)
    ? stored.filter((key): key is string => typeof key === "string")
    : [];
}

/**
 * The secrets and variables of a Space: their routes, one request for each key
 * that changes, and what is kept of them beside the state, never a value.
 *
 * The Hub tells when a secret was last set, so one that was set elsewhere is
 * noticed.
 *
 * @module
 */

import {
  failure,
  isUnknown,
  Path,
  type PrivateState,
} from "@hf-terraform/framework";
import {
  type CallOptions,
  type HuggingFace,
  type KeyValue,
  mayHaveTakenEffect,
  type SpaceSecret,
  type SpaceVariable,
} from "@hf-terraform/client";
import {
  type Claim,
  objectClaim,
  type PrivateNotes,
} from "../object/claims.ts";
import { fileClaim, pathsIn } from "../repo/file_content.ts";
import { isRecord } from "../schema/json.ts";
import { sendUntilTaken } from "../object/delete.ts";
import { isStill } from "../object/identity.ts";
import { attempt, importCommand, textOf } from "../object/remote_object.ts";
import { isAnother } from "../object/fingerprint.ts";
import type { RepoObject } from "../repo/repo_object.ts";
import { same } from "../schema/same.ts";
import { sharedList } from "../reads/per_provider.ts";
import type { SpacePlanning } from "./plan.ts";
import type { Texts } from "./schema.ts";

/** A secret or variable of a Space. */
export type KeyKind = "secret" | "variable";

/** The Hub's list by key; of a secret no value. */
export type Keys = Readonly<
  Record<string, SpaceSecret & Partial<SpaceVariable>>
>;

/** The Hub's list of a Space's keys, read once for all of them. */
export const spaceKeyReads = {
  secret: sharedList(({ spaces }, id) => spaces.getSecrets(id)),
  variable: sharedList(({ spaces }, id) => spaces.getVariables(id)),
};

/** The routes of the secrets or the variables of a Space. */
export interface KeyRoutes {
  list(id: string, call: CallOptions): Promise<Keys>;
  set(id: string, body: KeyValue, call: CallOptions): Promise<unknown>;
  delete(id: string, key: string, call: CallOptions): Promise<unknown>;
}

/** The routes of a kind of key. */
export function keyRoutes(kind: KeyKind, { spaces }: HuggingFace): KeyRoutes {
  return kind === "secret"
    ? {
      list: (id, call) => spaces.getSecrets(id, call),
      set: (id, body, call) => spaces.setSecret(id, body, call),
      delete: (id, key, call) => spaces.deleteSecret(id, key, call),
    }
    : {
      list: (id, call) => spaces.getVariables(id, call),
      set: (id, body, call) => spaces.setVariable(id, body, call),
      delete: (id, key, call) => spaces.deleteVariable(id, key, call),
    };
}

const notes = {
  /** Variables that an import took over, until they are set here. */
  imported: "variables_imported",
  /** Secrets that are managed without being in the state. */
  writeOnly: "secrets_write_only",
  /** Secrets that are there, set by whomever, and may be taken over. */
  adoptable: "secrets_adoptable",
} as const;

/** The keys that are noted beside the state. */
export function keysAt(
  privateState: PrivateState,
  note: keyof typeof notes,
): readonly string[] {
  const stored = privateState.get(notes[note]);
  return Array.isArray(stored)
    ? stored.filter((key): key is string => typeof key === "string")
    : [];
}

/** Notes keys beside the state, in place of those that are noted there. */
export function noteKeys(
  privateState: PrivateState,
  note: keyof typeof notes,
  keys: Iterable<string>,
): void {
  const all = [...new Set(keys)].sort();
  if (all.length > 0) privateState.set(notes[note], all);
  else privateState.delete(notes[note]);
}

const SET_AT = "secrets_set_at";

/** The times when managed secrets were set, as far as they are known. */
export function setTimes(privateState: PrivateState): Texts {
  const stored = privateState.get(SET_AT);
  if (!isRecord(stored)) return {};
  const times = Object.entries(stored).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(times);
}

/** In place of when a secret was set: nobody knows by whom. */
const UNCLEAR = "";

/** The keys of the secrets that are managed. */
export interface ManagedSecrets {
  /** Those that the state holds. */
  readonly inState: readonly string[];
  /** Those that only the configuration holds. */
  readonly writeOnly: readonly string[];
  /** Those of them that are set again, as the answer to setting them was lost. */
  readonly unclear?: ReadonlySet<string>;
}

/** Notes which secrets are managed, and when each was set. */
export function recordSecrets(
  privateState: PrivateState,
  list: Keys,
  { inState, writeOnly, unclear }: ManagedSecrets,
): void {
  const times = [...inState, ...writeOnly].flatMap((key) => {
    const at = unclear?.has(key)
      ? UNCLEAR
      : Object.hasOwn(list, key)
      ? list[key]?.updatedAt
      : undefined;
    return at === undefined ? [] : [[key, at] as const];
  });
  privateState.set(SET_AT, Object.fromEntries(times));
  noteKeys(privateState, "writeOnly", writeOnly);
}

/** Whether a secret is there, and is still as it was set here. */
export function isIntact(list: Keys, key: string, times: Texts): boolean {
  if (!Object.hasOwn(list, key)) return false;
  const at = list[key]?.updatedAt;
  const before = Object.hasOwn(times, key) ? times[key] : undefined;
  return before !== UNCLEAR &&
    (at === undefined || before === undefined || at === before);
}

/** Lists the secrets and records them; see {@linkcode recordSecrets}. */
export async function noteSecrets(
  { id, client, context }: RepoObject,
  managed: ManagedSecrets,
): Promise<void> {
  const { signal, privateState, log } = context;
  let list = {};
  try {
    list = await client.spaces.getSecrets(id, { signal });
  } catch (error) {
    // The next read takes what it finds for what was set here.
    log.warn("The secrets could not be listed", { space: id, error });
  }
  recordSecrets(privateState, list, managed);
}

/**
 * Warns of variables that leave the state and stay on the Space: the plan does
 * not name them, an import took them over, and no apply has set them since.
 */
export function warnOfForgotten(
  { prior, planned: { variables }, privateState, diagnostics }: SpacePlanning,
): void {
  if (prior === null || isUnknown(variables)) return;
  const imported = keysAt(privateState, "imported");
  const forgotten = Object.keys(prior.variables ?? {}).filter((key) =>
    imported.includes(key) && !Object.hasOwn(variables ?? {}, key)
  );
  if (forgotten.length === 0) return;
  diagnostics.addWarning(
    `Variables of the Space ${prior.id} stay there: ${forgotten.join(", ")}`,
    "They came into the state by an import, no apply has set them since, and " +
      "`variables` does not name them. They may be managed elsewhere, such as " +
      "by a `huggingface_space_variable`, so they leave the state without " +
      "being deleted. To manage them here, name them in `variables`. To " +
      "delete them, do so on the page of the Space.",
    Path.root.attribute("variables"),
  );
}

/** The difference between two maps: the keys to set, and those to remove. */
export function keyChanges(before: Texts | null, after: Texts | null) {
  const was = new Map(Object.entries(before ?? {}));
  const is = new Map(Object.entries(after ?? {}));
  return {
    set: [...is].filter(([key, value]) => was.get(key) !== value),
    deleted: [...was.keys()].filter((key) => !is.has(key)),
  };
}

/** A change of the secrets or variables. */
export interface MapChange {
  readonly before: Texts | null;
  readonly after: Texts | null;
  /** Write-only secrets to send; undefined: they stay as they are. */
  readonly writeOnly?: Texts | undefined;
  readonly reached: (map: Texts) => void;
}

/**
 * Looks at the secrets or variables; returns what makes of them what is planned,
 * undefined if there is nothing to do.
 *
 * @throws {DiagnosticsError} If somebody else has set one of them.
 */
export async function keyChange(
  kind: KeyKind,
  target: RepoObject,
  { before, after, writeOnly, reached }: MapChange,
): Promise<(() => Promise<void>) | undefined> {
  const { client, context } = target;
  const { provider, signal, privateState } = context;
  const routes = keyRoutes(kind, client);
  const list = () => routes.list(target.id, { signal });
  const hidden = kind === "secret" ? keysAt(privateState, "writeOnly") : [];
  const set = [
    ...keyChanges(before, after).set,
    ...Object.entries(writeOnly ?? {}),
  ];
  const stays = new Set([
    ...Object.keys(after ?? {}),
    ...writeOnly === undefined ? hidden : Object.keys(writeOnly),
  ]);
  const known = managedKeys(kind, before, privateState);
  const imported = new Set(importedKeys(kind, privateState));
  // What was imported may be somebody else's, see `warnOfForgotten`.
  const left = known.filter((key) => !stays.has(key) && !imported.has(key));
  if (set.length + left.length === 0) return undefined;
  // The look right before has them, unless none was managed.
  const reads = spaceKeyReads[kind](provider);
  const there: Keys = await reads.get(target.id, signal);
  const times = setTimes(privateState);
  const isAsSeen = (key: string) =>
    !Object.hasOwn(there, key) ||
    (kind === "secret"
      ? isIntact(there, key, times)
      : there[key]?.value === before?.[key]);
  // What somebody has set since, no plan has shown as going.
  const gone = left.filter(isAsSeen);
  const adoptable = kind === "secret" ? keysAt(privateState, "adoptable") : [];
  const mine = new Set([...known, ...adoptable]);
  const added = set.filter(([key]) => !mine.has(key));
  const found = added.filter(([key]) => Object.hasOwn(there, key));
  const foreign = found.find(([key, value]) => there[key]?.value !== value);
  if (foreign !== undefined) throw foreignKey(kind, foreign[0], target);
  const now: Record<string, string> = { ...before };
  const unclear = new Set(
    Object.keys(times).filter((key) => times[key] === UNCLEAR),
  );
  /** Whether nobody has set a key since, of the same Space. */
  const isUntouched = async (key: string) => {
    if (!await isStill(target)) {
      throw isAnother(target, "changed", "its name leads to another one");
    }
    const [seen, before] = [await list(), there].map((keys) =>
      Object.hasOwn(keys, key) ? keys[key] : undefined
    );
    return same(seen, before);
  };
  const setKey = async (key: string, value: string) => {
    try {
      await routes.set(target.id, { key, value }, {
        signal,
        mayRepeat: () => isUntouched(key).catch(() => false),
      });
    } catch (error) {
      if (!mayHaveTakenEffect(error)) throw error;
      if (kind === "variable") {
        const isSet = (await list())[key]?.value === value;
        if (isSet && await isStill(target)) return;
        throw error;
      }
      if (await isUntouched(key).catch(() => true)) {
        const noted = keysAt(privateState, "adoptable");
        noteKeys(privateState, "adoptable", [...noted, key]);
        throw error;
      }
      warnOfUnclear(key, error, target);
      unclear.add(key);
    }
  };
  return async () => {
    for (const [key, value] of set) {
      unclear.delete(key);
      if (!found.some(([name]) => name === key)) {
        const send = () => setKey(key, value);
        await attempt(`set the ${kind} ${key} of`, target, send);
        if (imported.delete(key)) noteKeys(privateState, "imported", imported);
      }
      if (writeOnly !== undefined && Object.hasOwn(writeOnly, key)) continue;
      now[key] = value;
      reached({ ...now });
    }
    for (const key of gone) {
      await sendUntilTaken(target, {
        send: (once) => routes.delete(target.id, key, once),
        isThere: () => isUntouched(key),
      }, `delete the ${kind} ${key} of`);
      delete now[key];
      reached({ ...now });
    }
    if (kind === "secret") {
      await noteSecrets(target, {
        inState: Object.keys(after ?? {}),
        writeOnly: writeOnly === undefined ? hidden : Object.keys(writeOnly),
        unclear,
      });
    }
  };
}

/** Warns of a secret that is set now, by this apply or by somebody else. */
function warnOfUnclear(
  key: string,
  error: unknown,
  { id, context: { diagnostics } }: RepoObject,
): void {
  diagnostics.addWarning(
    `The answer to setting the secret ${key} of the Space ${id} was lost`,
    `${textOf(error)}. It was set just now, by this apply or by somebody ` +
      "else: the Hub shows nobody its value. So it stays planned, and the next " +
      `apply sets it. If it is somebody else's, take \`${key}\` out of ` +
      "`secrets` and `secrets_wo`.",
  );
}

function foreignKey(kind: KeyKind, key: string, target: RepoObject) {
  return failure(
    `The ${kind} ${key} of the Space ${target.id} is there already`,
    `Somebody else has set it, maybe a \`huggingface_space_${kind}\`; or an ` +
      "apply that was killed. It was not changed, as two that manage one key " +
      `would undo each other's work. Take \`${key}\` out of \`${kind}s\` ` +
      "here, or out of the other place. Or delete it on the page of the Space " +
      "and apply again. Or take it over, by importing the Space again: " +
      `\`terraform state rm ADDRESS\`, then${importCommand(target)}`,
    Path.root.attribute(`${kind}s`).key(key),
  );
}

/** The keys that a Space manages: those of its state, and those noted beside. */
function managedKeys(
  kind: KeyKind,
  shown: object | null,
  privateState: PrivateState,
): readonly string[] {
  // A key that was set elsewhere is no longer in the state, but still ours.
  const noted = kind === "variable" ? [] : [
    ...keysAt(privateState, "writeOnly"),
    ...Object.keys(setTimes(privateState)),
  ];
  return [...new Set([...Object.keys(shown ?? {}), ...noted])];
}

/** The keys that an import took over, and that no apply has set since. */
function importedKeys(
  kind: KeyKind,
  privateState: PrivateState,
): readonly string[] {
  return kind === "variable" ? keysAt(privateState, "imported") : [];
}

/** The claims of a Space: itself, the keys of the maps, its files. */
export function spaceClaims(
  { id, files }: SpacePlanning["planned"],
  config: SpacePlanning["config"],
  noted?: PrivateNotes,
): readonly Claim[] {
  if (typeof id !== "string") return [];
  const { variables, secrets, secrets_wo } = config;
  const maps = { variables, secrets, secrets_wo };
  const configured = Object.entries(maps).flatMap(([name, map]) =>
    map === null || isUnknown(map) ? [] : Object.keys(map).map((key) => ({
      kind: name === "variables" ? "variable" : "secret",
      key,
      at: Path.root.attribute(name).key(key),
    }))
  );
  const { privateState } = noted ?? {};
  const keys = privateState === undefined ? configured : [
    ...heldKeys("secret", secrets, privateState),
    ...heldKeys("variable", variables, privateState),
  ];
  return [
    objectClaim("Space", id),
    ...keys.map(({ kind, key, ...at }) => ({
      ...objectClaim(kind, `${id}/${key}`, key),
      ...at,
    })),
    ...pathsIn({ files }).map(([path, at]) =>
      fileClaim(`spaces/${id}`, "main", path, at)
    ),
  ];
}

/** The keys of a state that would go if the plan did not name them any more. */
function heldKeys(
  kind: KeyKind,
  shown: object | null,
  privateState: PrivateState,
) {
  const imported = importedKeys(kind, privateState);
  return managedKeys(kind, shown, privateState)
    .filter((key) => !imported.includes(key)).map((key) => ({ kind, key }));
}

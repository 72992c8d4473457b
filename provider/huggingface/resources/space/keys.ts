/**
 * Setting variables and secrets: one request for each key that changes.
 *
 * @module
 */

import {
  failure,
  isUnknown,
  Path,
  type PrivateState,
} from "../../../framework/mod.ts";
import { mayHaveTakenEffect } from "../../../../mod.ts";
import type { KeyKind } from "../../shared/claims.ts";
import type { SpacePlanning } from "./plan.ts";
import {
  addAdoptable,
  adoptableKeys,
  recordSecrets,
  setTimes,
  textsAt,
  writeOnlyKeys,
} from "./secrets.ts";
import { importCommand } from "../../shared/remote_object.ts";
import { attempt } from "../../shared/remote_object.ts";
import type { Target } from "./target.ts";

type Texts = Readonly<Record<string, string>>;

const IMPORTED = "variables_imported";

/** Notes the variables that an import took over, until they are set here. */
export function noteImported(
  privateState: PrivateState,
  keys: readonly string[],
): void {
  if (keys.length > 0) privateState.set(IMPORTED, [...keys]);
  else privateState.delete(IMPORTED);
}

/**
 * Warns of variables that leave the state and stay on the Space: the plan does
 * not name them, an import took them over, and no apply has set them since.
 */
export function warnOfForgotten(
  { prior, planned: { variables }, privateState, diagnostics }: SpacePlanning,
): void {
  if (prior === null || isUnknown(variables)) return;
  const imported = textsAt(privateState, IMPORTED);
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

/** The keys that a change sets and deletes. */
export interface KeyChanges {
  /** Keys with a new value. */
  readonly set: readonly (readonly [key: string, value: string])[];
  /** Keys that go. */
  readonly deleted: readonly string[];
}

/** What makes one map of the other. */
export function keyChanges(
  before: Texts | null,
  after: Texts | null,
): KeyChanges {
  const was = (key: string) =>
    before !== null && Object.hasOwn(before, key) ? before[key] : undefined;
  return {
    set: Object.entries(after ?? {}).filter(([key, value]) =>
      was(key) !== value
    ),
    deleted: Object.keys(before ?? {}).filter((key) =>
      after === null || !Object.hasOwn(after, key)
    ),
  };
}

/** What is to become of a map. */
export interface MapChange {
  /** What is there, as far as it is managed. */
  readonly before: Texts | null;
  /** What is planned. */
  readonly after: Texts | null;
  /** Is told of every step. */
  readonly reached: (map: Texts | null) => void;
}

/** Makes of the variables what is planned; returns whether it sent anything. */
export async function changeVariables(
  target: Target,
  { before, after, reached }: MapChange,
): Promise<boolean> {
  const { client, context: { signal, privateState } } = target;
  const changes = keyChanges(before, after);
  const added = changes.set.filter(([key]) =>
    !Object.hasOwn(before ?? {}, key)
  );
  const there = added.length === 0
    ? {}
    : await client.spaces.variables(target.id, { signal });
  const now: Record<string, string> = { ...before };
  const imported = new Set(textsAt(privateState, IMPORTED));
  let count = 0;
  for (const [key, value] of changes.set) {
    const isNew = added.some(([name]) => name === key);
    const found = isNew && Object.hasOwn(there, key) ? there[key] : undefined;
    if (found !== undefined && found.value !== value) {
      throw foreignKey("variable", key, target);
    }
    if (found === undefined) {
      await attempt(
        `set the variable ${key} of`,
        target,
        () => client.spaces.setVariable(target.id, { key, value }, { signal }),
      );
      count++;
      imported.delete(key);
      noteImported(privateState, [...imported]);
    }
    now[key] = value;
    reached({ ...now });
  }
  for (const key of changes.deleted) {
    // It may be somebody else's, see `warnOfForgotten`.
    if (imported.has(key)) continue;
    await attempt(
      `delete the variable ${key} of`,
      target,
      () => client.spaces.deleteVariable(target.id, key, { signal }),
    );
    count++;
    delete now[key];
    reached({ ...now });
  }
  return count > 0;
}

/** What is to become of the secrets. */
export interface SecretChange extends MapChange {
  /** Write-only ones to send; undefined: they stay as they are. */
  readonly writeOnly: Texts | undefined;
}

/** Makes of the secrets what is planned; returns whether it sent anything. */
export async function changeSecrets(
  target: Target,
  { before, after, writeOnly, reached }: SecretChange,
): Promise<boolean> {
  const { client, context: { signal, privateState } } = target;
  const changes = keyChanges(before, after);
  const oldKeys = writeOnlyKeys(privateState);
  const set = [...changes.set, ...Object.entries(writeOnly ?? {})];
  const stays = (key: string) =>
    Object.hasOwn(after ?? {}, key) ||
    (writeOnly === undefined
      ? oldKeys.includes(key)
      : Object.hasOwn(writeOnly, key));
  const known = new Set([
    ...Object.keys(before ?? {}),
    ...oldKeys,
    ...Object.keys(setTimes(privateState)),
  ]);
  // A key that was set elsewhere is no longer in the state, but still ours.
  const gone = [...known].filter((key) => !stays(key));
  if (set.length + gone.length === 0) return false;
  await refuseForeign(set.map(([key]) => key), known, target);
  const now: Record<string, string> = { ...before };
  for (const [key, value] of set) {
    await setSecret(target, key, value);
    if (writeOnly !== undefined && Object.hasOwn(writeOnly, key)) continue;
    now[key] = value;
    reached({ ...now });
  }
  for (const key of gone) {
    await attempt(
      `delete the secret ${key} of`,
      target,
      () => client.spaces.deleteSecret(target.id, key, { signal }),
    );
    delete now[key];
    reached({ ...now });
  }
  await noteSecrets(target, {
    inState: Object.keys(after ?? {}),
    writeOnly: writeOnly === undefined ? oldKeys : Object.keys(writeOnly),
  });
  return true;
}

/** Notes when the secrets were set, so that other hands are noticed. */
export async function noteSecrets(
  { id, client, context }: Target,
  managed: Parameters<typeof recordSecrets>[2],
): Promise<void> {
  const { signal, privateState, log } = context;
  let list = {};
  try {
    list = await client.spaces.secrets(id, { signal });
  } catch (error) {
    // The next read takes what it finds for what was set here.
    log.warn("The secrets could not be listed", { space: id, error });
  }
  recordSecrets(privateState, list, managed);
}

async function setSecret(
  target: Target,
  key: string,
  value: string,
): Promise<void> {
  const { client, context: { signal, privateState } } = target;
  await attempt(`set the secret ${key} of`, target, async () => {
    try {
      await client.spaces.setSecret(target.id, { key, value }, { signal });
    } catch (error) {
      if (mayHaveTakenEffect(error)) addAdoptable(privateState, [key]);
      throw error;
    }
  });
}

async function refuseForeign(
  keys: readonly string[],
  known: ReadonlySet<string>,
  target: Target,
): Promise<void> {
  const { client, context: { signal, privateState } } = target;
  const mine = new Set([...known, ...adoptableKeys(privateState)]);
  const added = keys.filter((key) => !mine.has(key));
  if (added.length === 0) return;
  const there = await client.spaces.secrets(target.id, { signal });
  const foreign = added.find((key) => Object.hasOwn(there, key));
  if (foreign !== undefined) throw foreignKey("secret", foreign, target);
}

function foreignKey(kind: "variable" | "secret", key: string, target: Target) {
  return failure(
    `The ${kind} ${key} of the Space ${target.id} is there already`,
    `Somebody else has set it, maybe a \`huggingface_space_${kind}\`; or an ` +
      "apply that was killed. It was not changed, as two that manage one key " +
      `would undo each other's work. Take \`${key}\` out of \`${kind}s\` ` +
      "here, or out of the other place. Or delete it on the page of the Space " +
      "and apply again. Or take it over, by importing the Space anew: " +
      `\`terraform state rm ADDRESS\`, then${importCommand(target)}`,
    Path.root.attribute(`${kind}s`).key(key),
  );
}

const maps: readonly (readonly [
  "variables" | "secrets" | "secrets_wo",
  KeyKind,
])[] = [
  ["variables", "variable"],
  ["secrets", "secret"],
  ["secrets_wo", "secret"],
];

/**
 * Claims the keys of the maps, so that no `huggingface_space_secret` or
 * `huggingface_space_variable` of the same configuration manages one of them.
 */
export function claimKeys(
  { config, prior, planned, provider, diagnostics }: SpacePlanning,
): void {
  const names = new Set(
    [planned.id, prior?.id].filter((id) => typeof id === "string"),
  );
  for (const [attribute, kind] of maps) {
    const map = config[attribute];
    if (map === null || isUnknown(map)) continue;
    for (const key of Object.keys(map)) {
      for (const space of names) {
        if (provider.claims.claim("map", { kind, space, key })) continue;
        diagnostics.addError(
          `Two resources manage the ${kind} ${key} of ${space}`,
          `\`${key}\` is in \`${attribute}\` here, and has a ` +
            `\`huggingface_space_${kind}\` of its own, which would undo each ` +
            "other's work. Keep one of the two.",
          Path.root.attribute(attribute).key(key),
        );
      }
    }
  }
}

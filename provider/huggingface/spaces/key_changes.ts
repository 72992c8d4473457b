/**
 * Changes of the secrets and variables of a Space: one request for each key that
 * changes, and none for what somebody else has set.
 *
 * @module
 */

import { failure, Path } from "@hf-terraform/framework";
import { mayHaveTakenEffect } from "@hf-terraform/client";
import { readNote } from "../object/notes.ts";
import { sendUntilTaken } from "../object/delete.ts";
import { isStill } from "../object/identity.ts";
import { attempt, importCommand, textOf } from "../object/remote_object.ts";
import { isAnother } from "../object/fingerprint.ts";
import type { RepoObject } from "../repo/repo_object.ts";
import { same } from "../schema/same.ts";
import type { Texts } from "./wire.ts";
import {
  isIntact,
  type KeyKind,
  keyRoutes,
  type Keys,
  type ManagedKeys,
  managedKeys,
  noteKeys,
  noteSecrets,
  spaceKeyReads,
} from "./keys.ts";

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

/** The change of a key. */
interface KeyWrite {
  readonly key: string;
  /** The planned value; undefined: it is to be deleted. */
  readonly value?: string;
  readonly does:
    | "set"
    | "delete"
    /** It is there as planned. */
    | "nothing"
    /** Somebody else has set it. */
    | "refuse";
}

/** Decides what to send, from what is managed, planned and there. */
function decideKeys(
  kind: KeyKind,
  { before, after, writeOnly }: MapChange,
  managed: ManagedKeys,
  there: Keys,
): readonly KeyWrite[] {
  const at = (key: string) =>
    Object.hasOwn(there, key) ? there[key] : undefined;
  const set = [
    ...keyChanges(before, after).set,
    ...Object.entries(writeOnly ?? {}),
  ].map(([key, value]): KeyWrite => {
    const isMine = managed.all.includes(key) || managed.adoptable.includes(key);
    const found = isMine ? undefined : at(key);
    if (found === undefined) return { key, value, does: "set" };
    return { key, value, does: found.value === value ? "nothing" : "refuse" };
  });
  const hidden = writeOnly === undefined
    ? managed.writeOnly
    : Object.keys(writeOnly);
  const stays = new Set([
    ...Object.keys(after ?? {}),
    ...hidden,
    // What was imported may be somebody else's, see `warnOfForgotten`.
    ...managed.imported,
  ]);
  // What somebody has set since, no plan has shown as going.
  const isAsSeen = (key: string) =>
    at(key) === undefined ||
    (kind === "secret"
      ? isIntact(there, key, managed.setAt)
      : at(key)?.value === before?.[key]);
  const deleted = managed.all
    .filter((key) => !stays.has(key) && isAsSeen(key))
    .map((key): KeyWrite => ({ key, does: "delete" }));
  return [...set, ...deleted];
}

/** A change of keys that was looked at. */
interface KeyChange {
  readonly kind: KeyKind;
  readonly target: RepoObject;
  readonly change: MapChange;
  readonly managed: ManagedKeys;
  /** The keys that the Space had. */
  readonly there: Keys;
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
  change: MapChange,
): Promise<(() => Promise<void>) | undefined> {
  const { provider, signal } = target.context;
  const managed = managedKeys(kind, change.before, target.context);
  if (decideKeys(kind, change, managed, {}).length === 0) return undefined;
  // The look right before has them, unless none was managed.
  const reads = spaceKeyReads[kind](provider);
  const there: Keys = await reads.get(target.id, signal);
  const writes = decideKeys(kind, change, managed, there);
  const foreign = writes.find(({ does }) => does === "refuse");
  if (foreign !== undefined) {
    const isHidden = Object.hasOwn(change.writeOnly ?? {}, foreign.key);
    const map = isHidden ? "secrets_wo" : `${kind}s`;
    throw foreignKey(kind, foreign.key, map, target);
  }
  return () => sendKeys({ kind, target, change, managed, there }, writes);
}

/** Sends what was decided, and notes what each request has reached. */
async function sendKeys(
  looked: KeyChange,
  writes: readonly KeyWrite[],
): Promise<void> {
  const { kind, target, change, managed } = looked;
  const { before, after, writeOnly, reached } = change;
  const routes = keyRoutes(kind, target.client);
  const now: Record<string, string> = { ...before };
  const imported = new Set(managed.imported);
  for (const { key, value, does } of writes) {
    if (value === undefined) {
      await sendUntilTaken(
        target,
        {
          send: (once) => routes.delete(target.id, key, once),
          isThere: () => isUntouched(looked, key),
        },
        `delete the ${kind} ${key} of`,
        (_, isLost) => {
          const isTimed = looked.there[key]?.updatedAt !== undefined;
          return Promise.resolve(!isLost || isTimed);
        },
      );
      delete now[key];
    } else {
      const isTaken = imported.delete(key);
      if (does === "set") {
        const set = () => setKey(looked, key, value);
        const isClear = await attempt(
          `set the ${kind} ${key} of`,
          target,
          set,
        );
        if (!isClear) imported.add(key);
        if (isTaken && kind === "variable") {
          noteKeys(target.context, "variables_imported", imported);
        }
      }
      if (writeOnly !== undefined && Object.hasOwn(writeOnly, key)) continue;
      now[key] = value;
    }
    reached({ ...now });
  }
  if (kind !== "secret") return;
  await noteSecrets(target, {
    inState: Object.keys(after ?? {}),
    writeOnly: writeOnly === undefined
      ? managed.writeOnly
      : Object.keys(writeOnly),
    unclear: imported,
  });
}

/** Whether nobody has set a key since it was looked at, of the same Space. */
async function isUntouched(
  { kind, target, there }: KeyChange,
  key: string,
): Promise<boolean> {
  if (!await isStill(target)) {
    throw isAnother(target, "changed", "its name leads to another one");
  }
  const { id, client, context: { signal } } = target;
  const list = await keyRoutes(kind, client).list(id, { signal });
  const [seen, before] = [list, there].map((keys) =>
    Object.hasOwn(keys, key) ? keys[key] : undefined
  );
  return same(seen, before);
}

/** Sets a key; false: it was set just now, by this apply or by somebody else. */
async function setKey(
  looked: KeyChange,
  key: string,
  value: string,
): Promise<boolean> {
  const { kind, target, there } = looked;
  const { id, client, context } = target;
  const { signal } = context;
  // Without it, what others have set there would go.
  const { description } = Object.hasOwn(there, key) && there[key] || {};
  const routes = keyRoutes(kind, client);
  try {
    await routes.set(id, { key, value, description }, {
      signal,
      mayRepeat: () => isUntouched(looked, key).catch(() => false),
    });
    return true;
  } catch (error) {
    if (!mayHaveTakenEffect(error)) throw error;
    if (kind === "variable") {
      const isSet = (await routes.list(id, { signal }))[key]?.value === value;
      if (isSet && await isStill(target)) return true;
      throw error;
    }
    if (await isUntouched(looked, key).catch(() => true)) {
      const adoptable = readNote(context, "secrets_adoptable") ?? [];
      noteKeys(context, "secrets_adoptable", [...adoptable, key]);
      throw error;
    }
    warnOfUnclear(key, error, target);
    return false;
  }
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

function foreignKey(
  kind: KeyKind,
  key: string,
  map: string,
  target: RepoObject,
) {
  return failure(
    `The ${kind} ${key} of the Space ${target.id} is there already`,
    `Somebody else has set it, maybe a \`huggingface_space_${kind}\`; or an ` +
      "apply that was killed. It was not changed, as two that manage one key " +
      `would undo each other's work. Take \`${key}\` out of \`${map}\` ` +
      "here, or out of the other place. Or delete it on the page of the Space " +
      "and apply again. Or take it over, by importing the Space again: " +
      `\`terraform state rm ADDRESS\`, then${importCommand(target)}`,
    Path.root.attribute(map).key(key),
  );
}

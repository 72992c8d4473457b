/**
 * Requests for the secrets and variables of a Space: one for each key that
 * changes, and none for what somebody else has set.
 *
 * @module
 */

import { failure, Path } from "@hf-terraform/framework";
import { mayHaveTakenEffect } from "@hf-terraform/client";
import { readNote } from "../object/notes.ts";
import { sendUntilTaken } from "../object/delete.ts";
import { isStill } from "../object/identity.ts";
import { attempt, textOf } from "../object/remote_object.ts";
import { isAnother } from "../object/fingerprint.ts";
import type { RepoObject } from "../repo/repo_object.ts";
import { same } from "../schema/same.ts";
import {
  changesIn,
  type KeyChange,
  type KeyPlan,
  lookAtKeys,
  messageOn,
} from "./key_changes.ts";
import {
  keyIn,
  keyRoutes,
  noteKeys,
  noteSet,
  noteUnclear,
  otherKind,
  recordKeys,
} from "./keys.ts";
import type { SpacePlan } from "./schema.ts";
import type { SpaceView } from "./wire.ts";

/** A change of keys that is sent. */
interface KeyUpdate extends KeyChange {
  readonly target: RepoObject;
  readonly note: (view: Partial<SpaceView>) => void;
}

/** Looks at keys, and returns what makes them as planned. */
export async function prepareKeys(
  target: RepoObject,
  plan: KeyPlan & { readonly planned: SpacePlan },
  note: KeyUpdate["note"],
): Promise<() => Promise<void>> {
  const { id, context } = target;
  const all: KeyUpdate[] = [];
  for (const change of changesIn(plan)) {
    const looked = await lookAtKeys(id, change, context);
    const refused = messageOn("refuse", looked);
    if (refused !== undefined) throw failure(...refused);
    const left = messageOn("leave", looked);
    if (left !== undefined) context.diagnostics.addWarning(...left);
    const writes = looked.writes
      .filter(({ does }) => does !== "leave" && does !== "gone");
    if (writes.length > 0) all.push({ ...looked, target, note, writes });
    else if (left !== undefined && change.kind === "secret") {
      // They are given up, and no later plan warns of them.
      recordKeys("secret", context, looked.there, looked.kept);
    }
  }
  if (await context.refuseLate?.()) {
    for (const one of all) {
      for (const { key } of one.writes) await refuseTouched(one, key);
    }
  }
  const { secrets, secrets_wo_version, variables } = plan.planned;
  return async () => {
    for (const one of all) {
      await sendKeys(one);
      const isSecret = one.kind === "secret";
      note(isSecret ? { secrets, secrets_wo_version } : { variables });
    }
  };
}

/** Sends what was decided, and notes what each request has reached. */
async function sendKeys(sending: KeyUpdate): Promise<void> {
  const { kind, target, before, writeOnly, managed } = sending;
  const { client, context } = target;
  const now: Record<string, string> = { ...before };
  const imported = new Set(managed.imported);
  const adoptable = new Set(managed.adoptable);
  const seen = { ...sending.there };
  for (const { key, value, does } of sending.writes) {
    if (does !== "nothing") delete seen[key];
    if (value === undefined) {
      await sendUntilTaken(
        target,
        {
          send: (once) => keyRoutes(kind, client).delete(target.id, key, once),
          isThere: () => isUntouched(sending, key),
        },
        `delete the ${kind} ${key} of`,
        (_, isLost) => {
          const isTimed = keyIn(sending.there, key)?.updatedAt !== undefined;
          return Promise.resolve(!isLost || isTimed);
        },
      );
      delete now[key];
      if (adoptable.delete(key)) {
        noteKeys(context, "secrets_adoptable", adoptable);
      }
    } else {
      if (does !== "nothing") {
        imported.delete(key);
        const set = () => setKey(sending, key, value);
        const isClear = await attempt(`set the ${kind} ${key} of`, target, set);
        noteUnclear(kind, context, { [key]: value });
        if (!isClear) imported.add(key);
      }
      if (writeOnly && Object.hasOwn(writeOnly, key)) continue;
      now[key] = value;
    }
    const map = { ...now };
    sending.note(kind === "secret" ? { secrets: map } : { variables: map });
  }
  await noteSet(kind, target, { ...sending.kept, unclear: imported }, seen);
}

/** Whether nobody has set a key since it was looked at, of the same Space. */
async function isUntouched(
  { kind, target, there, beside: mine }: KeyUpdate,
  key: string,
  isSet = false,
): Promise<boolean> {
  if (!await isStill(target)) {
    throw isAnother(target, "changed", "its name leads to another one");
  }
  const { id, client, context: { signal } } = target;
  const list = await keyRoutes(kind, client).list(id, { signal });
  if (!same(keyIn(list, key), keyIn(there, key))) return false;
  if (!isSet || keyIn(there, key) !== undefined) return true;
  const beside = await keyRoutes(otherKind[kind], client).list(id, { signal });
  // A key of ours that becomes one of the other kind is deleted later.
  return keyIn(beside, key) === undefined ||
    Object.hasOwn(mine ?? {}, key);
}

/** Refuses a write of a key that somebody has set or deleted just now. */
async function refuseTouched(sending: KeyUpdate, key: string): Promise<true> {
  if (await isUntouched(sending, key, true)) return true;
  const { kind, id } = sending;
  throw failure(
    `The ${kind} ${key} of the Space ${id} was changed meanwhile`,
    "Somebody has set or deleted it since it was looked at, so it was not " +
      "sent. Plan again: the next plan says what becomes of it.",
    Path.root.attribute(`${kind}s`),
  );
}

/** Sets a key; false: it was set just now, by this apply or by somebody else. */
async function setKey(
  sending: KeyUpdate,
  key: string,
  value: string,
): Promise<boolean> {
  const { kind, target, there } = sending;
  const { id, client, context } = target;
  const { signal, diagnostics } = context;
  const routes = keyRoutes(kind, client);
  // Without it, what others have set there would go.
  const description = keyIn(there, key)?.description;
  const body = { key, value, description };
  try {
    await routes.set(id, body, {
      signal,
      async mayRepeat(error) {
        const look = refuseTouched(sending, key);
        // Of what may have been set, the lost answer is told.
        return await (mayHaveTakenEffect(error)
          ? look.catch(() => false)
          : look);
      },
    });
    return true;
  } catch (error) {
    if (!mayHaveTakenEffect(error)) throw error;
    if (kind === "variable") {
      const list = await routes.list(id, { signal });
      if (keyIn(list, key)?.value === value && await isStill(target)) {
        return true;
      }
      throw error;
    }
    if (await isUntouched(sending, key).catch(() => true)) {
      const adoptable = readNote(context, "secrets_adoptable") ?? [];
      noteKeys(context, "secrets_adoptable", [...adoptable, key]);
      throw error;
    }
    diagnostics.addWarning(
      `The answer to setting the secret ${key} of the Space ${id} was lost`,
      `${textOf(error)}. It was set just now, by this apply or by somebody ` +
        "else: the Hub shows nobody its value. So it stays planned, and the " +
        `next apply sets it. If it is somebody else's, take \`${key}\` out of ` +
        "`secrets` and `secrets_wo`.",
    );
    return false;
  }
}

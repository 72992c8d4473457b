/**
 * Changes of the secrets and variables of a Space: one request for each key that
 * changes, and none for what somebody else has set.
 *
 * @module
 */

import {
  failure,
  isUnknown,
  Path,
  type Unknown,
} from "@hf-terraform/framework";
import { mayHaveTakenEffect } from "@hf-terraform/client";
import { readNote } from "../object/notes.ts";
import { sendUntilTaken } from "../object/delete.ts";
import { quietContext } from "../object/losses.ts";
import { isStill } from "../object/identity.ts";
import { attempt, textOf } from "../object/remote_object.ts";
import { isAnother } from "../object/fingerprint.ts";
import type { RepoObject } from "../repo/repo_object.ts";
import { readRepository } from "../repo/repo_parent.ts";
import { same } from "../schema/same.ts";
import type { SpacePlanning } from "./plan.ts";
import type { SpacePlan, SpaceState } from "./schema.ts";
import type { SpaceView, Texts } from "./wire.ts";
import {
  isIntact,
  type KeptKeys,
  keyIn,
  type KeyKind,
  keyRoutes,
  type Keys,
  keyWords,
  kinds,
  managedKeys,
  noteKeys,
  noteSet,
  noteUnclear,
  otherKind,
  recordKeys,
  spaceKeyReads,
  type words,
} from "./keys.ts";

/** The keys of a state, a plan and a configuration. */
interface KeyPlan extends Pick<SpacePlanning, "planned" | "config"> {
  readonly prior: SpaceState;
}

/** A change of the secrets or variables. */
interface MapChange {
  readonly kind: KeyKind;
  readonly before: Texts | null;
  /** The keys of the other kind in the state. */
  readonly beside: Texts | null;
  readonly after: Texts | null;
  /** The keys that the plan shows, of both kinds. */
  readonly shown: readonly string[];
  /** Write-only secrets to send; undefined: they stay as they are. */
  readonly writeOnly: Texts | undefined;
}

/** The changes of a plan, but for a map that is unknown. */
function changesIn(
  { prior, planned, config: { secrets_wo: hidden } }: KeyPlan,
): readonly MapChange[] {
  const isSent = hidden === null ||
    planned.secrets_wo_version !== prior.secrets_wo_version;
  const shown = kinds.flatMap((kind) => Object.keys(planned[`${kind}s`] ?? {}));
  return kinds.flatMap((kind) => {
    const map = planned[`${kind}s`];
    const [before, after] = [prior[`${kind}s`], map && textsIn(map)];
    const beside = prior[`${otherKind[kind]}s`];
    const writeOnly = kind === "secret" && isSent
      ? textsIn(hidden ?? {})
      : undefined;
    return after === undefined
      ? []
      : { kind, before, beside, after, shown, writeOnly };
  });
}

/** The texts of a map, of which one that is unknown is like no other. */
function textsIn(map: object | Unknown): Texts | undefined {
  if (isUnknown(map)) return undefined;
  const all: [string, unknown][] = Object.entries(map);
  return Object.fromEntries(
    all.map(([key, value]) => [key, typeof value === "string" ? value : ""]),
  );
}

/** The key of a change, with what is planned and what is done about it. */
interface KeyWrite {
  readonly key: string;
  /** The planned value; undefined: it is to be deleted. */
  readonly value: string | undefined;
  readonly does:
    | "set"
    /** It is there as planned. */
    | "nothing"
    /** It is not there to be deleted. */
    | "gone"
    | keyof typeof words;
}

/** A change of keys that was looked at. */
interface KeyChange extends MapChange {
  /** The name of the Space. */
  readonly id: string;
  readonly managed: ReturnType<typeof managedKeys>;
  /** The keys that are managed after it. */
  readonly kept: KeptKeys;
  /** The keys that the Space had. */
  readonly there: Keys;
  /** Those of the other kind that stay there, as far as they were looked at. */
  readonly others: readonly string[];
  readonly writes: readonly KeyWrite[];
}

/** Looks at the keys that a change is about, if it is about any. */
async function lookAtKeys(
  id: string,
  change: MapChange,
  context: Pick<RepoObject["context"], "provider" | "signal" | "privateState">,
): Promise<KeyChange> {
  const { kind, before, after, writeOnly } = change;
  const known = managedKeys(kind, before, context);
  const kept = {
    inState: Object.keys(after ?? {}),
    writeOnly: (writeOnly ? Object.keys(writeOnly) : known.writeOnly)
      .filter((key) => !change.shown.includes(key)),
  };
  const stays = new Set([...kept.inState, ...kept.writeOnly]);
  const wanted: (readonly [key: string, value?: string])[] = [
    ...Object.entries(after ?? {}).filter(([key, value]) =>
      before?.[key] !== value
    ),
    ...Object.entries(writeOnly ?? {}),
    ...known.all.flatMap((key) => stays.has(key) ? [] : [[key] as const]),
  ];
  // The look right before has them, unless none was managed.
  const reads = spaceKeyReads[kind](context.provider);
  const there = wanted.length === 0 ? {} : await reads.get(id, context.signal);
  const changed = Object.keys(there)
    .filter((key) => !isIntact(there, key, known.setAt));
  const managed = { ...known, imported: [...known.imported, ...changed] };
  const isNew = ([key, value]: (typeof wanted)[number]) =>
    value !== undefined && keyIn(there, key) === undefined;
  const others = wanted.some(isNew)
    ? await othersOf(otherKind[kind], id, change.beside, context)
    : [];
  const looked = { ...change, id, managed, kept, there, others, writes: [] };
  const writes = wanted.map(([key, value]) => (
    { key, value, does: decideKeyWrite(looked, key, value) }
  ));
  return { ...looked, writes };
}

/** The keys of a kind that no change of the maps deletes. */
async function othersOf(
  kind: KeyKind,
  id: string,
  shown: Texts | null,
  { provider, signal, ...notes }: Parameters<typeof lookAtKeys>[2],
): Promise<readonly string[]> {
  const there = await spaceKeyReads[kind](provider).get(id, signal);
  const { all, setAt } = managedKeys(kind, shown, notes);
  return Object.keys(there)
    .filter((key) => !all.includes(key) || !isIntact(there, key, setAt));
}

/** Decides what is done about a key. */
function decideKeyWrite(
  { kind, before, managed, there, others }: KeyChange,
  key: string,
  value: string | undefined,
): KeyWrite["does"] {
  const now = keyIn(there, key);
  const isMine = managed.all.includes(key);
  const isFound = managed.adoptable.includes(key);
  const isUnclear = managed.imported.includes(key);
  const isAsSet = kind === "secret" ? !isUnclear : now?.value === before?.[key];
  if (value === undefined) {
    if (now === undefined) return isUnclear ? "gone" : "delete";
    return isUnclear || !isAsSet ? "leave" : isFound ? "drop" : "delete";
  }
  if (now === undefined && others.includes(key)) return "refuse";
  if (now === undefined || isMine && isAsSet) return "set";
  if (isMine || isFound) return "overwrite";
  return now.value === value ? "nothing" : "refuse";
}

/** The message on keys of a change, with its place; undefined: there are none. */
function messageOn(
  does: keyof typeof words,
  { kind, id, there, writeOnly = {}, writes }: KeyChange,
) {
  const keys = writes.filter((one) => one.does === does).map(({ key }) => key)
    .filter((key) => does !== "delete" || keyIn(there, key) !== undefined);
  const isHidden = Object.hasOwn(writeOnly, keys[0] ?? "");
  const map = isHidden ? "secrets_wo" : `${kind}s`;
  return keys.length === 0 ? undefined : [
    ...keyWords(does, kind, id, keys, map),
    Path.root.attribute(map),
  ] as const;
}

/** Warns of keys that may be somebody else's, which an update is about. */
export async function warnOfKeys(
  { prior, requiresReplace, ...planning }: SpacePlanning & {
    readonly requiresReplace: readonly Path[];
  },
): Promise<void> {
  const { provider, diagnostics } = planning;
  if (prior === null || provider.isApplying) return;
  const { id, space_id: repository_id } = prior;
  const repository = id ?? "";
  const named = { repository, repository_type: "space", repository_id };
  // Notes its name: a state that was not refreshed may have a former one.
  await readRepository(named, quietContext(planning)).catch(() => undefined);
  if (requiresReplace.length > 0) return;
  for (const change of changesIn({ ...planning, prior })) {
    const looked = await lookAtKeys(repository, change, planning)
      .catch(() => {
        diagnostics.addWarning(
          `No plan shows who has set ${change.kind}s of the Space ${id}`,
          "The service does not tell it now. Those of this resource that " +
            "somebody else has set since are overwritten. To see them first, " +
            "plan again.",
          Path.root.attribute(`${change.kind}s`),
        );
      });
    for (
      const does of ["refuse", "leave", "overwrite", "delete", "drop"] as const
    ) {
      // The map of a state shows which variables go.
      if (does === "delete" && change.kind === "variable") continue;
      const said = looked && messageOn(does, looked);
      if (said !== undefined) diagnostics.addWarning(...said);
    }
  }
}

/** A change of keys that is sent. */
interface KeyUpdate extends KeyChange {
  readonly target: RepoObject;
  readonly note: (view: Partial<SpaceView>) => void;
}

/**
 * Looks at the secrets and variables; returns what makes of them what is
 * planned. One that somebody else has set is an error.
 */
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

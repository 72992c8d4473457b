/**
 * The secrets and variables of a Space: their routes, and what is kept of them
 * beside the state: never a value, but when each was set, as the Hub tells it.
 *
 * @module
 */

import { type Detail, isUnknown, Path } from "@hf-terraform/framework";
import type {
  CallOptions,
  HuggingFace,
  KeyValue,
  SpaceSecret,
  SpaceVariable,
} from "@hf-terraform/client";
import { type Claim, objectClaim } from "../object/claims.ts";
import { keepNote, type PrivateNotes, readNote } from "../object/notes.ts";
import { importCommand } from "../object/remote_object.ts";
import type { RepoObject } from "../repo/repo_object.ts";
import { readRepo } from "../repo/repo_reader.ts";
import type { ProviderContext } from "../provider_data.ts";
import { sharedList } from "../reads/per_provider.ts";
import type { SpacePlanning } from "./plan.ts";
import type { Texts } from "./wire.ts";

export const kinds = ["secret", "variable"] as const;

export type KeyKind = (typeof kinds)[number];

/** The kinds as sentences begin with them. */
const titles = { secret: "Secret", variable: "Variable" } as const;

/** The kind of key whose names a kind may not have. */
export const otherKind = { secret: "variable", variable: "secret" } as const;

/** The Hub's list by key; of a secret no value. */
export type Keys = Readonly<
  Record<string, SpaceSecret & Partial<SpaceVariable>>
>;

export function keyIn(keys: Keys, key: string): Keys[string] | undefined {
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}

/** The Hub's list of a Space's keys, read once for all of them. */
export const spaceKeyReads = {
  secret: sharedList(({ spaces }, id) => spaces.getSecrets(id)),
  variable: sharedList(({ spaces }, id) => spaces.getVariables(id)),
};

/** The routes of the secrets or the variables of a Space. */
interface KeyRoutes {
  list(id: string, call: CallOptions): Promise<Keys>;
  set(id: string, body: KeyValue, call: CallOptions): Promise<unknown>;
  delete(id: string, key: string, call: CallOptions): Promise<unknown>;
}

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

/** The secrets and variables of a Space, each with when it was set. */
export async function keysOf(
  ids: Parameters<typeof readRepo>[1],
  { provider, signal }: ProviderContext,
): Promise<readonly string[]> {
  const found = await readRepo("space", ids, { provider, signal });
  if (found === undefined) return [];
  const lists = kinds.map(async (kind) => {
    const list = await spaceKeyReads[kind](provider).get(found.id, signal);
    return Object.entries(list).map(([key, { updatedAt = "" }]) =>
      `the ${kind} ${key} of ${updatedAt}`
    );
  });
  return (await Promise.all(lists)).flat();
}

/** Notes secrets beside the state, in place of those that are noted there. */
export function noteKeys(
  notes: PrivateNotes,
  name: `secrets_${"write_only" | "adoptable"}`,
  keys: Iterable<string>,
): void {
  const all = [...new Set(keys)].sort();
  keepNote(notes, name, all.length > 0 ? all : undefined);
}

/** In place of when a key was set: nobody knows by whom. */
const UNCLEAR = "";

/** In place of when a key was set: another provider's state has brought it. */
export const BROUGHT = "brought";

/** The keys of a kind that are managed. */
export interface KeptKeys {
  /** Those that the state holds. */
  readonly inState: readonly string[];
  /** Those that only the configuration holds. */
  readonly writeOnly: readonly string[];
  /** Those of them that may be somebody else's. */
  readonly unclear?: ReadonlySet<string>;
}

/** Notes which keys are managed, and when each was set; no list: it is unclear. */
export function recordKeys(
  kind: KeyKind,
  notes: PrivateNotes,
  list: Keys | undefined,
  { inState, writeOnly, unclear }: KeptKeys,
): void {
  const before = readNote(notes, `${kind}s_set_at`) ?? {};
  const times = [...inState, ...writeOnly].flatMap((key) => {
    if (before[key] === BROUGHT) return [[key, BROUGHT] as const];
    // A list that lags behind does not show it.
    const told = list
      ? (keyIn(list, key) ?? { updatedAt: UNCLEAR }).updatedAt
      : before[key] ?? UNCLEAR;
    const at = unclear?.has(key) ? UNCLEAR : told;
    return at === undefined ? [] : [[key, at] as const];
  });
  keepNote(notes, `${kind}s_set_at`, Object.fromEntries(times));
  if (kind === "secret") noteKeys(notes, "secrets_write_only", writeOnly);
}

/** Notes that of the keys of a map nobody knows who has set them. */
export function noteUnclear(
  kind: KeyKind,
  notes: PrivateNotes,
  keys: object | null,
  how = UNCLEAR,
): void {
  const name = `${kind}s_set_at` as const;
  const times = Object.keys(keys ?? {}).map((key) => [key, how]);
  keepNote(notes, name, {
    ...readNote(notes, name),
    ...Object.fromEntries(times),
  });
}

/** Whether a key is there, and is still as it was set here. */
export function isIntact(list: Keys, key: string, times: Texts): boolean {
  const now = keyIn(list, key);
  const before = Object.hasOwn(times, key) ? times[key] : undefined;
  if (now === undefined || before === UNCLEAR) return false;
  const { updatedAt: at = before } = now;
  return before === undefined || before === BROUGHT || at === before;
}

/** Lists the keys of a kind and records them, but for those that were `seen`. */
export async function noteSet(
  kind: KeyKind,
  { id, client, context }: RepoObject,
  managed: KeptKeys,
  seen: Keys = {},
): Promise<void> {
  const { signal, log } = context;
  const list = await keyRoutes(kind, client).list(id, { signal })
    .catch((error) => {
      log.warn(`The ${kind}s could not be listed`, { space: id, error });
      return undefined;
    });
  recordKeys(kind, context, list && { ...list, ...seen }, managed);
}

/** The keys of a kind that are managed, by what a state shows and notes. */
export function managedKeys(
  kind: KeyKind,
  shown: object | null,
  notes: PrivateNotes,
) {
  const all = new Set(Object.keys(shown ?? {}));
  const setAt = readNote(notes, `${kind}s_set_at`) ?? {};
  // Those that may be somebody else's, and that no apply has set since.
  const imported = new Set(
    Object.keys(setAt)
      .filter((key) => setAt[key] === UNCLEAR || setAt[key] === BROUGHT),
  );
  const known = { all, imported, setAt };
  if (kind === "variable") {
    return { ...known, writeOnly: [], adoptable: new Set<string>() };
  }
  const writeOnly = readNote(notes, "secrets_write_only") ?? [];
  const adoptable = new Set(readNote(notes, "secrets_adoptable"));
  // A key that was set elsewhere is no longer in the state, but still ours.
  for (const key of [...writeOnly, ...Object.keys(setAt)]) all.add(key);
  return { ...known, writeOnly, adoptable };
}

/** The origin of keys that may be somebody else's. */
const whoSet =
  "They came by an import or a move, or were set again since the " +
  "last apply, or could not be read after that, such as where it was killed.";

/** The words on keys that are, or may be, somebody else's. */
export const words = {
  refuse: [
    "are there already",
    "Somebody else has set them, maybe a `huggingface_space_KIND`, or set the " +
    "other kind under their names; or an apply that was killed. No apply " +
    "changes them, as two that manage one key would undo each other's work, " +
    "and a Space that has a secret and a variable of one name may not start. " +
    "Take them out of `MAP` here, or out of the other place. Or delete them on " +
    "the page of the Space and apply again. Or take them over, by importing " +
    "the Space again: `terraform state rm ADDRESS`, then",
  ],
  leave: [
    "stay there",
    `${whoSet} So they may be somebody else's, such as a ` +
    "`huggingface_space_KIND`'s. To manage them here, name them in `MAP` now: " +
    "once this is applied, that takes another import of the Space. To delete " +
    "them, do so on the page of the Space.",
  ],
  overwrite: [
    "are overwritten",
    `${whoSet} What they are now is lost: the Hub shows nobody the value of a ` +
    "secret. To keep them, take them out of `MAP`, or a " +
    "`huggingface_space_KIND` out of the state: `terraform state rm ADDRESS`.",
  ],
  delete: [
    "are deleted",
    "They are not configured any more, and nobody can read their values back. " +
    "To keep them, leave them in `MAP`.",
  ],
  drop: [
    "are deleted",
    "An import found them before an apply set them, so somebody else may need " +
    "them. To keep them, leave them in `MAP`.",
  ],
} as const;

/** The summary and detail of a message on keys of a Space. */
export function keyWords(
  does: keyof typeof words,
  kind: KeyKind,
  id: string,
  keys: readonly string[],
  map = `${kind}s`,
): readonly [summary: string, detail: Detail] {
  const [how, why] = words[does];
  const detail = why.replace("KIND", kind).replace("MAP", map);
  return [
    `${titles[kind]}s of the Space ${id} ${how}: ${keys.join(", ")}`,
    does === "refuse" ? [detail, importCommand({ id })] : detail,
  ];
}

/** The claim of a key of a Space, of which there is one, whatever its kind. */
export function keyClaim(space: string, key: string): Claim {
  const within = `spaces/${space}`;
  return { ...objectClaim("key", `${space}/${key}`, key), within };
}

/** The claims of a Space: itself, and the keys of the maps. */
export function spaceClaims(
  { id }: SpacePlanning["planned"],
  config: SpacePlanning["config"],
  notes?: PrivateNotes,
): readonly Claim[] {
  if (typeof id !== "string") return [];
  const { variables, secrets, secrets_wo } = config;
  const maps = { variables, secrets, secrets_wo };
  const configured = Object.entries(maps).flatMap(([name, map]) =>
    map === null || isUnknown(map) ? [] : Object.keys(map)
      .map((key) => ({ key, at: Path.root.attribute(name).key(key) }))
  );
  // The keys of a state that would go if the plan did not name them any more.
  const keys = notes === undefined ? configured : kinds.flatMap((kind) => {
    const { all, imported } = managedKeys(kind, config[`${kind}s`], notes);
    return [...all].flatMap((key) => imported.has(key) ? [] : { key });
  });
  return [
    objectClaim("Space", id),
    ...keys.map(({ key, ...at }) => ({ ...keyClaim(id, key), ...at })),
  ];
}

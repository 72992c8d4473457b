/**
 * Changes of the secrets and variables of a Space: what a plan says of each key,
 * and what is decided about it.
 *
 * @module
 */

import { isUnknown, Path, type Unknown } from "@hf-terraform/framework";
import { quietContext } from "../object/losses.ts";
import type { RepoObject } from "../repo/repo_object.ts";
import { readRepository } from "../repo/repo_parent.ts";
import type { SpacePlanning } from "./plan.ts";
import type { SpaceState } from "./schema.ts";
import type { Texts } from "./wire.ts";
import {
  isIntact,
  type KeptKeys,
  keyIn,
  type KeyKind,
  type Keys,
  keyWords,
  kinds,
  managedKeys,
  otherKind,
  spaceKeyReads,
  type words,
} from "./keys.ts";

/** The keys of a state, a plan and a configuration. */
export interface KeyPlan extends Pick<SpacePlanning, "planned" | "config"> {
  readonly prior: SpaceState;
}

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
export function changesIn(
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
export interface KeyChange extends MapChange {
  /** The name of the Space. */
  readonly id: string;
  readonly managed: ReturnType<typeof managedKeys>;
  /** The keys that are managed after it. */
  readonly kept: KeptKeys;
  /** The keys that the Space had. */
  readonly there: Keys;
  /** Those of the other kind that stay there, as far as they were looked at. */
  readonly others: ReadonlySet<string>;
  readonly writes: readonly KeyWrite[];
}

/** Looks at the keys that a change is about, if it is about any. */
export async function lookAtKeys(
  id: string,
  change: MapChange,
  context: Pick<RepoObject["context"], "provider" | "signal" | "privateState">,
): Promise<KeyChange> {
  const { kind, before, after, writeOnly } = change;
  const managed = managedKeys(kind, before, context);
  const kept = {
    inState: Object.keys(after ?? {}),
    writeOnly: (writeOnly ? Object.keys(writeOnly) : managed.writeOnly)
      .filter((key) => !change.shown.includes(key)),
  };
  const stays = new Set([...kept.inState, ...kept.writeOnly]);
  const wanted: (readonly [key: string, value?: string])[] = [
    ...Object.entries(after ?? {}).filter(([key, value]) =>
      before?.[key] !== value
    ),
    ...Object.entries(writeOnly ?? {}),
    ...[...managed.all].flatMap((key) =>
      stays.has(key) ? [] : [[key] as const]
    ),
  ];
  // The look right before has them, unless none was managed.
  const reads = spaceKeyReads[kind](context.provider);
  const there = wanted.length === 0 ? {} : await reads.get(id, context.signal);
  for (const key of Object.keys(there)) {
    if (!isIntact(there, key, managed.setAt)) managed.imported.add(key);
  }
  const isNew = ([key, value]: (typeof wanted)[number]) =>
    value !== undefined && keyIn(there, key) === undefined;
  const others = wanted.some(isNew)
    ? await othersOf(otherKind[kind], id, change.beside, context)
    : new Set<string>();
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
): Promise<ReadonlySet<string>> {
  const there = await spaceKeyReads[kind](provider).get(id, signal);
  const { all, setAt } = managedKeys(kind, shown, notes);
  return new Set(
    Object.keys(there)
      .filter((key) => !all.has(key) || !isIntact(there, key, setAt)),
  );
}

function decideKeyWrite(
  { kind, before, managed, there, others }: KeyChange,
  key: string,
  value: string | undefined,
): KeyWrite["does"] {
  const now = keyIn(there, key);
  const isMine = managed.all.has(key);
  const isFound = managed.adoptable.has(key);
  const isUnclear = managed.imported.has(key);
  const isAsSet = kind === "secret" ? !isUnclear : now?.value === before?.[key];
  if (value === undefined) {
    if (now === undefined) return isUnclear ? "gone" : "delete";
    return isUnclear || !isAsSet ? "leave" : isFound ? "drop" : "delete";
  }
  if (now === undefined && others.has(key)) return "refuse";
  if (now === undefined || isMine && isAsSet) return "set";
  if (isMine || isFound) return "overwrite";
  return now.value === value ? "nothing" : "refuse";
}

/** The message on keys of a change, with its place; undefined: there are none. */
export function messageOn(
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

import { isApiError, type RepoInfo } from "@hf-terraform/client";
import type { SpaceState } from "./schema.ts";
import type { SpaceFacts, SpaceView, Texts } from "./wire.ts";
import {
  isIntact,
  noteKeys,
  noteUnclear,
  recordKeys,
  spaceKeyReads,
} from "./keys.ts";
import { cardKeys, cardTextsOf } from "./card.ts";
import { keepNote, readNote } from "../object/notes.ts";
import { orGone } from "../object/remote_object.ts";
import { filesIn, knownIn } from "../repo/file_content.ts";
import { contentsNow, readFiles } from "../repo/managed_files.ts";
import { repoUrl } from "../schema/ids.ts";
import {
  regionOf,
  type RepoObject,
  visibilityIn,
} from "../repo/repo_object.ts";
import { repoReads } from "../repo/repo_reader.ts";

export function viewOf(
  info: RepoInfo | SpaceView,
  { visibility, variables, secrets, secrets_wo_version, files }: SpaceFacts,
  { context: { provider: { hubUrl } } }: {
    readonly context: Pick<RepoObject["context"], "provider">;
  },
): SpaceView {
  const [namespace = "", name = ""] = info.id.split("/");
  const { hardware, ...rest } = info.runtime ?? {};
  const isStatic = info.sdk === "static";
  const region = info.region ?? regionOf(info);
  return {
    ...info,
    ...region !== undefined && { region },
    namespace,
    name,
    url: repoUrl("space", info.id, hubUrl),
    visibility: visibility ?? visibilityIn(info),
    runtime: {
      ...rest,
      ...isStatic ? { hardware: null } : hardware && { hardware },
    },
    variables,
    secrets,
    secrets_wo_version,
    files,
  };
}

/** Reads what a Space has beside its information, if that is managed. */
export async function readView(
  info: RepoInfo,
  /** The state so far; null: an import. */
  kept: SpaceState | null,
  target: RepoObject,
): Promise<SpaceView> {
  const hasVolumes = kept === null || (kept.volumes?.length ?? 0) > 0;
  const [whole, card, visible, variables, secrets, files] = await Promise.all([
    withRuntime(info, hasVolumes && info.sdk !== "static", target),
    cardIn(info, target),
    visibilityOf(info, kept, target),
    variablesOf(kept, target),
    kept === null ? noteFound(target) : keptSecrets(kept, target),
    filesOf(info, kept, target),
  ]);
  keepNote(target.context, "seen_commit", info.sha);
  const facts = { visibility: visible, variables, files, ...secrets };
  return viewOf({ ...whole, ...card }, facts, target);
}

/** The card: an answer without one does not tell whether there is none. */
async function cardIn(
  { cardData, sha }: RepoInfo,
  target: RepoObject,
): Promise<Pick<RepoInfo, "cardData">> {
  const isTold = cardData !== undefined || sha === undefined;
  if (isTold || isSeen(sha, target)) return {};
  const { client: { files }, context: { signal } } = target;
  const readme = await orGone(
    files.read(target, "README.md", { revision: sha }, { signal }),
  );
  const textOf = await cardTextsOf(readme ?? "");
  const texts = cardKeys.map((key) => [key, textOf(key)]);
  return { cardData: Object.fromEntries(texts) };
}

/** Reads the Space after a change until it is as planned. */
export async function wholeInfoOf(
  target: RepoObject,
  { volumes }: { readonly volumes: readonly unknown[] | null },
): Promise<RepoInfo> {
  const hasVolumes = (volumes?.length ?? 0) > 0;
  const { id, reader, context: { signal } } = target;
  return await withRuntime(await reader.find(id, signal), hasVolumes, target);
}

/** The information with the runtime, which is asked for if it lacks volumes. */
async function withRuntime(
  info: RepoInfo,
  hasVolumes: boolean,
  { id, client, context: { signal } }: RepoObject,
): Promise<RepoInfo> {
  const isWhole = info.runtime !== undefined &&
    (!hasVolumes || info.runtime.volumes !== undefined);
  if (isWhole) return info;
  const runtime = await client.spaces.getRuntime(id, { signal });
  return { ...info, runtime: { ...runtime, volumes: runtime.volumes ?? [] } };
}

/** The information does not tell protected from private Spaces. */
async function visibilityOf(
  info: RepoInfo,
  kept: SpaceState | null,
  { context: { provider, signal } }: RepoObject,
): Promise<string | undefined> {
  const isProtected = kept?.visibility === "protected";
  if (info.private === false && !isProtected) return undefined;
  return await repoReads.space(provider).visibility(info, signal) ??
    (isProtected ? "protected" : undefined);
}

/** Those that are managed; an import takes all there are. */
async function variablesOf(
  kept: SpaceState | null,
  { id, context }: RepoObject,
): Promise<Texts | undefined> {
  if (kept !== null && kept.variables === null) return undefined;
  const { provider, signal } = context;
  const all = await spaceKeyReads.variable(provider).get(id, signal);
  const managed = kept?.variables ?? all;
  if (kept === null) noteUnclear("variable", context, all);
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => Object.hasOwn(managed, key))
      .map(([key, { value }]) => [key, value ?? kept?.variables?.[key] ?? ""]),
  );
}

async function keptSecrets(
  kept: SpaceState,
  { id, context }: RepoObject,
): Promise<SpaceFacts> {
  const { provider, signal } = context;
  const { secrets, secrets_wo_version } = kept;
  const inState = Object.keys(secrets ?? {});
  const writeOnly = readNote(context, "secrets_write_only") ?? [];
  // Which of them are managed was lost, too: see `isLost`.
  const isUnclear = context.privateState.isLost && secrets_wo_version !== null;
  if (!isUnclear && inState.length + writeOnly.length === 0) {
    return { secrets, secrets_wo_version };
  }
  const list = await spaceKeyReads.secret(provider).get(id, signal);
  if (isUnclear) noteUnclear("secret", context, list);
  const times = readNote(context, "secrets_set_at") ?? {};
  const isSame = (key: string) => isIntact(list, key, times);
  const all = [...inState, ...writeOnly];
  // What was never seen since it was set counts as set here.
  if (all.some((key) => !Object.hasOwn(times, key)) && all.every(isSame)) {
    recordKeys("secret", context, list, { inState, writeOnly });
  }
  return {
    secrets: secrets && Object.fromEntries(
      Object.entries(secrets).filter(([key]) => isSame(key)),
    ),
    secrets_wo_version: !isUnclear && writeOnly.every(isSame)
      ? secrets_wo_version
      : null,
  };
}

/** An import cannot know values, but which keys it may take over. */
async function noteFound({ id, context }: RepoObject): Promise<SpaceFacts> {
  const { provider, signal } = context;
  try {
    const list = await spaceKeyReads.secret(provider).get(id, signal);
    noteKeys(context, "secrets_adoptable", Object.keys(list));
  } catch (error) {
    if (!isApiError(error, 403)) throw error;
  }
  return {};
}

/** Whether the state has the files of a commit: an apply may end at a later one. */
export function isSeen(
  sha: string | undefined,
  { context }: RepoObject,
): boolean {
  return sha !== undefined && sha === readNote(context, "seen_commit");
}

async function filesOf(
  { sha }: RepoInfo,
  kept: SpaceState | null,
  target: RepoObject,
): Promise<Texts | undefined> {
  if (!kept?.files) return undefined;
  const { files } = kept;
  if (isSeen(sha, target)) return files;
  const at = { repo: target, context: target.context };
  const wanted = knownIn(filesIn({ files }));
  const paths = Object.keys(files);
  const found = await readFiles(at, { branch: "main" }, paths, { wanted });
  return found && contentsNow(found.files, files, "text");
}

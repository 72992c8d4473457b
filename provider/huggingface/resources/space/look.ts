/**
 * Looking at a Space: everything that its state is made of.
 *
 * @module
 */

import {
  isApiError,
  type RepoInfo,
  type SpaceVariable,
  type Visibility,
} from "../../../../mod.ts";
import {
  addAdoptable,
  isIntact,
  recordSecrets,
  setTimes,
  writeOnlyKeys,
} from "./secrets.ts";
import { type SeenSpace, stateOf } from "./state.ts";
import { hubUrlOf, type Target, withRuntime } from "./target.ts";
import type { SpaceState } from "./types.ts";

/**
 * The state of a Space. It asks for secrets and variables only where they are
 * managed, and for files only if there was a commit since.
 *
 * @param info What the Hub says of it.
 * @param kept The state so far; null: an import.
 */
export async function look(
  info: RepoInfo,
  kept: SpaceState | null,
  target: Target,
): Promise<SpaceState> {
  const hasVolumes = kept === null || (kept.volumes?.length ?? 0) > 0;
  const [whole, visibility, variables, secrets, files] = await Promise.all([
    withRuntime(info, hasVolumes && info.sdk !== "static", target),
    visibilityOf(info, kept, target),
    variablesOf(kept, target),
    kept === null ? foundSecrets(target) : keptSecrets(kept, target),
    filesOf(info, kept, target),
  ]);
  const seen: SeenSpace = {
    info: whole,
    visibility,
    variables,
    files,
    ...secrets,
  };
  return stateOf(seen, { kept, hubUrl: hubUrlOf(target) });
}

/** The information does not tell protected from private Spaces. */
async function visibilityOf(
  info: RepoInfo,
  kept: SpaceState | null,
  { context: { provider, signal } }: Target,
): Promise<Visibility | undefined> {
  return info.private === false && kept?.visibility !== "protected"
    ? undefined
    : await provider.spaces.visibility(info, signal);
}

async function variablesOf(
  kept: SpaceState | null,
  { id, context: { provider, signal } }: Target,
): Promise<Readonly<Record<string, SpaceVariable>> | undefined> {
  if (kept !== null && kept.variables === null) return undefined;
  return await provider.spaces.variables(id, signal);
}

type SeenSecrets = Pick<SeenSpace, "intactSecrets" | "hasForeignSecret">;

async function keptSecrets(
  kept: SpaceState,
  { id, context }: Target,
): Promise<SeenSecrets> {
  const { provider, signal, privateState } = context;
  const inState = Object.keys(kept.secrets ?? {});
  const writeOnly = writeOnlyKeys(privateState);
  if (inState.length + writeOnly.length === 0) return {};
  const list = await provider.spaces.secrets(id, signal);
  const times = setTimes(privateState);
  const isSame = (key: string) => isIntact(list, key, times);
  const all = [...inState, ...writeOnly];
  // What was never seen since it was set counts as set here.
  if (all.some((key) => !Object.hasOwn(times, key)) && all.every(isSame)) {
    recordSecrets(privateState, list, { inState, writeOnly });
  }
  return {
    intactSecrets: new Set(inState.filter(isSame)),
    hasForeignSecret: !writeOnly.every(isSame),
  };
}

/** An import cannot know values, but which keys it may take over. */
async function foundSecrets(
  { id, context }: Target,
): Promise<SeenSecrets> {
  const { provider, signal, privateState } = context;
  try {
    const list = await provider.spaces.secrets(id, signal);
    addAdoptable(privateState, Object.keys(list));
  } catch (error) {
    if (!isApiError(error, 403)) throw error;
  }
  return {};
}

async function filesOf(
  { sha }: RepoInfo,
  kept: SpaceState | null,
  { id, client, context: { signal } }: Target,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (!kept?.files) return undefined;
  if (sha !== undefined && sha === kept.sha) return kept.files;
  const files: Record<string, string> = {};
  for (const path of Object.keys(kept.files)) {
    try {
      files[path] = await client.files.read({ type: "space", id }, path, {
        signal,
      });
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
    }
  }
  return files;
}

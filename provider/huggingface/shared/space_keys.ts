/**
 * What `huggingface_space_variable` and `huggingface_space_secret` have in
 * common: a key of a Space that is told by its stable id.
 *
 * @module
 */

import {
  type DiagnosticsError,
  failure,
  type OperationContext,
  Path,
} from "../../framework/mod.ts";
import { isApiError } from "../../../mod.ts";
import type { KeyKind } from "./claims.ts";
import { explain } from "./errors.ts";
import { parseSpaceId } from "./ids.ts";
import type { HuggingFaceProvider } from "./provider_data.ts";

/** What an operation on a key is given. */
export type KeyContext = OperationContext<HuggingFaceProvider>;

/** A key of a Space. */
export interface SpaceKey {
  /** A secret or a variable. */
  readonly kind: KeyKind;
  /** Namespace and name of the Space. */
  readonly space: string;
  /** The key. */
  readonly key: string;
}

/** The Space of a key as the Hub knows it now. */
export interface FoundSpace {
  /** Namespace and name. */
  readonly id: string;
  /** The id that stays. */
  readonly spaceId: string;
}

/** Runs a call about a key, with errors that say what to do. */
export async function aboutKey<T>(
  verb: string,
  { kind, space, key }: SpaceKey,
  { provider }: KeyContext,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw await explain(error, {
      summary: `Cannot ${verb} the ${kind} ${key} of the Space ${space}`,
      provider,
      namespace: space.split("/")[0] ?? "",
      permission: "the permission `repo.write`",
    });
  }
}

/** The Space that has this name, or had it before it was renamed. */
export async function findSpace(
  space: string,
  { provider, signal }: KeyContext,
): Promise<FoundSpace> {
  const client = await provider.client();
  const { _id, id } = await client.repos.info({ type: "space", id: space }, {
    expand: ["author"],
    signal,
  });
  return { id, spaceId: _id };
}

/**
 * The Space of a state; undefined if it is surely gone.
 *
 * @param space Its name when it was last seen.
 * @param spaceId The id that stays; null if it was never seen.
 */
export async function followSpace(
  space: string,
  spaceId: string | null,
  { provider, signal }: KeyContext,
): Promise<FoundSpace | undefined> {
  const { namespace, name } = parseSpaceId(space);
  const found = await provider.spaces.read(
    { namespace, name, stableId: spaceId },
    signal,
  );
  return found === undefined ? undefined : { id: found.id, spaceId: found._id };
}

/**
 * The Space of a state, asked for right before a write: its name may belong to
 * another Space by now, which must not get the value.
 *
 * @throws {DiagnosticsError} If it is gone.
 */
export async function sameSpace(
  kind: KeyKind,
  state: {
    readonly space: string;
    readonly space_id: string | null;
    readonly key: string;
  },
  context: KeyContext,
): Promise<FoundSpace> {
  const { space, space_id, key } = state;
  const found = await aboutKey("set", { kind, space, key }, context, () => {
    context.provider.spaces.forget();
    return followSpace(space, space_id, context);
  });
  if (found !== undefined) return found;
  throw failure(
    `Cannot set the ${kind} ${key}: its Space is gone`,
    `No Space has the stable id ${space_id} any longer, which was called ` +
      `${space}. Nothing was set: another Space may have this name. Run ` +
      "`terraform plan` to see what is left to do.",
    Path.root.attribute("space"),
  );
}

/** Reads a map of keys; undefined if the Space is gone meanwhile. */
export async function keysOf<T>(
  read: () => Promise<Readonly<Record<string, T>>>,
): Promise<Readonly<Record<string, T>> | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isApiError(error, 404)) return undefined;
    throw error;
  }
}

/** The error of a key that somebody else has set. */
export function keyIsTaken({ kind, space, key }: SpaceKey): DiagnosticsError {
  return failure(
    `The ${kind} ${key} of the Space ${space} is there already`,
    "Somebody else has set it: by hand, or the `" + kind + "s` of a " +
      "`huggingface_space`. Nothing was changed, as two that manage one key " +
      `would undo each other's work. If \`${kind}s\` of a \`huggingface_space\` ` +
      `has \`${key}\`, take it out there; else import it:\n\n` +
      `  terraform import ADDRESS ${space}/${key}`,
    Path.root.attribute("key"),
  );
}

/** Claims a key while planning, or reports who has it. */
export function claimKey(
  key: SpaceKey,
  { provider, diagnostics }: KeyContext,
): void {
  if (provider.claims.claim("single", key)) return;
  diagnostics.addError(
    `Two resources manage the ${key.kind} ${key.key} of ${key.space}`,
    `The \`${key.kind}s\` of a \`huggingface_space\` has \`${key.key}\` too, ` +
      "which would undo each other's work. Keep one of the two.",
    Path.root.attribute("key"),
  );
}

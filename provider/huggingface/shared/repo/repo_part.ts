/**
 * What the resources of a repository's branches, tags, files and grants have
 * in common: the repository is identified by its stable id, and its new name is no
 * change of them.
 *
 * @module
 */

import {
  failure,
  isUnknown,
  Path,
  s,
  types,
  type Unknown,
  v,
  type Value,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import { isApiError, type RepoRef } from "@hf-terraform/client";
import type { RemoteObject } from "../object/remote_object.ts";
import { identify, look } from "../object/identity.ts";
import { attempt, orGone } from "../object/remote_object.ts";
import { identityOf } from "../object/bound.ts";
import {
  decoded,
  hubHosts,
  parsePartId,
  parseRepoAddress,
  type RepoAddress,
  repoKindOf,
  repoPath,
} from "../ids.ts";
import {
  findByStableId,
  infoOf,
  type RepoObject,
  repoObject,
  repoOf,
} from "./repo_object.ts";
import { typedRepoId } from "../validators.ts";

/** What an operation on a part of a repository is given. */
export type PartContext = RemoteObject["context"];

/** The repository of a part, in a state or plan. */
export interface Owned {
  /** Namespace and name, as configured. */
  readonly repository: string;
  /** What it is. */
  readonly repository_type: string;
  /** The id that stays; null or unknown: it was never seen. */
  readonly repository_id: string | Unknown | null;
}

/** What bodies and answers have of the repository of a part. */
export interface OwnedJson {
  /** As in {@linkcode Owned}. */
  readonly repository: string;
  /** As in {@linkcode Owned}. */
  readonly repositoryType: string;
}

/** An answer about a part of a repository. */
export interface OwnedAnswer extends OwnedJson {
  /** As in {@linkcode Owned}. */
  readonly repositoryId: string;
}

/** The repository of a state or plan, as an answer has it. */
export function ownerAnswer(
  { repository, repository_type: repositoryType }: Omit<Owned, "repository_id">,
  repositoryId: string,
): OwnedAnswer {
  return { repository, repositoryType, repositoryId };
}

const b = bindingTo<{
  readonly create: OwnedJson;
  readonly update: Readonly<Record<never, never>>;
  readonly answer: OwnedAnswer;
}>();

/** The attributes that lead to the repository of a part. */
export const ownerAttributes = {
  repository: b.at("repository", types.string, {
    required: true,
    description: "The repository: `namespace/name`. It is followed by its " +
      "stable id: a new name is no other repository, and replaces nothing.",
    validators: [typedRepoId()],
    change: "via",
  }),
  repository_type: b.at("repositoryType", types.string, {
    optional: true,
    default: "model",
    description: "What the repository is: `model`, `dataset` or `space`. " +
      "Default `model`.",
    validators: [v.oneOf("model", "dataset", "space")],
    change: "immutable",
  }),
  repository_id: b.shown("repositoryId", types.string, {
    computed: true,
    description: "The id of the repository that stays when it is renamed: " +
      "24 hex digits.",
    key: true,
  }),
};

/**
 * The attribute `id` of a part.
 *
 * @param names The attributes that it follows from besides the repository.
 * @param rest What it has of their values after the repository.
 */
export function partId(
  description: string,
  names: readonly string[],
  rest: (...values: readonly Value[]) => string,
) {
  return b.derived(
    s.string({ computed: true, description }),
    ["repository", "repository_type", ...names],
    (repository, type, ...values) =>
      `${repoPath(`${type}`, `${repository}`)}/${rest(...values)}`,
  );
}

/** The identity of a part: its repository, and what tells it from others. */
export function partIdentity<const N extends string>(
  descriptions: Readonly<Record<N, string>>,
) {
  return identityOf<"repository_type" | "repository_id" | N>({
    repository_type: "What the repository is: `model`, `dataset` or `space`.",
    repository_id: "The id of the repository that stays when it is renamed: " +
      "24 hex digits.",
    ...descriptions,
  });
}

/** The stable id of the repository; empty: it was never seen. */
export function stableIdOf({ repository_id }: Owned): string {
  return typeof repository_id === "string" ? repository_id : "";
}

/** The id of a repository as users of the Hub write it: `datasets/acme/x`. */
export function ownerId(
  { repository, repository_type }: Omit<Owned, "repository_id">,
): string {
  return repoPath(repository_type, repository);
}

/** The repository under the name that a state or plan has. */
function ownerOf(
  { repository, repository_type }: Omit<Owned, "repository_id">,
  context: PartContext,
): Promise<RepoObject> {
  return repoObject(repoKindOf(repository_type), repository, context, {
    pathOf: (error) =>
      isApiError(error, 404) ? Path.root.attribute("repository") : undefined,
  });
}

/** What a configuration says of the type of a repository; null: nothing. */
export interface OwnerConfig {
  /** As in {@linkcode Owned}. */
  readonly repository_type: string | null;
}

/**
 * The repository of something new: whatever has the name. Where repositories
 * of several types have it, the configuration has to say which is meant.
 *
 * @param config The configuration of what is new; else the type is certain.
 */
export async function findOwner(
  owned: Omit<Owned, "repository_id">,
  context: PartContext,
  config: OwnerConfig = owned,
): Promise<{ readonly repo: RepoRef; readonly repositoryId: string }> {
  const owner = await ownerOf(owned, context);
  const { _id, id } = await attempt("find", owner, async () => {
    const found = await orGone(infoOf(owner));
    if (found === undefined || config.repository_type === null) {
      await refuseOtherType(owner, found !== undefined);
    }
    // The error of a repository that is not there.
    return found ?? await infoOf(owner);
  });
  return { repo: { type: owner.type, id }, repositoryId: _id };
}

/** Refuses a name that a repository of another type has, alone or too. */
async function refuseOtherType(
  owner: RepoObject,
  isFound: boolean,
): Promise<void> {
  const { id, client, context: { signal } } = owner;
  for (const type of ["model", "dataset", "space"] as const) {
    if (type === owner.type) continue;
    const found = await orGone(
      client.repos.get({ type, id }, { expand: ["sha"] }, { signal }),
    );
    if (found?.id !== id) continue;
    const own = `a ${owner.type} and `;
    throw failure(
      `${id} is ${isFound ? own : ""}a ${type}: set \`repository_type` +
        (isFound ? "`" : ` = "${type}"\``),
      isFound
        ? `Without it the ${owner.type} would be taken. Nothing was changed.`
        : `No ${owner.type} has this name, but a ${type} has. Nothing was ` +
          "changed.",
      Path.root.attribute("repository_type"),
    );
  }
}

/**
 * The repository of a state, for a read; undefined if it is surely gone.
 * Whatever belongs to it shares the question.
 */
export async function followOwner(
  { repository, repository_type, repository_id }: Owned,
  { provider, signal }: PartContext,
): Promise<
  { readonly repo: RepoRef; readonly repositoryId: string } | undefined
> {
  const type = repoKindOf(repository_type);
  const stableId = isUnknown(repository_id) ? null : repository_id;
  const info = await provider.owners.get(
    `${type} ${stableId ?? repository}`,
    () => provider.repos[type].read(repository, stableId, signal),
    signal,
  );
  return info === undefined
    ? undefined
    : { repo: { type, id: info.id }, repositoryId: info._id };
}

/**
 * The repository of a state, asked for right before a write: its name may
 * belong to another one by now.
 *
 * @throws {DiagnosticsError} If it is gone.
 */
export async function sameOwner(
  state: Owned,
  context: PartContext,
): Promise<RepoRef> {
  const owner = await ownerOf(state, context);
  const { repository_id } = state;
  await identify(owner, isUnknown(repository_id) ? null : repository_id);
  return repoOf(owner);
}

/** The repository of a state, right before a delete; undefined: it is gone. */
export async function ownerNow(
  state: Owned,
  context: PartContext,
): Promise<RepoRef | undefined> {
  const owner = await ownerOf(state, context);
  const { repository_id } = state;
  const found = await attempt(
    "find",
    owner,
    () => look(owner, isUnknown(repository_id) ? null : repository_id),
  );
  return found === undefined ? undefined : { type: owner.type, id: found.id };
}

/**
 * Checks that a new name in the configuration is one of the same repository.
 *
 * @param what What belongs to it, to begin a sentence: `The tag v1`.
 * @throws {DiagnosticsError} If it is another one.
 */
export async function checkNewName(
  what: string,
  { plan, prior }: { readonly plan: Owned; readonly prior: Owned },
  context: PartContext,
): Promise<void> {
  if (plan.repository === prior.repository) return;
  const { repo, repositoryId } = await findOwner(plan, context);
  if (repositoryId === prior.repository_id) return;
  throw failure(
    `${what} belongs to another repository`,
    `It was made in ${prior.repository} with the stable id ` +
      `${prior.repository_id}, but \`repository\` leads to ${repo.id} with ` +
      `the stable id ${repositoryId}. Nothing was changed. To make it there, ` +
      "and delete it where it is, run `terraform apply -replace=ADDRESS`.",
    Path.root.attribute("repository"),
  );
}

/** What an import knows of the repository. */
export type ImportedOwner = Owned & { readonly repository_id: string | null };

/** The repository of an import by identity. */
export async function importedOwner(
  given: {
    readonly repository_type: string;
    readonly repository_id: string;
  },
  context: Pick<PartContext, "provider" | "signal">,
): Promise<ImportedOwner> {
  const type = repoKindOf(given.repository_type);
  const { id, _id } = await findByStableId(type, given.repository_id, context);
  return { repository: id, repository_type: type, repository_id: _id };
}

/** What an import by id knows of a part. */
export interface ImportedPart {
  /** Its repository. */
  readonly owner: ImportedOwner;
  /** What stands behind it: in an id as printed, in a URL decoded. */
  readonly rest: string;
}

/**
 * The part that an import by id names.
 *
 * @param word What stands between the repository and the part in its own id.
 * @param restOf What a page's address says of the part.
 */
export function parsePart(
  id: string,
  word: string,
  restOf: (address: RepoAddress) => string | null = () => null,
): ImportedPart | undefined {
  const known = (type: string, repository: string, rest: string) => ({
    owner: { repository, repository_type: type, repository_id: null },
    rest,
  });
  if (!/^(?:https?|hf):/.test(id)) {
    const part = parsePartId(id, word);
    return part && known(part.type, part.repository, part.rest);
  }
  const address = parseRepoAddress(id, hubHosts);
  const rest = address && (restOf(address) ??
    parsePartId(decoded(new URL(id).pathname.slice(1)), word)?.rest);
  return address?.namespace && rest
    ? known(address.type, `${address.namespace}/${address.name}`, rest)
    : undefined;
}

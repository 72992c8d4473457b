import {
  type DiagnosticsError,
  failure,
  isUnknown,
  Path,
} from "@hf-terraform/framework";
import {
  type HuggingFace,
  isApiError,
  type RepoInfo,
  type RepoRef,
} from "@hf-terraform/client";
import { kindName, repoKindOf, repoPath } from "../schema/ids.ts";
import { objectClaim } from "../object/claims.ts";
import { identify, look } from "../object/identity.ts";
import {
  attempt,
  type CallContext,
  orGone,
  type RemoteObject,
} from "../object/remote_object.ts";
import type { ProviderContext } from "../provider_data.ts";
import type { PartContext, PartParent } from "./repo_part.ts";
import { type RepoObject, repoObject } from "./repo_object.ts";
import { isIt } from "../reads/object_reader.ts";
import { knownTexts, sameName, sameOwner } from "../schema/same.ts";
import { readRepo, repoReads } from "./repo_reader.ts";

/** The repository of a part, under the name that it has now. */
export interface PartPlace {
  /** Its stable id, which answers about the part are given: {@linkcode PartJson}. */
  readonly stableId: string | undefined;
  /** The id of its resource group; null: none; undefined: not told. */
  readonly group: string | null | undefined;
  /** Throws if the name that requests say leads to another one by now. */
  assertStill(signal?: AbortSignal): Promise<void>;
  readonly repo: RepoRef;
  readonly client: HuggingFace;
  readonly context: PartContext;
  readonly signal: AbortSignal;
}

/** The repository that a state or plan names. */
export interface NamedRepository extends PartParent {
  /** The attribute that has its name; default `repository`. */
  readonly attribute?: string;
  readonly branch?: unknown;
  /** The branch, tag or commit that it is made of. */
  readonly revision?: unknown;
}

/** The repository as the parent of what is in it, by what a state or plan knows. */
export function repositoryParent<K>(
  repositoryOf: (known: K) => NamedRepository,
) {
  return {
    /**
     * Its claim, and the attribute that has its name, beside which `_id` has its
     * stable id: a part goes with its parent, and is replaced with it. Then what
     * has to be there for a new part.
     */
    claimOf(state: K) {
      const { repository, repository_type, ...named } = repositoryOf(state);
      const { attribute: name = "repository", branch } = named;
      const { revision = branch } = named;
      const at = Path.root.attribute(name);
      const needs = {
        type: repoKindOf(repository_type),
        id: repository,
        at,
        // It is there as soon as the repository is.
        revision: revision === "main" ? null : revision,
        revisionAt: Path.root.attribute(branch ? "branch" : "revision"),
      };
      const kind = kindName(needs.type);
      const [id, type] = knownTexts(repository, repository_type) ?? [];
      const within = id && type && repoPath(type, id);
      const claim = { ...objectClaim(kind, repository), within };
      return { claim, name, needs };
    },
    /** Tests whether a plan leads to another one that is there already. */
    async leadsElsewhere(plan: K, prior: K, context: ProviderContext) {
      const [after, before] = [repositoryOf(plan), repositoryOf(prior)];
      const { repository: id, repository_type: type } = after;
      const isSame = isUnknown(id) || sameName(id, before.repository) ||
        type !== before.repository_type;
      if (isSame) return false;
      const name = { id, repositoryId: null };
      const found = await readRepo(repoKindOf(type), name, context);
      return found !== undefined && !isIt(found, stableIdOf(before));
    },
    /** That of what is created. */
    async find(plan: K, { context }: RemoteObject) {
      const { repository: id, attribute = "repository" } = repositoryOf(plan);
      const place = await findPlace(repositoryOf(plan), context);
      if (sameName(place.repo.id, id)) return place;
      throw formerName(id, place.repo.id, attribute);
    },
    /** That of a state, from lists that reads share; undefined: it is gone. */
    read(state: K, { context }: Pick<RemoteObject, "context">) {
      return readPlace(repositoryOf(state), context);
    },
    /** That of a state at this moment; undefined: it is gone. */
    async look(state: K, { context }: RemoteObject) {
      const named = repositoryOf(state);
      const object = await repositoryObject(named, context);
      const find = () => look(object, stableIdOf(named));
      const info = await attempt("find", object, find);
      return info && await placeAt(object, info, context);
    },
    /** That of an update, if it was not seen right before; an error if it is gone. */
    async identify(
      { plan, prior, object, client }:
        & Pick<CallContext, "object" | "client">
        & Readonly<Record<"plan" | "prior", K>>,
      seen: PartPlace | undefined,
    ) {
      const { context } = object;
      const before = repositoryOf(prior);
      const after = repositoryOf(plan);
      if (after.repository !== before.repository) {
        const to = await findPlace(after, context);
        const { stableId = before.repository_id } = to;
        if (stableId !== before.repository_id) {
          const { repository, attribute = "repository" } = before;
          throw failure(
            `\`${attribute}\` of the ${object.kind} ${object.id} leads to ` +
              "another repository",
            `That of the state is ${repository} with the stable id ` +
              `${before.repository_id}, but \`${attribute}\` leads to ` +
              `${to.repo.id} with the stable id ${stableId}. Nothing was ` +
              "changed. To have it there, and no longer where it is, run " +
              "`terraform apply -replace=ADDRESS`.",
            Path.root.attribute(attribute),
          );
        }
      }
      const find = async () => {
        const owner = await repositoryObject(before, context);
        const { repository: to } = after;
        const info = await identify(owner, stableIdOf(before), to);
        return await placeAt(owner, info, context);
      };
      const { signal } = context;
      const place = seen ? { ...seen, client, context, signal } : await find();
      if (sameOwner(place.repo.id, after.repository)) return place;
      const { repository: id, attribute = "repository" } = after;
      throw formerName(id, place.repo.id, attribute);
    },
  };
}

export type RepositoryParent<K> = ReturnType<typeof repositoryParent<K>>;

/** The error of a name that leads to what has another one by now. */
export function formerName(
  name: string,
  now: string,
  attribute: string,
): DiagnosticsError {
  return failure(
    `${name} leads to ${now}, which had that name`,
    "Nothing is sent there: it may have another owner by now. If it is meant, " +
      `write ${now}.`,
    Path.root.attribute(attribute),
  );
}

/** The repository under the name that a state or plan has. */
function repositoryObject(
  { repository, repository_type, attribute = "repository" }: NamedRepository,
  context: PartContext,
): Promise<RepoObject> {
  const type = repoKindOf(repository_type);
  return repoObject(type, {
    kind: kindName(type),
    id: repository,
    permission: "repo.write",
    context,
    pathOf: (error) =>
      isApiError(error, 404) ? Path.root.attribute(attribute) : undefined,
  });
}

/** The stable id of the repository; null: it was never seen. */
function stableIdOf({ repository_id }: PartParent): string | null {
  return isUnknown(repository_id) ? null : repository_id;
}

async function placeAt(
  { type }: Pick<RepoObject, "type">,
  { id, _id, resourceGroup }: Pick<RepoInfo, "id" | "_id" | "resourceGroup">,
  context: PartContext,
): Promise<PartPlace> {
  return {
    repo: { type, id },
    stableId: _id,
    group: resourceGroup && resourceGroup.id,
    client: await context.provider.client(context),
    context,
    signal: context.signal,
    async assertStill(signal = context.signal) {
      const reader = repoReads[type](context.provider);
      if (isIt(await reader.find(id, signal), _id ?? null)) return;
      throw new Error(`${id} is another ${kindName(type)} by now.`);
    },
  };
}

/** The repository of something new: whatever of its type has the name. */
async function findPlace(
  named: NamedRepository,
  context: PartContext,
): Promise<PartPlace> {
  const object = await repositoryObject(named, context);
  const { reader, id } = object;
  const find = () => reader.find(id, context.signal);
  const info = await attempt("find", object, async () => {
    const found = await orGone(find());
    if (found === undefined) await refuseOtherType(object);
    // The error of a repository that is not there.
    return found ?? await find();
  });
  return await placeAt(object, info, context);
}

/** Refuses a name that only a repository of another type has. */
async function refuseOtherType(object: RepoObject): Promise<void> {
  const { id, client, context: { signal } } = object;
  for (const type of ["model", "dataset", "space"] as const) {
    if (type === object.type) continue;
    const found = await orGone(
      client.repos.get({ type, id }, { expand: ["sha"] }, { signal }),
    );
    if (found?.id !== id) continue;
    throw failure(
      `${id} is a ${type}: set \`repository_type = "${type}"\``,
      `No ${object.type} has this name, but a ${type} has. Nothing was changed.`,
      Path.root.attribute("repository_type"),
    );
  }
}

/** The repository of a state, for a read; undefined: the token cannot see it. */
export async function readPlace(
  named: NamedRepository,
  context: PartContext,
): Promise<PartPlace | undefined> {
  const type = repoKindOf(named.repository_type);
  const info = await readRepository(named, context);
  return info && await placeAt({ type }, info, context);
}

/** The repository, whose name is noted if the one that is known leads to it. */
export async function readRepository(
  named: NamedRepository,
  context: Pick<PartContext, "provider" | "signal" | "diagnostics">,
): Promise<RepoInfo | undefined> {
  const { repository: id } = named;
  const type = repoKindOf(named.repository_type);
  const repositoryId = stableIdOf(named);
  const info = await readRepo(type, { id, repositoryId }, context);
  if (info === undefined) return undefined;
  const { names } = context.provider.claims;
  const [name, now] = [repoPath(type, id), repoPath(type, info.id)];
  const isKnown = names.get(name) === now;
  names.set(name, now);
  // A run says it once.
  if (!isKnown && !sameName(id, info.id)) {
    await warnIfTaken(named, info, context);
  }
  return info;
}

/** Warns if what has the name of a renamed repository now is another one. */
async function warnIfTaken(
  { repository: id, attribute = "repository", ...named }: NamedRepository,
  { id: now, _id }: RepoInfo,
  context: Parameters<typeof readRepository>[1],
): Promise<void> {
  const type = repoKindOf(named.repository_type);
  const holder = await readRepo(type, { id, repositoryId: null }, context)
    .catch(() => undefined);
  if (holder === undefined || isIt(holder, _id ?? null)) return;
  context.diagnostics.addWarning(
    `${id} is another ${kindName(type)} now`,
    `This resource follows the one with the stable id ${_id}, which is called ` +
      `${now} now. Only what is created anew goes to what is called ${id} now. ` +
      `To say which one is meant, set \`${attribute} = "${now}"\`.`,
    Path.root.attribute(attribute),
  );
}

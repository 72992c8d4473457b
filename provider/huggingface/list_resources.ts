/**
 * List resources: what exists of each resource, for `terraform query` and for
 * the export of a namespace.
 *
 * @module
 */

import {
  type Attributes,
  DiagnosticsError,
  failure,
  type ListResource,
  type OperationContext,
  Path,
  type PrivateState,
  type Resource,
  s,
  type ValueObject,
} from "@hf-terraform/framework";
import {
  isApiError,
  type RepoInfo,
  type RepoListField,
  type RepoRef,
} from "@hf-terraform/client";
import { bucket } from "./resources/bucket.ts";
import { collection } from "./resources/collection.ts";
import { endpoint } from "./resources/endpoint.ts";
import { dataset, model } from "./resources/repo.ts";
import { repoBranch, repoTag } from "./resources/repo_ref.ts";
import { granted, repoAccessGrant } from "./resources/repo_access_grant.ts";
import { scheduledJob } from "./resources/scheduled_job.ts";
import { space } from "./resources/space.ts";
import { spaceSecret, spaceVariable } from "./resources/space_key.ts";
import { webhook } from "./resources/webhook.ts";
import { type Finder, ownerOf, type Search } from "./finder.ts";
import { organizationFinders } from "./organization_finders.ts";
import { readPermission } from "./shared/repo/repo_fields.ts";
import { accessOf, needing } from "./shared/access.ts";
import { defineListResource } from "./shared/define.ts";
import { explain } from "./shared/object/errors.ts";
import {
  parseRepoAddress,
  repoIdOf,
  type RepoKind,
  repoPath,
} from "./shared/ids.ts";
import type { HuggingFaceProvider } from "./shared/provider_data.ts";
import { tenAtATime } from "./shared/reads/ten_at_a_time.ts";
import { given, text, texts } from "./shared/inputs.ts";
import { ownerAttribute } from "./shared/namespace.ts";
import { organizationAttribute } from "./shared/organization.ts";
import { repoId } from "./shared/validators.ts";

type Context = OperationContext<HuggingFaceProvider>;

/** What is asked for besides the ids: Spaces cannot be gated. */
const fields: { readonly [T in RepoKind]: readonly RepoListField<T>[] } = {
  model: ["gated"],
  dataset: ["gated"],
  space: ["private"],
};

/** The repositories of a namespace, as few requests as there can be. */
function listOfRepos<T extends RepoKind>(
  type: T,
  { client, namespace, search, tags, signal }: Search,
): AsyncIterable<RepoInfo> {
  return client.repos.list(type, {
    author: namespace,
    ...given({ search, filter: tags }),
    expand: fields[type],
    pageSize: 100,
  }, { signal });
}

const reading = { permission: readPermission } as const;

function repoFinder(resource: Resource, type: "model" | "dataset"): Finder {
  return {
    resource,
    plural: `${type}s`,
    filters: ["namespace", "search", "tags"],
    access: reading,
    async *find(search) {
      for await (const { id, _id } of listOfRepos(type, search)) {
        if (_id === undefined) continue;
        yield { id, identity: { repository_id: _id } };
      }
    },
  };
}

/** The Spaces that a search over their keys goes through. */
async function* spacesOf(search: Search): AsyncGenerator<RepoInfo> {
  const { client, space, signal } = search;
  if (!space) yield* listOfRepos("space", search);
  else yield client.repos.get({ type: "space", id: space }, {}, { signal });
}

function keyFinder(resource: Resource, kind: "secret" | "variable"): Finder {
  return {
    resource,
    plural: `${kind}s of Spaces`,
    filters: ["namespace", "space"],
    ...kind === "variable" && {
      common: {
        things: "variables",
        other: "huggingface_space",
        owner: ownerOf,
      },
    },
    async *find(search) {
      const { provider, signal } = search;
      const all = tenAtATime(spacesOf(search), async ({ id, _id = "" }) => {
        const keys = await provider.spaceKeys[kind].get(id, signal);
        return { id, _id, keys: Object.keys(keys).toSorted() };
      });
      for await (const { id, _id, keys } of all) {
        for (const key of keys) {
          yield {
            id: `${id}/${key}`,
            identity: { space_id: _id, key },
            secrets: kind === "secret",
          };
        }
      }
    },
  };
}

/** A repository, and the id that stays. */
interface FoundRepo extends RepoRef {
  readonly stableId: string;
  readonly isGated: boolean;
}

/** The repositories that a search over their parts goes through. */
async function* reposOf(search: Search): AsyncGenerator<FoundRepo> {
  const { client, repository, signal } = search;
  const found = (type: RepoKind, { id, _id = "", gated }: RepoInfo) => ({
    type,
    id,
    stableId: _id,
    isGated: gated !== undefined && gated !== false,
  });
  if (!repository) {
    for (const type of ["model", "dataset"] as const) {
      for await (const info of listOfRepos(type, search)) {
        yield found(type, info);
      }
    }
    return;
  }
  const address = parseRepoAddress(repository);
  if (address === undefined) {
    throw failure(
      "Invalid repository",
      `${
        JSON.stringify(repository)
      } is no repository. Write \`acme/m\` for a ` +
        "model, `datasets/acme/x` for a dataset, `spaces/acme/s` for a Space.",
      Path.root.attribute("repository"),
    );
  }
  const id = repoIdOf(address);
  const read = <T extends RepoKind>(type: T): PromiseLike<RepoInfo> =>
    client.repos.get({ type, id }, { expand: fields[type] }, { signal });
  yield found(address.type, await read(address.type));
}

function refFinder(resource: Resource, kind: "branch" | "tag"): Finder {
  return {
    resource,
    plural: kind === "branch" ? "branches" : "tags",
    access: reading,
    filters: ["namespace", "repository"],
    async *find(search) {
      const { client, provider, signal } = search;
      const all = tenAtATime(reposOf(search), async (repo) => {
        const list = () => client.refs.get(repo);
        const refs = await provider.refs.get(repo.stableId, list, signal);
        return { repo, refs: kind === "branch" ? refs.branches : refs.tags };
      });
      for await (const { repo, refs } of all) {
        for (const { name } of refs) {
          // Every repository has it, and nobody can delete it.
          if (kind === "branch" && name === "main") continue;
          yield { id: `${repoPath(repo.type, repo.id)}/${kind}/${name}` };
        }
      }
    },
  };
}

/** How to find what exists, by resource. */
export const finders: readonly Finder[] = [
  {
    resource: endpoint,
    plural: "Inference Endpoints",
    filters: ["namespace", "search", "tags"],
    async *find({ client, namespace, search, tags, signal }) {
      const filter = given({ search, tags });
      const list = client.endpoints.list(namespace, filter, { signal });
      for await (const { name, model } of list) {
        yield {
          id: `${namespace}/${name}`,
          identity: { namespace, name },
          secrets: Object.keys(model.secrets ?? {}),
        };
      }
    },
  },
  {
    resource: space,
    plural: "Spaces",
    access: reading,
    filters: ["namespace", "search", "tags"],
    common: {
      things: "variables",
      other: "huggingface_space_variable",
      owner: (id) => id,
      without: (state) => ({ ...state, variables: null }),
    },
    async *find(search) {
      for await (const { id, _id } of spacesOf(search)) {
        if (_id === undefined) continue;
        yield { id, identity: { space_id: _id } };
      }
    },
  },
  keyFinder(spaceSecret, "secret"),
  keyFinder(spaceVariable, "variable"),
  repoFinder(model, "model"),
  repoFinder(dataset, "dataset"),
  refFinder(repoBranch, "branch"),
  refFinder(repoTag, "tag"),
  {
    resource: repoAccessGrant,
    plural: "access grants",
    filters: ["namespace", "repository"],
    async *find(search) {
      const { client, provider, signal } = search;
      for await (const repo of reposOf(search)) {
        if (!repo.isGated) continue;
        const { byName } = await provider.grants.get(
          repo.stableId,
          () => granted(repo, client),
          signal,
        );
        for (const { user, grantedBy } of byName.values()) {
          // Those who asked and were let in have none.
          if (grantedBy === undefined || grantedBy === null) continue;
          yield { id: `${repoPath(repo.type, repo.id)}/access/${user?.user}` };
        }
      }
    },
  },
  {
    resource: collection,
    plural: "collections",
    access: { permission: "collection.read" },
    filters: ["namespace", "search"],
    async *find({ client: { collections }, namespace, search, signal }) {
      const options = { owner: [namespace], ...given({ q: search }) };
      for await (const { slug } of collections.list(options, { signal })) {
        yield { id: slug };
      }
    },
  },
  {
    resource: bucket,
    plural: "buckets",
    access: reading,
    filters: ["namespace"],
    async *find({ client, namespace, signal }) {
      const list = client.buckets.list(namespace, {}, { signal });
      for await (const { _id, id } of list) {
        yield { id, ..._id !== undefined && { identity: { bucket_id: _id } } };
      }
    },
  },
  {
    resource: scheduledJob,
    plural: "scheduled jobs",
    filters: ["namespace"],
    async *find({ client, namespace, signal }) {
      const list = await client.jobs.scheduled.list(namespace, {}, { signal })
        .toArray();
      for (const { id, jobSpec, schedule } of list) {
        yield {
          id: `${namespace}/${id}`,
          label: `${jobSpec.dockerImage ?? jobSpec.spaceId}, ${schedule}`,
          identity: { namespace, scheduled_job_id: id },
          secrets: jobSpec.secrets ?? [],
        };
      }
    },
  },
  {
    resource: webhook,
    plural: "webhooks of the token's user",
    access: { permission: "user.webhooks.read" },
    filters: [],
    async *find({ client, namespace, signal }) {
      const list = await client.webhooks.list({ signal }).toArray();
      for (const { id, watched = [], hasSecret = true, url } of list) {
        // An export is of what a namespace has; a query is of all.
        const isWatched = namespace === "" ||
          watched.some(({ name }) => `${name}/`.startsWith(`${namespace}/`));
        if (!isWatched) continue;
        // The path and the query of a URL may be what opens it.
        const target = url == null ? "a job" : URL.parse(url)?.host;
        const names = watched.map(({ name }) => name).join(", ");
        const label = `${names} to ${target}`;
        yield { id, identity: { id }, label, secrets: hasSecret };
      }
    },
  },
  ...organizationFinders,
];

/** The attributes of a search, by filter. */
const filterAttributes = {
  namespace: ownerAttribute,
  organization: organizationAttribute,
  search: text("Only those whose name contains this text."),
  tags: texts("Only those with all of these tags."),
  space: text(
    "Only those of this Space: `namespace/name`. Default: all Spaces of the " +
      "namespace.",
    repoId(),
  ),
  repository: text(
    "Only those of this repository: `acme/m`, `datasets/acme/x` or " +
      "`spaces/acme/s`. Default: all models and datasets of the namespace.",
  ),
} satisfies Attributes;

function attributesOf(filters: Finder["filters"]) {
  const attributes: Partial<typeof filterAttributes> = {};
  const add = <K extends keyof typeof filterAttributes>(name: K) => {
    attributes[name] = filterAttributes[name];
  };
  filters.forEach(add);
  return attributes;
}

function listOf(finder: Finder): ListResource {
  const { resource, plural, filters, find } = finder;
  const {
    permission = null,
    plan,
  } = { ...accessOf(resource.schema), ...finder.access };
  return defineListResource({
    typeName: resource.typeName,
    schema: needing(
      { permission, plan },
      s.schema({
        description: `Finds the ${plural} that exist, to import them.`,
        attributes: attributesOf(filters),
      }),
    ),
    async *list(context) {
      const { config, provider, signal, includeResource } = context;
      const { common } = finder;
      const end = includeResource && common?.without !== undefined
        ? provider.searches.begin(common.things)
        : undefined;
      if (includeResource && resource === spaceSecret) warnOfValues(context);
      let namespace = config.namespace ?? config.organization ?? "";
      try {
        if (
          namespace === "" &&
          (filters.includes("namespace") || filters.includes("organization"))
        ) namespace = await provider.defaultNamespace(signal);
        const client = await provider.client();
        const means = { client, provider, signal };
        const found = find({ ...config, ...means, namespace });
        const all = tenAtATime(found, async ({ id, identity, label }) => {
          const state = includeResource || identity === undefined
            ? await stateOrWarning(resource, id, context)
            : undefined;
          return {
            id,
            name: label === undefined ? id : `${id} (${label})`,
            state,
            known: identity ?? (state && resource.identity?.of(state)),
          };
        });
        for await (const { id, name, state, known } of all) {
          if (known === undefined) continue;
          if (!includeResource) {
            yield { identity: known, displayName: name };
            continue;
          }
          if (state === undefined) continue;
          const resource = await own(finder, id, state, context);
          if (resource === undefined) continue;
          yield { identity: known, displayName: name, resource };
        }
      } catch (error) {
        throw await explain(error, {
          summary: `Cannot list the ${plural}`,
          permission,
          plan,
          provider,
          namespace,
        });
      } finally {
        end?.();
      }
    },
  });
}

/**
 * What of a state the configuration may have that is generated of it: no other
 * search of this run generates that; undefined: nothing.
 */
async function own(
  { plural, common }: Finder,
  id: string,
  state: ValueObject,
  { provider: { searches }, diagnostics }: Context,
): Promise<ValueObject | undefined> {
  if (common === undefined) return state;
  const { things, other, without } = common;
  if (without === undefined) await searches.others(things);
  const by = without === undefined ? "one" : "all";
  if (searches.take(things, common.owner(id), by)) return state;
  const summary = `Left out of the ${plural}: what ${other} has`;
  if (!diagnostics.items.some((item) => item.summary === summary)) {
    diagnostics.addWarning(
      summary,
      `This run also searches for ${other}, whose configuration has the same ` +
        `${things}. Two resources that manage one thing undo each other's ` +
        "work, so only one of them gets it. To have it here, leave the other " +
        "search out.",
    );
  }
  return without?.(state);
}

function warnOfValues({ diagnostics }: Context): void {
  diagnostics.addWarning(
    "Configuration of secrets has no values",
    "Hugging Face does not show them. Write `value`, or `value_wo` with " +
      "`value_wo_version`, into each block that is generated: without, no " +
      "command takes the configuration, nor does the next search.",
  );
}

/** The state that an import would give. */
export async function importedState(
  resource: Resource,
  id: string,
  context: Context,
): Promise<ValueObject | undefined> {
  const kept = new Map<string, ReturnType<PrivateState["get"]>>();
  return await resource.importState?.({
    ...context,
    id,
    identity: undefined,
    privateState: {
      get: (key) => kept.get(key),
      set: (key, value) => void kept.set(key, value),
      delete: (key) => void kept.delete(key),
    },
  });
}

/** The state of what was found; without one it is left out, and alone. */
async function stateOrWarning(
  resource: Resource,
  id: string,
  context: Context,
): Promise<ValueObject | undefined> {
  try {
    return await importedState(resource, id, context);
  } catch (error) {
    if (!isItsOwn(error)) throw error;
    context.diagnostics.addWarning(`${id} is left out`, error.message);
    return undefined;
  }
}

/** Whether an error is about one object, and not about the service. */
export function isItsOwn(error: unknown): error is DiagnosticsError {
  return error instanceof DiagnosticsError &&
    (error.cause === undefined || isApiError(error.cause, 403) ||
      isApiError(error.cause, 404));
}

/** The list resources. */
export const listResources: readonly ListResource[] = finders.map(listOf);

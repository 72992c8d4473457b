/**
 * List resources: what exists of each resource, for `terraform query` and for
 * the export of a namespace.
 *
 * @module
 */

import {
  type Attributes,
  failure,
  type ListResource,
  type OperationContext,
  Path,
  type PrivateState,
  type Resource,
  s,
  types,
  type ValueObject,
} from "../framework/mod.ts";
import type { HuggingFace, RepoRef } from "../../mod.ts";
import { bucket } from "./resources/bucket.ts";
import { collection } from "./resources/collection.ts";
import { endpoint } from "./resources/endpoint.ts";
import { dataset, model } from "./resources/repo.ts";
import { repoBranch, repoTag } from "./resources/repo_ref.ts";
import { repoAccessGrant } from "./resources/repo_access_grant.ts";
import { scheduledJob } from "./resources/scheduled_job.ts";
import { space } from "./resources/space.ts";
import { spaceSecret, spaceVariable } from "./resources/space_key.ts";
import { webhook } from "./resources/webhook.ts";
import { defineListResource } from "./shared/define.ts";
import { explain } from "./shared/errors.ts";
import { parseRepoAddress, repoIdOf } from "./shared/repo_address.ts";
import type { HuggingFaceProvider } from "./shared/provider_data.ts";
import { namespaceName } from "./shared/validators.ts";

type Context = OperationContext<HuggingFaceProvider>;

/** The filters of a search; those that a resource does not have are null. */
interface Filter {
  /** The owner. */
  readonly namespace: string;
  /** A part of the name. */
  readonly search: string | null;
  /** Tags that all must be there. */
  readonly tags: readonly string[] | null;
  /** One Space. */
  readonly space: string | null;
  /** One repository: `acme/m`, `datasets/acme/x` or `spaces/acme/s`. */
  readonly repository: string | null;
}

/** Something that exists. */
interface Found {
  /** The id that an import takes. */
  readonly id: string;
  /** Its identity; undefined: an import tells. */
  readonly identity?: ValueObject;
}

/** How to find the objects of a resource. */
interface Finder {
  readonly resource: Resource;
  /** What it lists, for descriptions: `Spaces`. */
  readonly plural: string;
  readonly filters: readonly (keyof Filter)[];
  find(
    client: HuggingFace,
    filter: Filter,
    signal: AbortSignal,
  ): AsyncIterable<Found>;
}

function repoFinder(resource: Resource, type: "model" | "dataset"): Finder {
  return {
    resource,
    plural: `${type}s`,
    filters: ["namespace", "search", "tags"],
    async *find({ repos }, { namespace, search, tags }, signal) {
      const options = {
        author: namespace,
        ...search !== null && { search },
        ...tags !== null && { filter: tags },
        expand: ["private"],
      };
      for await (const { id, _id } of repos.list(type, options, { signal })) {
        yield { id, identity: { repository_id: _id } };
      }
    },
  };
}

/** The Spaces that a search over their keys goes through. */
async function* spacesOf(
  { repos }: HuggingFace,
  { namespace, space, search, tags }: Filter,
  signal: AbortSignal,
): AsyncGenerator<{ readonly id: string; readonly _id: string }> {
  if (space !== null) {
    yield await repos.info({ type: "space", id: space }, { signal });
    return;
  }
  yield* repos.list("space", {
    author: namespace,
    ...search !== null && { search },
    ...tags !== null && { filter: tags },
    expand: ["private"],
  }, { signal });
}

function keyFinder(
  resource: Resource,
  kind: "secrets" | "variables",
): Finder {
  return {
    resource,
    plural: `${kind} of Spaces`,
    filters: ["namespace", "space"],
    async *find(client, filter, signal) {
      for await (const { id, _id } of spacesOf(client, filter, signal)) {
        const keys = await client.spaces[kind](id, { signal });
        for (const key of Object.keys(keys).toSorted()) {
          yield { id: `${id}/${key}`, identity: { space_id: _id, key } };
        }
      }
    },
  };
}

/** The repositories that a search over their parts goes through. */
async function* reposOf(
  { repos }: HuggingFace,
  { namespace, repository }: Filter,
  signal: AbortSignal,
): AsyncGenerator<RepoRef & { readonly isGated: boolean }> {
  if (repository !== null) {
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
    yield { type: address.type, id: repoIdOf(address), isGated: true };
    return;
  }
  for (const type of ["model", "dataset"] as const) {
    const options = { author: namespace, expand: ["gated"] };
    for await (const { id, gated } of repos.list(type, options, { signal })) {
      yield { type, id, isGated: gated !== undefined && gated !== false };
    }
  }
}

/** What the id of a part of a repository begins with: `datasets/acme/x`. */
function partPrefix({ type, id }: RepoRef): string {
  return type === "model" ? id : `${type}s/${id}`;
}

function refFinder(resource: Resource, kind: "branch" | "tag"): Finder {
  return {
    resource,
    plural: kind === "branch" ? "branches" : "tags",
    filters: ["namespace", "repository"],
    async *find(client, filter, signal) {
      for await (const repo of reposOf(client, filter, signal)) {
        const { branches, tags } = await client.refs.list(repo, { signal });
        for (const { name } of kind === "branch" ? branches : tags) {
          // Every repository has it, and nobody can delete it.
          if (kind === "branch" && name === "main") continue;
          yield { id: `${partPrefix(repo)}/${kind}/${name}` };
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
    async *find({ endpoints }, { namespace, search, tags }, signal) {
      const list = endpoints.list(namespace, {
        ...search !== null && { search },
        ...tags !== null && { tags },
        signal,
      });
      for await (const { name } of list) {
        yield { id: `${namespace}/${name}`, identity: { namespace, name } };
      }
    },
  },
  {
    resource: space,
    plural: "Spaces",
    filters: ["namespace", "search", "tags"],
    async *find(client, filter, signal) {
      for await (const { id, _id } of spacesOf(client, filter, signal)) {
        yield { id, identity: { space_id: _id } };
      }
    },
  },
  keyFinder(spaceSecret, "secrets"),
  keyFinder(spaceVariable, "variables"),
  repoFinder(model, "model"),
  repoFinder(dataset, "dataset"),
  refFinder(repoBranch, "branch"),
  refFinder(repoTag, "tag"),
  {
    resource: repoAccessGrant,
    plural: "access grants",
    filters: ["namespace", "repository"],
    async *find(client, filter, signal) {
      const { accessRequests } = client;
      for await (const repo of reposOf(client, filter, signal)) {
        if (!repo.isGated) continue;
        const accepted = accessRequests.list(repo, "accepted", { signal });
        for await (const { user, grantedBy } of accepted) {
          // Those who asked and were let in have none.
          const isGrant = grantedBy !== undefined && grantedBy !== null;
          if (!isGrant || user === undefined) continue;
          yield { id: `${partPrefix(repo)}/access/${user.user}` };
        }
      }
    },
  },
  {
    resource: collection,
    plural: "collections",
    filters: ["namespace", "search"],
    async *find({ collections }, { namespace, search }, signal) {
      const options = {
        owner: [namespace],
        ...search !== null && { q: search },
      };
      for await (const { slug } of collections.list(options, { signal })) {
        yield { id: slug };
      }
    },
  },
  {
    resource: bucket,
    plural: "buckets",
    filters: ["namespace"],
    async *find({ buckets }, { namespace }, signal) {
      for await (const { id } of buckets.list(namespace, { signal })) {
        const name = id.slice(id.indexOf("/") + 1);
        yield { id, identity: { namespace, name } };
      }
    },
  },
  {
    resource: scheduledJob,
    plural: "scheduled jobs",
    filters: ["namespace"],
    async *find({ jobs }, { namespace }, signal) {
      for (const { id } of await jobs.scheduled.list(namespace, { signal })) {
        yield {
          id: `${namespace}/${id}`,
          identity: { namespace, scheduled_job_id: id },
        };
      }
    },
  },
  {
    resource: webhook,
    plural: "webhooks of the token's user",
    filters: [],
    async *find({ webhooks }, _filter, signal) {
      for (const { id } of await webhooks.list({ signal })) {
        yield { id, identity: { id } };
      }
    },
  },
];

/** The attributes of a search, by filter. */
const filterAttributes = {
  namespace: s.string({
    optional: true,
    description: "The user or organization. Default: the provider's " +
      "`namespace`, else the user of the token.",
    validators: [namespaceName()],
  }),
  search: s.string({
    optional: true,
    description: "Only those whose name contains this text.",
  }),
  tags: s.set(types.string, {
    optional: true,
    description: "Only those with all of these tags.",
  }),
  space: s.string({
    optional: true,
    description: "Only those of this Space: `namespace/name`. Default: all " +
      "Spaces of the namespace.",
  }),
  repository: s.string({
    optional: true,
    description: "Only those of this repository: `acme/m`, `datasets/acme/x` " +
      "or `spaces/acme/s`. Default: all models and datasets of the namespace.",
  }),
} satisfies Attributes;

function attributesOf(filters: Finder["filters"]) {
  const attributes: Partial<typeof filterAttributes> = {};
  const add = <K extends keyof Filter>(name: K) => {
    attributes[name] = filterAttributes[name];
  };
  filters.forEach(add);
  return attributes;
}

function listOf({ resource, plural, filters, find }: Finder): ListResource {
  return defineListResource({
    typeName: resource.typeName,
    schema: s.schema({
      description: `Finds the ${plural} that exist, to import them.`,
      attributes: attributesOf(filters),
    }),
    async *list(context) {
      const { config, provider, signal, includeResource } = context;
      const filter: Filter = {
        namespace: config.namespace ??
          (filters.includes("namespace")
            ? await provider.defaultNamespace(signal)
            : ""),
        search: config.search ?? null,
        tags: config.tags ?? null,
        space: config.space ?? null,
        repository: config.repository ?? null,
      };
      try {
        const client = await provider.client();
        for await (const { id, identity } of find(client, filter, signal)) {
          const state = includeResource || identity === undefined
            ? await importedState(resource, id, context)
            : undefined;
          const known = identity ??
            (state && resource.identity?.of(state));
          if (known === undefined) continue;
          yield {
            identity: known,
            displayName: id,
            ...includeResource && state !== undefined && { resource: state },
          };
        }
      } catch (error) {
        throw await explain(error, {
          summary: `Cannot list the ${plural}`,
          provider,
          namespace: filter.namespace,
        });
      }
    },
  });
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

/** The list resources. */
export const listResources: readonly ListResource[] = finders.map(listOf);

import type { Resource } from "@hf-terraform/framework";
import { defineObjectList, type ObjectList } from "../define/object_list.ts";
import { bucket } from "./bucket.ts";
import { collection } from "./collection.ts";
import { dataset, model } from "./repo.ts";
import { repoBranch, repoTag } from "./repo_ref.ts";
import { repoAccessGrant } from "./repo_access_grant.ts";
import { repoPath } from "../schema/ids.ts";
import { omitNulls } from "../define/inputs.ts";
import {
  findRepos,
  listRepos,
  repositoryReference,
} from "../repo/repo_list.ts";
import { tenAtATime } from "../reads/ten_at_a_time.ts";
import { refReads } from "../repo/repo_reader.ts";

const access = { permission: "repo.content.read" } as const;

function defineRepoList(
  resource: Resource,
  type: "model" | "dataset",
): ObjectList {
  return defineObjectList({
    resource,
    plural: `${type}s`,
    filters: ["namespace", "search", "tags"],
    access,
    references: [
      repositoryReference(type),
      ...type === "model" ? [{ path: "model.repository" }] : [],
    ],
    async *find(search) {
      for await (const { id, _id } of listRepos(type, search)) {
        if (_id === undefined) continue;
        yield { id, identity: { repository_id: _id } };
      }
    },
  });
}

function defineRefList(resource: Resource, kind: "branch" | "tag"): ObjectList {
  return defineObjectList({
    resource,
    plural: kind === "branch" ? "branches" : "tags",
    access,
    filters: ["namespace", "repository"],
    async *find(search) {
      const all = tenAtATime(findRepos(search), async (repo) => {
        const { type, id } = repo;
        const refs = await refReads(search.provider)
          .get({ type, id }, search.signal);
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
  });
}

export const repositoryLists = {
  model: defineRepoList(model, "model"),
  dataset: defineRepoList(dataset, "dataset"),
  repoBranch: defineRefList(repoBranch, "branch"),
  repoTag: defineRefList(repoTag, "tag"),
  repoAccessGrant: defineObjectList({
    resource: repoAccessGrant,
    plural: "access grants",
    filters: ["namespace", "repository"],
    async *find(search) {
      for await (const repo of findRepos(search)) {
        if (!repo.isGated) continue;
        const { client: { accessRequests }, signal } = search;
        const params = { status: "accepted", pageSize: 1000 } as const;
        const all = accessRequests.list(repo, params, { signal });
        for await (const { user, grantedBy } of all) {
          // Those who asked and were let in have none.
          if (!user || !grantedBy) continue;
          yield { id: `${repoPath(repo.type, repo.id)}/access/${user.user}` };
        }
      }
    },
  }),
  collection: defineObjectList({
    resource: collection,
    plural: "collections",
    access: { permission: "collection.read" },
    filters: ["namespace", "search"],
    async *find({ client: { collections }, namespace, search, signal }) {
      const options = { owner: [namespace], ...omitNulls({ q: search }) };
      for await (const { slug } of collections.list(options, { signal })) {
        yield { id: slug };
      }
    },
  }),
  bucket: defineObjectList({
    resource: bucket,
    plural: "buckets",
    access,
    filters: ["namespace"],
    async *find({ client, namespace, signal }) {
      const list = client.buckets.list(namespace, {}, { signal });
      for await (const { _id, id } of list) {
        yield { id, ..._id !== undefined && { identity: { bucket_id: _id } } };
      }
    },
  }),
} satisfies Record<string, ObjectList>;

import type { Resource } from "@hf-terraform/framework";
import type { RepoInfo } from "@hf-terraform/client";
import {
  defineObjectList,
  type ObjectList,
  type Search,
} from "../define/object_list.ts";
import { space } from "./space.ts";
import { spaceSecret, spaceVariable } from "./space_key.ts";
import { listRepos, repositoryReference } from "../repo/repo_list.ts";
import { tenAtATime } from "../reads/ten_at_a_time.ts";
import { type KeyKind, spaceKeyReads } from "./keys.ts";

function defineKeyList(resource: Resource, kind: KeyKind): ObjectList {
  return defineObjectList({
    resource,
    plural: `${kind}s of Spaces`,
    filters: ["namespace", "space"],
    exportedIn: space.typeName,
    ...kind === "secret" && { secret: { path: "value", isRequired: true } },
    async *find(search) {
      const { provider, signal } = search;
      const all = tenAtATime(findSpaces(search), async ({ id, _id }) => {
        const keys = await spaceKeyReads[kind](provider).get(id, signal);
        return { id, _id, keys: Object.keys(keys).toSorted() };
      });
      for await (const { id, _id, keys } of all) {
        yield* keys.map((key) => ({
          id: `${id}/${key}`,
          ...(_id && { identity: { space_id: _id, key } }),
          secrets: kind === "secret",
        }));
      }
    },
  });
}

/** Yields the one Space that a search names, or all of the namespace. */
async function* findSpaces(search: Search): AsyncGenerator<RepoInfo> {
  const { client, space, signal } = search;
  if (!space) yield* listRepos("space", search);
  else yield client.repos.get({ type: "space", id: space }, {}, { signal });
}

export const spaceLists = {
  space: defineObjectList({
    resource: space,
    plural: "Spaces",
    access: { permission: "repo.content.read" },
    filters: ["namespace", "search", "tags"],
    secret: { path: "secrets" },
    references: [{ path: "space" }, repositoryReference("space")],
    async *find(search) {
      for await (const { id, _id } of findSpaces(search)) {
        if (_id === undefined) continue;
        yield { id, identity: { space_id: _id } };
      }
    },
    async secretsOf(id, { provider, signal }) {
      return Object.keys(await spaceKeyReads.secret(provider).get(id, signal));
    },
  }),
  spaceSecret: defineKeyList(spaceSecret, "secret"),
  spaceVariable: defineKeyList(spaceVariable, "variable"),
} satisfies Record<string, ObjectList>;

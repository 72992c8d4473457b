/**
 * Additions that somebody else makes to what a resource manages.
 *
 * @module
 */
import type { HuggingFace } from "../../../mod.ts";
import { objectId } from "../../../client/sandbox/core/accounts.ts";
import type { RepoKind } from "../../../provider/huggingface/schema/ids.ts";

/** An addition by somebody else to an object of one type. */
export interface Addition {
  /** Adds something of a name. */
  add(client: HuggingFace, name: string): Promise<unknown>;
  /** Takes it away, where that leaves no trace. */
  remove?(client: HuggingFace, name: string): Promise<unknown>;
}

/** The only service account. */
const account = objectId("service account", "1");
const group = objectId("resource group", "1");

/** Commits to a repository. */
export function commits(
  type: RepoKind,
  id: string,
  revision = "main",
): Addition {
  return {
    add: (client, path) =>
      client.files.commit({ type, id }, {
        summary: "Theirs",
        revision,
        operations: [{ path, content: "theirs" }],
      }),
  };
}

async function slugIn({ collections }: HuggingFace): Promise<string> {
  const [found] = await collections.list({ owner: ["acme"] }).toArray();
  return found?.slug ?? "";
}

/** A key as somebody sets it, over another value of it if there is one. */
export const keyOf = (name: string) => ({
  key: name.replace(/\W/g, "_"),
  value: crypto.randomUUID(),
});

/** Additions to each object that holds something, or whose destroy removes somebody. */
export const additions: Readonly<Record<string, readonly Addition[]>> = {
  huggingface_model: [commits("model", "acme/x")],
  huggingface_dataset: [commits("dataset", "acme/x")],
  huggingface_space: [commits("space", "acme/x"), {
    add: ({ spaces }, name) => spaces.setSecret("acme/x", keyOf(name)),
    remove: ({ spaces }, name) =>
      spaces.deleteSecret("acme/x", keyOf(name).key),
  }, {
    add: ({ spaces }, name) => spaces.setVariable("acme/x", keyOf(name)),
    remove: ({ spaces }, name) =>
      spaces.deleteVariable("acme/x", keyOf(name).key),
  }],
  huggingface_repo_branch: [commits("model", "acme/m", "v1")],
  huggingface_bucket: [{
    add: ({ buckets }, path) =>
      buckets.batch("acme/x", [
        { type: "addFile", path, xetHash: "a".repeat(64) },
      ]),
    remove: ({ buckets }, path) =>
      buckets.batch("acme/x", [{ type: "deleteFile", path }]),
  }],
  huggingface_collection: [{
    async add(client, name) {
      const id = `acme/${name}`;
      await client.repos.create({ type: "model", id });
      await client.collections.addItem(await slugIn(client), {
        type: "model",
        id,
      });
    },
    async remove(client, name) {
      const slug = await slugIn(client);
      const { items = [] } = await client.collections.get(slug);
      const item = items.find(({ id }) => id === `acme/${name}`);
      await client.collections.removeItem(slug, item?._id ?? "");
    },
  }],
  huggingface_service_account: [{
    add: ({ organizations: { serviceAccounts } }, displayName) =>
      serviceAccounts.createToken("acme", account, { displayName }),
    async remove({ organizations: { serviceAccounts } }, name) {
      const { accessTokens = [] } = await serviceAccounts.get("acme", account);
      const token = accessTokens.find(({ displayName }) =>
        displayName === name
      );
      await serviceAccounts.deleteToken("acme", account, token?._id ?? "");
    },
  }],
  huggingface_resource_group: [{
    add: ({ organizations: { resourceGroups } }) =>
      resourceGroups.addUsers("acme", group, [{ user: "alice", role: "read" }]),
  }, {
    add: ({ repos }, name) =>
      repos.create({ type: "model", id: `acme/${name}` }, {
        resourceGroupId: group,
      }),
    remove: ({ repos }, name) =>
      repos.delete({ type: "model", id: `acme/${name}` }),
  }],
};

// A plan of an organization's people promises that people outside it stay, and
// that the state is as the organization is.

import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

/** A group, and a configuration of all its members. */
async function withGroup(world: SpaceWorld) {
  const { organizations: { resourceGroups } } = world.client;
  const { id } = await resourceGroups.create("acme", { name: "g" });
  const one = (username: string, role = "read") =>
    `{ username = "${username}", role = "${role}" }`;
  return {
    set: (members: readonly string[], more = "") =>
      world.configure(`
resource "huggingface_resource_group_members" "this" {
  organization      = "acme"
  resource_group_id = "${id}"
  members           = [${members.join(", ")}]
  ${more}
}
`),
    one,
    names: async () => {
      const [group] = await resourceGroups.list("acme").toArray();
      return group?.users?.map(({ name }) => name).toSorted();
    },
    /** Somebody else adds bob. */
    async addBob() {
      const users = [{ user: "bob", role: "admin" }] as const;
      await resourceGroups.addUsers("acme", id, users);
    },
  };
}

acceptanceTest(
  "what is created before it is destroyed is there in the end",
  async (t) => {
    const more = "lifecycle { create_before_destroy = true }";

    await t.step("a member's role", async () => {
      await using world = await startSpaceWorld();
      const { workspace, client: { organizations } } = world;
      await world.configure(`
resource "huggingface_organization_member" "this" {
  organization    = "acme"
  username        = "alice"
  role            = "read"
  role_on_destroy = "no_access"
  ${more}
}
`);
      assertSuccess(await workspace.apply());
      const args = ["-replace=huggingface_organization_member.this"];
      assertSuccess(await workspace.apply({ args }));
      const all = await organizations.listMembers("acme").toArray();
      assertEquals(all.find(({ user }) => user === "alice")?.role, "read");
      await assertEmptyPlan(workspace);
    });

    await t.step("the members of a group", async () => {
      await using world = await startSpaceWorld();
      const { workspace } = world;
      const group = await withGroup(world);
      await group.set([group.one("alice")], more);
      assertSuccess(await workspace.apply());
      const args = ["-replace=huggingface_resource_group_members.this"];
      assertSuccess(await workspace.apply({ args }));
      assertEquals(await group.names(), ["alice"]);
      await assertEmptyPlan(workspace);
    });

    await t.step("the files of a set, but one that it gives up", async () => {
      await using world = await startSpaceWorld();
      const { workspace, client: { files, repos } } = world;
      const repo = { type: "model", id: "acme/m" } as const;
      await repos.create(repo);
      // The plan does not see that the branch stays the same.
      const set = (files: object) =>
        world.configure(`
resource "terraform_data" "this" {
  input = ["main", "${Object.keys(files)}"]
}

resource "huggingface_repo_files" "this" {
  repository = "acme/m"
  branch     = terraform_data.this.output[0]
  files      = ${JSON.stringify(files)}
  ${more}
}
`);
      const operations = [{ path: "found", content: "a" }];
      await files.commit(repo, { summary: "Elsewhere", operations });
      const stays = { a: "a", found: "a" };
      for (const all of [{ ...stays, b: "b" }, stays]) {
        await set(all);
        assertSuccess(await workspace.apply());
      }
      const left = await files.getPaths(repo, ["a", "b", "found"]);
      assertEquals(left.map(({ path }) => path), ["a", "found"]);
      await assertEmptyPlan(workspace);
    });
  },
);

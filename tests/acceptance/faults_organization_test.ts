// What a plan of an organization's people promises: who is not in it stays, and
// the state says what the organization says.

import { assert, assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
} from "@hf-terraform/framework/testing";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const group = `
resource "huggingface_resource_group" "this" {
  organization = "acme"
  name         = "g"
}
`;

const token = `
resource "huggingface_service_account" "this" {
  organization = "acme"
  name         = "ci"
}

resource "huggingface_service_account_token" "this" {
  organization       = "acme"
  service_account_id = huggingface_service_account.this.service_account_id
  permissions        = ["repo.write"]
}
`;

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
  },
);

acceptanceTest("who is a member already is not to be imported", async () => {
  await using world = await startSpaceWorld();
  await world.configure(`
resource "huggingface_organization_invitation" "this" {
  organization = "acme"
  username     = "alice"
  email        = "alice@example.com"
  external_id  = "1"
}
`);
  const said = assertFailure(
    await world.workspace.apply(),
    "`huggingface_organization_member` sets the role",
  );
  assert(!said.includes("terraform import"), said);
});

acceptanceTest("a group that goes says what all may see then", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  await world.configure(group);
  assertSuccess(await workspace.apply());
  const { values } = await workspace.stateResource(
    "huggingface_resource_group.this",
  );
  await client.repos.create({ type: "model", id: "acme/secret" }, {
    visibility: "private",
    resourceGroupId: String(values["resource_group_id"]),
  });
  assertWarning(
    await workspace.destroy(),
    "It has 1 now: model acme/secret",
  );
});

acceptanceTest("what a killed apply has left is told by the plan", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client: { organizations } } = world;
  const invitation = `
resource "huggingface_organization_invitation" "this" {
  organization = "acme"
  username     = "somebody-else"
  email        = "a@example.com"
  external_id  = "1"
}
`;
  await world.configure(group + token + invitation);
  assertSuccess(await workspace.apply());
  const replacing = (type: string) => `-replace=huggingface_${type}.this`;
  const account = await workspace.plan({
    args: [replacing("service_account")],
  });
  assertFailure(account, "its tokens, and who uses one loses access at once");
  const args = ["resource_group", "organization_invitation"].map(replacing);
  const replaced = await workspace.plan({ args });
  assertEquals(replaced.code, 2);
  assert(!replaced.stdout.includes("exists already"), replaced.stdout);

  await workspace.run([
    "state",
    "rm",
    ...(await workspace.stateResources())
      .map(({ address }) => address),
  ]);
  const { stdout } = await workspace.plan();
  for (const kind of ["resource group", "service account", "invitation"]) {
    assert(stdout.includes(`An equal ${kind} exists already`), stdout);
  }
  const [left] = await organizations.resourceGroups.list("acme").toArray();
  assert(stdout.includes(`terraform import ADDRESS acme/${left?.id}`), stdout);
});

acceptanceTest(
  "a plan warns who takes the organization from the token's own user",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    const { name } = await world.client.users.whoami();
    const member = (role: string, more = "") =>
      world.configure(`
resource "huggingface_organization_member" "this" {
  organization = "acme"
  username     = "${name}"
  role         = "${role}"
  ${more}
}
`);
    const warning = `Warning: ${name} is the token's own user`;
    const says = async (args: readonly string[] = []) => {
      const { stdout } = await workspace.plan({ args });
      return stdout.includes(warning);
    };
    await member("admin");
    assertEquals(await says(), false);
    assertSuccess(await workspace.apply());
    await member("read");
    assertEquals(await says(), true);
    await member("admin", `role_on_destroy = "read"`);
    assertSuccess(await workspace.apply());
    assertEquals(await says(["-destroy"]), true);
  },
);

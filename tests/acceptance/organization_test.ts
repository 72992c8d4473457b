import { assert, assertEquals } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
} from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const group = "huggingface_resource_group.this";

/** A group; `more` are further arguments. */
function resourceGroup(more: string): string {
  return `
resource "huggingface_resource_group" "this" {
  organization = "acme"
  name         = "research"
  ${more}
}
`;
}

const groupId = "huggingface_resource_group.this.resource_group_id";

acceptanceTest("a resource group from create to destroy", async (t) => {
  await using world = await startSpaceWorld();
  const { workspace, client: { organizations: { resourceGroups } } } = world;
  const only = async () => {
    const [found, ...more] = await resourceGroups.list("acme").toArray();
    assertEquals(more, []);
    assert(found !== undefined, "there is no group");
    return found;
  };

  await t.step("created with limits, in two steps", async () => {
    await world.configure(resourceGroup(`
      description  = "New"
      spend_limits = { total_cents = 5000, jobs_cents = 1000 }
      auto_join    = { role = "read" }`));
    assertSuccess(await workspace.apply());
    const found = await only();
    assertEquals(found.spendLimits, { total: 5000, jobs: 1000 });
    assertEquals(found.users?.length, 3);
    await assertEmptyPlan(workspace);
  });

  await t.step("changed in place, what is left out is cleared", async () => {
    await world.configure(resourceGroup(`
      spend_limits = { total_cents = 6000 }`));
    assertActions(await workspace.planJson(), group, ["update"]);
    assertSuccess(await workspace.apply());
    const found = await only();
    assertEquals(found.spendLimits, { total: 6000 });
    assertEquals(found.description, "");
    assertEquals(found.autoJoin, { enabled: false });
    await world.configure(resourceGroup(""));
    assertSuccess(await workspace.apply());
    assertEquals((await only()).spendLimits, undefined);
    await assertEmptyPlan(workspace);
  });

  await t.step("a limit that somebody else set is found", async () => {
    const { id } = await only();
    await resourceGroups.update("acme", id, { spendLimits: { spaces: 1 } });
    assertActions(await workspace.planJson(), group, ["update"]);
    assertSuccess(await workspace.apply());
    assertEquals((await only()).spendLimits, undefined);
  });

  await t.step("imported, and destroyed", async () => {
    const { id } = await only();
    assertSuccess(await workspace.run(["state", "rm", group]));
    assertSuccess(await workspace.import(group, `acme/${id}`));
    await assertEmptyPlan(workspace);
    assertSuccess(await workspace.destroy());
    assertEquals(await resourceGroups.list("acme").toArray(), []);
  });
});

acceptanceTest(
  "nobody joins a group by itself before its limits are in force",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, client } = world;
    const only = async () => {
      const [found] = await client.organizations.resourceGroups.list("acme")
        .toArray();
      return [found?.spendLimits, found?.users?.length];
    };
    await world.configure(resourceGroup(`
      spend_limits = { total_cents = 1 }
      auto_join    = { role = "read" }`));
    sandbox.addFault({
      match: { method: "PATCH", path: "/resource-groups/" },
      times: 10,
      action: { status: 403 },
    });
    assertWarning(
      await workspace.apply(),
      /Not in force yet: `spend_limits`, `auto_join`\. Until it is, nobody joins/,
    );
    assertEquals(await only(), [undefined, 0]);
    sandbox.clearFaults();
    assertActions(await workspace.planJson(), group, ["update"]);
    sandbox.clearRequests();
    assertSuccess(await workspace.apply());
    assertEquals(await only(), [{ total: 1 }, 3]);
    await assertEmptyPlan(workspace);

    sandbox.clearRequests();
    await world.configure(resourceGroup(""));
    assertSuccess(await workspace.apply());
    const sent = sandbox.requests.filter(({ method }) => method !== "GET");
    assertEquals(sent.map(({ method }) => method), ["POST", "PATCH"]);
  },
);

acceptanceTest("the members of a group are those that are named", async (t) => {
  await using world = await startSpaceWorld();
  const { workspace, client: { organizations: { resourceGroups } } } = world;
  const roles = async () => {
    const [found] = await resourceGroups.list("acme").toArray();
    return Object.fromEntries(
      found?.users?.map(({ name, role }) => [name, role]) ?? [],
    );
  };
  const members = (...named: readonly string[]) =>
    resourceGroup("") + `
resource "huggingface_resource_group_members" "this" {
  organization      = "acme"
  resource_group_id = ${groupId}
  members = [${
      named.map((one) => {
        const [username, role] = one.split(" ");
        return `{ username = "${username}", role = "${role}" }`;
      }).join(", ")
    }]
}
`;

  await t.step("added, changed and removed", async () => {
    await world.configure(members("alice read", "bob write"));
    assertSuccess(await workspace.apply());
    assertEquals(await roles(), { alice: "read", bob: "write" });
    await assertEmptyPlan(workspace);
    await world.configure(members("sandbox admin", "bob read"));
    assertSuccess(await workspace.apply());
    assertEquals(await roles(), { sandbox: "admin", bob: "read" });
    await assertEmptyPlan(workspace);
  });

  await t.step("who joined by another way is removed", async () => {
    const [{ id } = { id: "" }] = await resourceGroups.list("acme").toArray();
    await resourceGroups.addUsers("acme", id, [{
      user: "alice",
      role: "read",
    }]);
    assertSuccess(await workspace.apply());
    assertEquals(await roles(), { sandbox: "admin", bob: "read" });
  });

  await t.step("members that no plan has shown are not removed", async () => {
    const address = "huggingface_resource_group_members.this";
    assertSuccess(await workspace.run(["state", "rm", address]));
    await world.configure(members("bob read"));
    assertWarning(
      await workspace.apply(),
      "No plan has shown sandbox, so they stay",
    );
    assertEquals(await roles(), { sandbox: "admin", bob: "read" });
    assertSuccess(await workspace.apply());
    assertEquals(await roles(), { bob: "read" });
    await assertEmptyPlan(workspace);
  });

  await t.step("a name in other letters changes nothing", async () => {
    await world.configure(members("Bob read"));
    await assertEmptyPlan(workspace);
    await world.configure(members("Bob write"));
    assertSuccess(await workspace.apply());
    assertEquals(await roles(), { bob: "write" });
    await assertEmptyPlan(workspace);
  });

  await t.step("who cannot be added leaves the others in", async () => {
    await world.configure(members("nobody-has-this read"));
    assertFailure(await workspace.apply(), "nobody-has-this");
    assertEquals(await roles(), { bob: "write" });
  });

  await t.step("destroyed before the group", async () => {
    assertSuccess(await workspace.destroy());
    assertEquals(await resourceGroups.list("acme").toArray(), []);
  });
});

acceptanceTest("one member of a group leaves the others alone", async () => {
  await using world = await startSpaceWorld();
  const { workspace, client: { organizations: { resourceGroups } } } = world;
  const { id } = await resourceGroups.create("acme", {
    name: "theirs",
    users: [{ user: "bob", role: "admin" }],
  });
  const member = (username: string, role: string) => `
resource "huggingface_resource_group_member" "this" {
  organization      = "acme"
  resource_group_id = "${id}"
  username          = "${username}"
  role              = "${role}"
}
`;
  const address = "huggingface_resource_group_member.this";
  const roles = async () =>
    (await resourceGroups.get("acme", id)).users
      ?.map(({ name, role }) => `${name} ${role}`);
  await world.configure(member("alice", "read"));
  assertSuccess(await workspace.apply());
  assertEquals(await roles(), ["bob admin", "alice read"]);
  await assertEmptyPlan(workspace);
  await world.configure(member("alice", "write"));
  assertActions(await workspace.planJson(), address, ["update"]);
  assertSuccess(await workspace.apply());
  assertEquals(await roles(), ["bob admin", "alice write"]);
  assertSuccess(await workspace.run(["state", "rm", address]));
  assertSuccess(await workspace.import(address, `acme/${id}/alice`));
  await assertEmptyPlan(workspace);
  await world.configure(member("bob", "read"));
  assertFailure(await workspace.apply(), /exists already/);
  assertEquals(await roles(), ["bob admin"]);
});

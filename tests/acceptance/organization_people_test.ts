import { assert, assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
  unwrapped,
} from "@hf-terraform/framework/testing";
import { control } from "../support/sandbox_server.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest(
  "a member's role changes, and the groups of the member stay",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations } } = world;
    const { resourceGroups } = organizations;
    const users = [{ user: "alice", role: "admin" }];
    await resourceGroups.create("acme", { name: "theirs", users });
    const member = (role: string, more = "") =>
      world.configure(`
resource "huggingface_organization_member" "this" {
  organization = "acme"
  username     = "Alice"
  role         = "${role}"
  ${more}
}
`);
    const alice = async () => {
      const all = await organizations.listMembers("acme").toArray();
      const found = all.find(({ user }) => user === "alice");
      return [found?.role, found?.resourceGroups?.map(({ role }) => role)];
    };
    await member("contributor");
    assertSuccess(await workspace.apply());
    assertEquals(await alice(), ["contributor", ["admin"]]);
    await assertEmptyPlan(workspace);
    await member("read", `role_on_destroy = "no_access"`);
    assertSuccess(await workspace.apply());
    assertEquals(await alice(), ["read", ["admin"]]);
    assertSuccess(await workspace.destroy());
    assertEquals(await alice(), ["no_access", ["admin"]]);
    await member("write");
    assertSuccess(await workspace.apply());
    assertWarning(await workspace.destroy(), "Alice stays a member of acme");
    assertEquals(await alice(), ["write", ["admin"]]);
  },
);

acceptanceTest(
  "a destroy without a refresh names the roles that the service has",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations } } = world;
    const { resourceGroups } = organizations;
    const { id } = await resourceGroups.create("acme", { name: "theirs" });
    const member = (name: string, more = "") => `
resource "huggingface_organization_member" "${name}" {
  organization = "acme"
  username     = "${name}"
  role         = "write"
  ${more}
}
`;
    await world.configure(`
${member("alice", `role_on_destroy = "no_access"`)}${member("bob")}
resource "huggingface_resource_group_member" "this" {
  organization      = "acme"
  resource_group_id = "${id}"
  username          = "alice"
  role              = "write"
}
`);
    assertSuccess(await workspace.apply());
    await resourceGroups.setUserRole("acme", id, "alice", "contributor");
    const groups = [{ id, role: "contributor" }] as const;
    const set = organizations.setMemberRole.bind(organizations, "acme");
    await set("alice", { role: "read", resourceGroups: groups });
    await set("bob", { role: "admin", resourceGroups: [] });
    const destroyed = await workspace.destroy({ args: ["-refresh=false"] });
    assertWarning(destroyed, "It is `read` now, and `no_access` when this");
    assertWarning(destroyed, "The role there is `contributor` now");
    assertWarning(destroyed, "The role `admin` stays too");
  },
);

acceptanceTest("a member in other letters is no other member", async () => {
  await using world = await startSpaceWorld();
  await world.configure(
    ["alice", "Alice"].map((name) => `
resource "huggingface_organization_member" "${name}" {
  organization = "acme"
  username     = "${name}"
  role         = "write"
}
`).join(""),
  );
  assertFailure(await world.workspace.plan(), "Two resources manage");
});

acceptanceTest("who is no member is not made one", async () => {
  await using world = await startSpaceWorld();
  await world.configure(`
resource "huggingface_organization_member" "this" {
  organization = "acme"
  username     = "somebody-else"
  role         = "read"
}
`);
  assertFailure(
    await world.workspace.apply(),
    "somebody-else is not a member of acme",
  );
});

acceptanceTest(
  "an invitation is pending, accepted, and taken back",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations } } = world;
    const invite = (external: string) =>
      world.configure(`
resource "huggingface_organization_invitation" "this" {
  organization = "acme"
  username     = "somebody-else"
  email        = "a@example.com"
  external_id  = "${external}"
}
`);
    const members = async () =>
      (await organizations.listMembers("acme").toArray()).length;
    await invite("1");
    assertSuccess(await workspace.apply());
    assertEquals(await members(), 3);
    await control(
      world,
      "organizations/acme/invitations/somebody-else/accept",
      { method: "POST" },
    );
    await assertEmptyPlan(workspace);
    assertEquals(await members(), 4);
    await invite("2");
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    assertSuccess(await workspace.destroy());
    assertEquals(await members(), 3);
  },
);

acceptanceTest(
  "nobody is removed from an organization whom the plan does not name",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations } } = world;
    const invite = (email: string, username = "somebody-else") =>
      world.configure(`
resource "huggingface_organization_invitation" "this" {
  organization = "acme"
  username     = "${username}"
  email        = "${email}"
  external_id  = "1"
}
`);
    const removed = "somebody-else is removed from the organization acme";
    const members = async () =>
      (await organizations.listMembers("acme").toArray()).length;
    await invite("a@example.com");
    assertSuccess(await workspace.apply());
    await invite("b@example.com");
    const pending = assertSuccess(await workspace.apply());
    assert(!pending.stdout.includes(removed), "a pending one removes nobody");
    await control(
      world,
      "organizations/acme/invitations/somebody-else/accept",
      { method: "POST" },
    );
    await invite("c@example.com");
    const refused = await workspace.apply();
    assertFailure(refused, "somebody-else has accepted the invitation");
    assert(!refused.stdout.includes(removed), "what is refused removes nobody");
    assertEquals(await members(), 4);
    await invite("b@example.com");
    await assertEmptyPlan(workspace);
    await organizations.resourceGroups.create("acme", {
      name: "research",
      users: [{ user: "somebody-else", role: "write" }],
    });
    await invite("b@example.com", "alice");
    assertWarning(await workspace.run(["plan"]), removed);
    assertWarning(
      await workspace.run(["plan"]),
      "`read`, research (`write`)",
    );
    await invite("b@example.com");
    const address = "huggingface_organization_invitation.this";
    assertFailure(
      await workspace.plan({ args: [`-replace=${address}`] }),
      removed,
    );
    assertSuccess(await workspace.run(["taint", address]));
    const tainted = await workspace.plan();
    assert(unwrapped(tainted.stdout).includes(removed), tainted.stdout);
    assertSuccess(await workspace.run(["untaint", address]));
    await assertEmptyPlan(workspace);
    assertWarning(await workspace.destroy(), removed);
    assertEquals(await members(), 3);
  },
);

acceptanceTest("two invitations swap no external_id in one apply", async () => {
  await using world = await startSpaceWorld({
    organizations: [{ name: "acme", plan: "enterprise", members: {} }],
  });
  const { workspace } = world;
  const invite = (first: string, second: string) =>
    world.configure(
      [["alice", first], ["bob", second]].map(([name, own]) => `
resource "huggingface_organization_invitation" "${name}" {
  organization = "acme"
  username     = "${name}"
  email        = "${name}@example.com"
  external_id  = "${own}"
}
`).join(""),
    );
  await invite("1", "2");
  assertSuccess(await workspace.apply());
  await invite("2", "1");
  assertFailure(
    await workspace.plan(),
    /No apply moves the `external_id` [12] of acme/,
  );
  await invite("3", "1");
  assertFailure(await workspace.plan(), "No apply moves");
  await invite("3", "2");
  assertSuccess(await workspace.apply());
  await invite("3", "1");
  assertSuccess(await workspace.apply());
  await assertEmptyPlan(workspace);
});

acceptanceTest(
  "a plan says what it finds, before a create changes it",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations } } = world;
    const { id } = await organizations.resourceGroups.create("acme", {
      name: "g",
      users: [{ user: "bob", role: "admin" }],
    });
    await organizations.updateNetworkSecurity("acme", {
      ipRanges: ["192.0.2.0/24"],
      blockedContents: [{ resource: "model", scope: "them" }],
    });
    await world.configure(`
resource "huggingface_organization_network_security" "this" {
  organization     = "acme"
  ip_ranges        = ["198.51.100.0/24"]
  high_rate_limits = false
}
resource "huggingface_organization_member" "this" {
  organization = "acme"
  username     = "Alice"
  role         = "read"
}
resource "huggingface_resource_group_members" "this" {
  organization      = "acme"
  resource_group_id = "${id}"
  members           = [{ username = "alice", role = "read" }]
}
`);
    const plan = await workspace.plan();
    const said = plan.stdout.replaceAll(/\s+/g, " ");
    for (
      const change of [
        'with ["192.0.2.0/24"], and is to have ["198.51.100.0/24"]',
        'with "write", and is to have "read"',
        'with [{ username = "bob", role = "admin" }], and is to have ' +
        '[{ username = "alice", role = "read" }]',
      ]
    ) assert(said.includes(`It is there already, ${change}`), said);
    assertEquals(plan.stdout.match(/The create changes/g)?.length, 3);
    await world.configure(`
resource "huggingface_organization_member" "this" {
  organization = "acme"
  username     = "Alice"
  role         = "write"
}
`);
    const { stdout } = await workspace.plan();
    assert(!stdout.includes("The create changes"), stdout);
  },
);

acceptanceTest(
  "a group that fills itself has the members that are configured",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations: { resourceGroups } } } = world;
    const roles = async () => {
      const [found] = await resourceGroups.list("acme").toArray();
      return Object.fromEntries(
        found?.users?.map(({ name, role }) => [name, role]) ?? [],
      );
    };
    const group = (more: string) =>
      world.configure(`
resource "huggingface_resource_group" "this" {
  organization = "acme"
  name         = "open"
  auto_join    = { role = "read" }
}
${more}
`);
    const id = `organization      = "acme"
  resource_group_id = huggingface_resource_group.this.resource_group_id`;

    await t.step("one of them", async () => {
      await group(`
resource "huggingface_resource_group_member" "alice" {
  ${id}
  username = "alice"
  role     = "admin"
}`);
      assertWarning(
        await workspace.apply(),
        /with\s+"read",\s+and\s+is\s+to\s+have\s+"admin"/,
      );
      const others = { bob: "read", sandbox: "read" };
      assertEquals(await roles(), { ...others, alice: "admin" });
      await assertEmptyPlan(workspace);
      assertWarning(
        await workspace.destroy(),
        "alice is removed from the resource group",
      );
    });

    await t.step("all of them, once a plan has shown who goes", async () => {
      await group(`
resource "huggingface_resource_group_members" "all" {
  ${id}
  members = [{ username = "alice", role = "admin" }]
}`);
      assertWarning(await workspace.apply(), /No plan has shown \w+, \w+,/);
      assertEquals(Object.keys(await roles()).length, 3);
      assertSuccess(await workspace.apply());
      assertEquals(await roles(), { alice: "admin" });
      await assertEmptyPlan(workspace);
    });
  },
);

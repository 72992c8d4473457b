import { assert, assertEquals } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
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
  username     = "alice"
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
    assertWarning(await workspace.destroy(), "alice stays a member of acme");
    assertEquals(await alice(), ["write", ["admin"]]);
  },
);

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
    assertFailure(
      await workspace.apply(),
      "somebody-else has accepted the invitation",
    );
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
    assertWarning(await workspace.run(["plan"]), removed);
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
  "a service account's token: rotated, changed, drifted, deleted",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations: { serviceAccounts } } } = world;
    const address = "huggingface_service_account_token.this";
    const configure = (month: number, permission: string) =>
      world.configure(`
resource "huggingface_service_account" "this" {
  organization = "acme"
  name         = "ci"
}

resource "huggingface_service_account_token" "this" {
  organization       = "acme"
  service_account_id = huggingface_service_account.this.service_account_id
  permissions        = ["${permission}"]
  rotation_keepers   = { month = ${month} }
}
`);
    const values = async () => (await workspace.stateResource(address)).values;
    const works = async (token: unknown) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${world.url}/api/whoami-v2`, { headers });
      await answer.body?.cancel();
      return answer.ok;
    };
    await configure(1, "repo.write");
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    const { token: first, id } = await values();
    assert(await works(first), "the token works");

    await t.step("another permission keeps the value", async () => {
      await configure(1, "org.read");
      assertActions(await workspace.planJson(), address, ["update"]);
      assertSuccess(await workspace.apply());
      assertEquals((await values())["token"], first);
      await assertEmptyPlan(workspace);
    });

    await t.step("a keeper rotates it, and keeps the token's id", async () => {
      await configure(2, "org.read");
      const { stdout } = assertSuccess(await workspace.apply());
      const { token: second, id: now } = await values();
      assert(second !== first && now === id, "another value of the same token");
      assert(!stdout.includes(String(second)), "the value is not shown");
      assertEquals([await works(first), await works(second)], [false, true]);
      await assertEmptyPlan(workspace);
    });

    await t.step("what somebody else lets it do is taken back", async () => {
      const [account = "", token = ""] = String(id).split("/").slice(1);
      await serviceAccounts.updateToken("acme", account, token, {
        permissions: ["org.read", "org.write"],
      });
      assertActions(await workspace.planJson(), address, ["update"]);
      assertSuccess(await workspace.apply());
      const { accessTokens } = await serviceAccounts.get("acme", account);
      assertEquals(accessTokens?.[0]?.permissions, ["org.read"]);
    });

    await t.step("destroyed, it ends", async () => {
      const { token } = await values();
      assertSuccess(await workspace.destroy());
      assertEquals(await works(token), false);
    });
  },
);

acceptanceTest(
  "network security: a plan that locks Terraform out is refused",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations } } = world;
    const configure = (more: string, ranges = `"192.0.2.0/24"`) =>
      world.configure(`
resource "huggingface_organization_network_security" "this" {
  organization           = "acme"
  enforce_ip_restriction = true
  ip_ranges              = [${ranges}]
  ${more}
}
`);
    await configure("");
    assertFailure(await workspace.plan(), "Set `caller_address`");
    await configure(`caller_address = "127.0.0.1"`);
    assertFailure(
      await workspace.plan(),
      "127.0.0.1 is in none of `ip_ranges`",
    );
    await configure(`caller_address = "127.0.0.1"`, `"2001:db8::/32"`);
    assertFailure(await workspace.plan(), "2001:db8:0:0:0:0:0:0/32");
    await configure(`caller_address = "127.0.0.1"`, `"127.0.0.0/8"`);
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    const now = await organizations.getNetworkSecurity("acme");
    assertEquals(
      [now.enforceIpRestriction, now.ipRanges, now.enforceAuth],
      [true, ["127.0.0.0/8"], false],
    );
    assertWarning(await workspace.destroy(), "stays as it is");
    assertEquals(
      (await organizations.getNetworkSecurity("acme")).enforceIpRestriction,
      true,
    );
  },
);

acceptanceTest(
  "network security: what is in force right before it is sent is looked at",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, client: { organizations } } = world;
    const enforce = (more = "") =>
      world.configure(`
resource "huggingface_organization_network_security" "this" {
  organization           = "acme"
  enforce_ip_restriction = ${more === "" ? "false" : "true"}
  ${more}
}
`);
    const ranges = (...ipRanges: readonly string[]) =>
      organizations.updateNetworkSecurity("acme", { ipRanges });
    const isRefused = async (
      apply: () => ReturnType<typeof workspace.apply>,
    ) => {
      sandbox.clearRequests();
      assertFailure(await apply(), "Terraform would be locked out");
      const sent = sandbox.requests.filter(({ method }) => method !== "GET");
      assertEquals(sent, []);
    };
    await ranges("192.0.2.0/24");
    await enforce(`caller_address = "127.0.0.1"`);
    await isRefused(() => workspace.apply());

    await ranges("127.0.0.0/8");
    await enforce();
    assertSuccess(await workspace.apply());
    await enforce(`caller_address = "127.0.0.1"`);
    assertEquals((await workspace.plan()).code, 2);
    await ranges("192.0.2.0/24");
    await isRefused(() => workspace.applyPlan());

    await ranges("127.0.0.0/8", "192.0.2.0/24");
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
  },
);

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

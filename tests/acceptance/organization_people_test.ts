import { assert, assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
  unwrapMessage,
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
    assert(unwrapMessage(tainted.stdout).includes(removed), tainted.stdout);
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

import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  whyNot,
} from "@hf-terraform/framework/testing";
import type { SandboxOptions } from "../../client/sandbox/mod.ts";
import { run } from "../../provider/framework/system/run.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { createWorkspace } from "../support/workspace.ts";

/** How much of what an organization has. */
interface Size {
  readonly groups: number;
  readonly members: number;
  readonly accounts: number;
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

/** An organization whose members are there, and nothing else. */
function organizationOf({ members }: Pick<Size, "members">): SandboxOptions {
  const names = numbers(members).map((i) => `user-${i}`);
  return {
    users: [...names, "invited"].map((name) => ({ name })),
    organizations: [{
      name: "acme",
      plan: "plus",
      members: Object.fromEntries(names.map((name) => [name, "read"])),
    }],
    // What the Hub allows a member of a team's organization.
    rateLimit: { requests: 3000, windowSeconds: 300 },
  };
}

/** A configuration of groups, their members, roles, accounts and tokens. */
function everything({ groups, members, accounts }: Size): string {
  return `
provider "huggingface" {
  namespace = "acme"
}

resource "huggingface_resource_group" "this" {
  count        = ${groups}
  name         = "group-\${count.index}"
  description  = "Number \${count.index}"
  spend_limits = { total_cents = 1000 + count.index }
}

resource "huggingface_resource_group_members" "this" {
  count             = ${groups}
  resource_group_id = huggingface_resource_group.this[count.index].resource_group_id
  members = [
    for i in range(3) : {
      username = "user-\${(count.index + i) % ${members}}"
      role     = i == 0 ? "admin" : "write"
    }
  ]
}

resource "huggingface_organization_member" "this" {
  count    = ${members}
  username = "user-\${count.index}"
  role     = count.index % 2 == 0 ? "contributor" : "no_access"
}

resource "huggingface_service_account" "this" {
  count       = ${accounts}
  name        = "account-\${count.index}"
  description = "Number \${count.index}"
}

resource "huggingface_service_account_token" "this" {
  count              = ${accounts}
  service_account_id = huggingface_service_account.this[count.index].service_account_id
  permissions        = ["repo.content.read"]
}
`;
}

/** The rest of what an organization has, once. */
const rest = `
resource "huggingface_organization_invitation" "this" {
  username    = "invited"
  email       = "invited@example.com"
  external_id = "1"
}

resource "huggingface_organization_network_security" "this" {
  enforce_ip_restriction = true
  ip_ranges              = ["127.0.0.0/8"]
  caller_address         = "127.0.0.1"
}

resource "huggingface_model" "this" {
  count             = 18
  name              = "model-\${count.index}"
  visibility        = "private"
  resource_group_id = huggingface_resource_group.this[count.index].resource_group_id
}
`;

/** Where the provider finds the sandbox. */
function serviceOf(
  { url, sandbox: { token } }: SpaceWorld,
): Record<string, string> {
  return { HF_TOKEN: token, HF_ENDPOINT: url, HF_INFERENCE_ENDPOINTS_URL: url };
}

/** Exports the organization; returns what that says. */
async function exported(world: SpaceWorld, folder: string): Promise<string> {
  const args = ["export", "--namespace=acme", `--out=${folder}`];
  const env = serviceOf(world);
  return assertSuccess(await run(await providerExecutable(), args, { env }))
    .stdout;
}

/** No request was refused because there were too many. */
function assertWithinLimits({ sandbox }: SpaceWorld): void {
  const refused = sandbox.requests.filter(({ status }) => status === 429);
  assertEquals(refused.map(({ path }) => path), []);
}

acceptanceTest(
  "200 objects of an organization: applied, exported, nothing to change",
  async (t) => {
    const size = { groups: 30, members: 80, accounts: 20 };
    await using world = await startSpaceWorld(organizationOf(size));
    const { workspace, configure, sandbox } = world;
    const apply = await t.step("applied, and the plan is empty", async () => {
      await configure(everything(size) + rest);
      const { stdout } = assertSuccess(await workspace.apply());
      assertStringIncludes(stdout, "200 added, 0 changed, 0 destroyed");
      await assertEmptyPlan(workspace);
      assertWithinLimits(world);
      sandbox.clearRequests();
    });
    if (!apply) return;
    await t.step(
      "exported to an empty folder, it plans no change",
      async () => {
        const { url, sandbox: { token } } = world;
        await using other = await createWorkspace({
          env: {
            HF_TOKEN: token,
            HF_ENDPOINT: url,
            HF_INFERENCE_ENDPOINTS_URL: url,
          },
        });
        const args = ["export", "--namespace=acme", `--out=${other.folder}`];
        const { stdout } = assertSuccess(
          await run(await providerExecutable(), args, { env: other.env }),
        );
        const found = Array.from(
          stdout.matchAll(/^.*: (\d+) found/gm),
          ([, count]) => Number(count),
        );
        // The token's owner is a member, too.
        const count = found.reduce((sum, one) => sum + one, 0);
        assertEquals(count, 201, stdout);
        const plan = await other.run(["plan", "-input=false", "-no-color"]);
        assertStringIncludes(
          plan.stdout,
          `Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`,
          plan.stdout.slice(-3000) + plan.stderr,
        );
        assertSuccess(await other.apply());
        await assertEmptyPlan(other);
        assertWithinLimits(world);
      },
    );
  },
);

const noQuery = await whyNot({ terraform: "1.14" });

/** What of an organization a search finds, by type. */
function expected({ groups, members, accounts }: Size): Record<string, number> {
  return {
    huggingface_resource_group: groups,
    huggingface_resource_group_members: groups,
    huggingface_resource_group_member: groups * 3,
    // The token's owner is a member, too.
    huggingface_organization_member: members + 1,
    huggingface_service_account: accounts,
    huggingface_service_account_token: accounts,
  };
}

/** Finds all of it with `terraform query`. */
async function query({ workspace }: SpaceWorld, size: Size): Promise<void> {
  const types = expected(size);
  await workspace.write({
    "find.tfquery.hcl": Object.keys(types).map((type) =>
      `list "${type}" "all" {
  provider = huggingface
  limit    = 10000
}
`
    ).join(""),
  });
  const { stdout } = assertSuccess(
    await workspace.run(["query", "-no-color"]),
  );
  const found = Object.fromEntries(
    Object.keys(types).map((type) => [
      type,
      stdout.split("\n").filter((line) => line.startsWith(`list.${type}.all`))
        .length,
    ]),
  );
  assertEquals(found, types);
}

/** The requests by which all of an organization is read, by what asks them. */
async function readsOf(
  size: Size,
): Promise<Record<string, readonly string[]>> {
  await using world = await startSpaceWorld(organizationOf(size));
  const { workspace, configure, requests } = world;
  await configure(everything(size));
  assertSuccess(await workspace.apply());
  const asked = async (act: () => Promise<unknown>) => {
    requests();
    await act();
    assertWithinLimits(world);
    return requests().map(({ method, path }) =>
      `${method} ${path.replaceAll(/[0-9a-f]{24}/g, "ID")}`
    ).toSorted();
  };
  return {
    plan: await asked(() => assertEmptyPlan(workspace)),
    export: await asked(() => exported(world, `${workspace.folder}/exported`)),
    ...noQuery === undefined &&
      { query: await asked(() => query(world, size)) },
  };
}

acceptanceTest(
  "50 groups and 500 members are read in no more requests than a tenth of them",
  async () => {
    const few = await readsOf({ groups: 5, members: 50, accounts: 20 });
    const many = await readsOf({ groups: 50, members: 500, accounts: 20 });
    assertEquals(many, few);
    for (const paths of Object.values(many)) {
      const accounts = paths.filter((path) =>
        path === "GET /api/organizations/acme/service-accounts/ID"
      );
      // The API shows the tokens of one account at a time.
      assertEquals(accounts.length, 20);
    }
    assertEquals(many["plan"]?.filter((path) => !path.endsWith("/ID")), [
      "GET /api/organizations/acme/members",
      "GET /api/organizations/acme/resource-groups",
      "GET /api/organizations/acme/service-accounts",
    ]);
  },
);

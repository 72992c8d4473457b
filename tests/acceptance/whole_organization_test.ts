import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import type { SandboxOptions } from "../../client/sandbox/mod.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const names = Array.from({ length: 80 }, (_, i) => `user-${i}`);

/** An organization whose members are there, and nothing else. */
const organization: SandboxOptions = {
  users: [...names, "invited"].map((name) => ({ name })),
  organizations: [{
    name: "acme",
    plan: "plus",
    members: Object.fromEntries(names.map((name) => [name, "read"])),
  }],
  // The limit of the Hub for a member of a team's organization.
  rateLimit: { requests: 3000, windowSeconds: 300 },
};

/** Groups, their members, roles, accounts and tokens, and the rest once. */
const configuration = `
provider "huggingface" {
  namespace = "acme"
}

resource "huggingface_resource_group" "this" {
  count        = 30
  name         = "group-\${count.index}"
  description  = "Number \${count.index}"
  spend_limits = { total_cents = 1000 + count.index }
}

resource "huggingface_resource_group_members" "this" {
  count             = 30
  resource_group_id = huggingface_resource_group.this[count.index].resource_group_id
  members = [
    for i in range(3) : {
      username = "user-\${(count.index + i) % 80}"
      role     = i == 0 ? "admin" : "write"
    }
  ]
}

resource "huggingface_organization_member" "this" {
  count    = 80
  username = "user-\${count.index}"
  role     = count.index % 2 == 0 ? "contributor" : "no_access"
}

resource "huggingface_service_account" "this" {
  count       = 20
  name        = "account-\${count.index}"
  description = "Number \${count.index}"
}

resource "huggingface_service_account_token" "this" {
  count              = 20
  service_account_id = huggingface_service_account.this[count.index].service_account_id
  permissions        = ["repo.content.read"]
}

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

/** The most lists that a plan may request, with repeats for late reads. */
const MOST_LISTS = 16;

/** No request was refused because there were too many. */
function assertWithinLimits({ sandbox }: SpaceWorld): void {
  const refused = sandbox.requests.filter(({ status }) => status === 429);
  assertEquals(refused.map(({ path }) => path), []);
}

acceptanceTest(
  "200 objects of an organization are applied and planned within the rate limit",
  async () => {
    await using world = await startSpaceWorld(organization);
    const { workspace } = world;
    await world.configure(configuration);
    const { stdout } = assertSuccess(await workspace.apply());
    assertStringIncludes(stdout, "200 added, 0 changed, 0 destroyed");
    assertWithinLimits(world);
    world.requests();
    await assertEmptyPlan(workspace);
    assertWithinLimits(world);
    const paths = world.requests().map(({ path }) => path);
    const accounts = paths.filter((path) =>
      /\/service-accounts\/[0-9a-f]{24}$/.test(path)
    );
    // The API shows the tokens of one account at a time.
    assertEquals(accounts.length, 20);
    const others = paths.filter((path) => !accounts.includes(path));
    assert(others.length <= MOST_LISTS, others.join("\n"));
  },
);

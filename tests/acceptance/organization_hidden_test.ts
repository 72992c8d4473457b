import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import type { Json } from "../../client/sandbox/core/json.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

/** A group, a member, a token and an invitation. */
const everything = `
resource "huggingface_resource_group" "this" {
  organization = "acme"
  name         = "g"
}

resource "huggingface_service_account" "this" {
  organization = "acme"
  name         = "ci"
}

resource "huggingface_service_account_token" "this" {
  organization       = "acme"
  service_account_id = huggingface_service_account.this.service_account_id
  permissions        = ["repo.write"]
}

resource "huggingface_organization_invitation" "this" {
  organization = "acme"
  username     = "somebody-else"
  email        = "a@example.com"
  external_id  = "1"
}

resource "huggingface_resource_group_members" "this" {
  organization      = "acme"
  resource_group_id = huggingface_resource_group.this.resource_group_id
  members           = [{ username = "alice", role = "read" }]
}
`;
acceptanceTest(
  "what is hidden from the token, or what a list does not show, is not gone",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, client: { organizations } } = world;
    await world.configure(everything);
    assertSuccess(await workspace.apply());
    const addresses = async () =>
      (await workspace.stateResources()).map(({ address }) => address);
    const all = await addresses();
    // Each is read, though another one cannot be.
    const ids = [...everything.matchAll(/(huggingface_\w+\.this)\.(\w+)/g)];
    let alone = everything;
    for (const [reference, address = "", name = ""] of ids) {
      const { values } = await workspace.stateResource(address);
      alone = alone.replace(reference, `"${values[name]}"`);
    }
    await world.configure(alone);
    const answers = (path: string, body: Json, status = 200) => (times = 1) =>
      sandbox.addFault({
        match: { method: "GET", path },
        times,
        action: { status, body },
      });
    const empty = [
      answers("**/resource-groups", []),
      answers("**/service-accounts", []),
      answers("/v2/Users?", { Resources: [], totalResults: 0 }),
    ];

    await t.step("lists without what has a route of its own", async () => {
      for (const answer of empty) answer(2);
      await assertEmptyPlan(workspace);
    });

    await t.step("a token whose user is no admin any more", async () => {
      const role = { role: "read", resourceGroups: [] } as const;
      await organizations.setMemberRole("acme", "sandbox", role);
      const gone = answers(`**/${"?".repeat(24)}`, { error: "Not found" }, 404);
      for (const answer of [...empty, gone]) answer(1000);
      const said = assertFailure(
        await workspace.apply({ args: ["-refresh-only"] }),
        "is hidden, or gone",
      );
      assertEquals(said.split("is hidden, or gone").length - 1, all.length);
      assertEquals(await addresses(), all);
    });
  },
);

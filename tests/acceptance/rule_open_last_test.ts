// The rule "open last" on the real CLI; `tests/provider/huggingface` tries it for
// every resource and request.

import { assert, assertEquals, assertObjectMatch } from "@std/assert";
import {
  assertFailure,
  assertWarning,
  changeOf,
} from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest(
  "a model whose gating fails stays closed, and says what is missing",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, client } = world;
    await world.configure(`
      resource "huggingface_model" "it" {
        namespace  = "acme"
        name       = "x"
        visibility = "public"
        gated      = "manual"
        discussions_disabled = true
      }
    `);
    sandbox.addFault({
      match: { method: "PUT", path: "**/settings" },
      times: 99,
      action: { status: 403, body: { error: "Forbidden" } },
    });
    const result = await workspace.apply();
    assertWarning(
      result,
      /Not in force yet: `visibility`, `gated`, `discussions_disabled`\. Until it is, nobody else sees it/,
    );
    assert(!/outside of\s+Terraform/.test(result.stdout), result.stdout);
    sandbox.clearFaults();
    const info = await client.repos.get({ type: "model", id: "acme/x" });
    assertEquals([info.private, info.gated], [true, false]);
    const { change } = changeOf(
      await workspace.planJson(),
      "huggingface_model.it",
    );
    assertEquals(change.actions, ["update"]);
    const missing = {
      visibility: "private",
      gated: "false",
      discussions_disabled: null,
    };
    assertObjectMatch({ ...change.before }, missing);
  },
);

acceptanceTest(
  "an address for requests for access is checked at plan",
  async () => {
    await using world = await startSpaceWorld();
    await world.configure(`
      resource "huggingface_model" "it" {
        name                      = "x"
        gated                     = "auto"
        gated_notifications_email = "nobody"
      }
    `);
    assertFailure(await world.workspace.validate(), "e-mail");
  },
);

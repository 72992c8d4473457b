import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
  changeOf,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { startSpaceWorld } from "../support/space_world.ts";

const variable = "huggingface_space_variable.one";

acceptanceTest(
  "a map and a single resource refuse to fight over a key",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const both = `
provider "huggingface" { namespace = "acme" }
resource "huggingface_space" "this" {
  name       = "app"
  sdk        = "docker"
  variables  = { MODE = "a" }
  secrets_wo = { TOKEN = "a" }
  secrets_wo_version = 1
}
resource "huggingface_space_variable" "mode" {
  space = huggingface_space.this.id
  key   = "MODE"
  value = "b"
}
resource "huggingface_space_secret" "token" {
  space = huggingface_space.this.id
  key   = "TOKEN"
  value = "b"
}
`;
    await t.step("in the plan, if both are in one configuration", async () => {
      await world.configure(both);
      const message = assertFailure(
        await workspace.plan(),
        "Two resources manage the variable acme/app/MODE",
      );
      assertStringIncludes(
        message,
        "Two resources manage the secret acme/app/TOKEN",
      );
    });

    await t.step("in the apply, if they are in two", async () => {
      await world.configure(
        both.replace(/resource "huggingface_space_v[\s\S]*/, ""),
      );
      assertSuccess(await workspace.apply());
      await client.spaces.setVariable("acme/app", { key: "HAND", value: "1" });
      await client.spaces.setSecret("acme/app", { key: "HAND2", value: "1" });
      await world.configure(
        both.replace(/resource "huggingface_space_v[\s\S]*/, "")
          .replace('{ MODE = "a" }', '{ MODE = "a", HAND = "2" }'),
      );
      assertFailure(
        await workspace.apply(),
        "The variable HAND of the Space acme/app is there already",
      );
      await world.configure(
        both.replace(/resource "huggingface_space_v[\s\S]*/, "")
          .replace('{ TOKEN = "a" }', '{ TOKEN = "a", HAND2 = "2" }')
          .replace("version = 1", "version = 2"),
      );
      assertFailure(
        await workspace.apply(),
        "The secret HAND2 of the Space acme/app is there already",
      );
      assertEquals(
        (await client.spaces.getVariables("acme/app"))["HAND"]?.value,
        "1",
      );
    });

    await t.step("a write-only secret set by hand is set again", async () => {
      await world.configure(
        both.replace(/resource "huggingface_space_v[\s\S]*/, ""),
      );
      assertSuccess(await workspace.apply());
      await assertEmptyPlan(workspace);
      world.sandbox.advance(1000);
      await client.spaces.setSecret("acme/app", {
        key: "TOKEN",
        value: "hand",
      });
      const plan = await workspace.planJson();
      const { before, after } = changeOf(plan, "huggingface_space.this").change;
      assertEquals(before?.["secrets_wo_version"], null);
      assertEquals(after?.["secrets_wo_version"], "1");
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);
    });

    await t.step("an import may take its secrets over", async () => {
      assertSuccess(
        await workspace.run(["state", "rm", "huggingface_space.this"]),
      );
      assertSuccess(
        await workspace.import("huggingface_space.this", "acme/app"),
      );
      await world.configure(
        both.replace(/resource "huggingface_space_v[\s\S]*/, "")
          .replace('{ MODE = "a" }', '{ MODE = "a", HAND = "1" }'),
      );
      world.requests();
      assertSuccess(await workspace.apply());
      assertEquals(world.writes(), ["POST /api/spaces/acme/app/secrets"]);
      await assertEmptyPlan(workspace);
    });
  },
);

acceptanceTest(
  "an imported Space loses no variable that the configuration does not name",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const space = "huggingface_space.this";
    await client.repos.create({ type: "space", id: "acme/app" }, {
      sdk: "docker",
      visibility: "private",
      secrets: [{ key: "TOKEN", value: "t" }],
      variables: [{ key: "MODE", value: "fast" }, { key: "HAND", value: "x" }],
    });
    const config = (inside = "") => `
provider "huggingface" { namespace = "acme" }
resource "huggingface_space" "this" {
  name = "app"
  sdk  = "docker"
  ${inside}
}
resource "huggingface_space_variable" "one" {
  space = "acme/app"
  key   = "MODE"
  value = "fast"
}
`;
    const values = async () =>
      Object.fromEntries(
        Object.entries(await client.spaces.getVariables("acme/app"))
          .map(([key, { value }]) => [key, value]),
      );
    const importSpace = async () =>
      assertSuccess(await workspace.import(space, "acme/app"));

    await t.step("those of other resources leave its state only", async () => {
      await world.configure(config());
      await importSpace();
      assertSuccess(await workspace.import(variable, "acme/app/MODE"));
      const imported = await workspace.stateResource(space);
      assertEquals(imported.values["variables"], { HAND: "x", MODE: "fast" });
      world.requests();
      assertActions(await workspace.planJson(), space, ["update"]);
      assertWarning(
        await workspace.apply(),
        "Variables of the Space acme/app stay there: HAND, MODE",
      );
      assertEquals(world.writes(), []);
      assertEquals(await values(), { HAND: "x", MODE: "fast" });
      assertEquals(Object.keys(await client.spaces.getSecrets("acme/app")), [
        "TOKEN",
      ]);
      await assertEmptyPlan(workspace);
    });

    await t.step("those that an apply has set are deleted", async () => {
      assertSuccess(await workspace.run(["state", "rm", space]));
      await world.configure(config('variables = { HAND = "y" }'));
      await importSpace();
      world.requests();
      assertSuccess(await workspace.apply());
      assertEquals(world.writes(), ["POST /api/spaces/acme/app/variables"]);
      await assertEmptyPlan(workspace);
      await world.configure(config());
      assertSuccess(await workspace.apply());
      assertEquals(await values(), { MODE: "fast" });
      await assertEmptyPlan(workspace);
    });
  },
);

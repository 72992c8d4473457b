import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
  changeOf,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { spaceRef, startSpaceWorld } from "../support/space_world.ts";

const variable = "huggingface_space_variable.one";
const secret = "huggingface_space_secret.one";
const hidden = "huggingface_space_secret.hidden";
const id = "acme/elsewhere";

function keys(value: string, space = id): string {
  return `
resource "huggingface_space_variable" "one" {
  space       = "${space}"
  key         = "MODE"
  value       = "${value}"
  description = "How"
}
resource "huggingface_space_secret" "one" {
  space = "${space}"
  key   = "TOKEN"
  value = "secret-${value}"
}
resource "huggingface_space_secret" "hidden" {
  space            = "${space}"
  key              = "HIDDEN"
  value_wo         = "hidden-${value}"
  value_wo_version = ${value === "a" ? 1 : 2}
}
`;
}

acceptanceTest(
  "single secrets and variables of a Space made elsewhere",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client, sandbox } = world;
    await client.repos.create({ type: "space", id: "acme/elsewhere" }, {
      sdk: "docker",
      variables: [{ key: "OTHER", value: "x" }],
    });

    await t.step("created, and changed by one request each", async () => {
      await world.configure(keys("a"));
      assertSuccess(await workspace.apply());
      await assertEmptyPlan(workspace);
      assert(!(await workspace.read("terraform.tfstate")).includes("hidden-a"));
      world.requests();
      await world.configure(keys("b"));
      assertSuccess(await workspace.apply());
      assertEquals(world.writes().toSorted(), [
        `POST /api/spaces/${id}/secrets`,
        `POST /api/spaces/${id}/secrets`,
        `POST /api/spaces/${id}/variables`,
      ]);
      const variables = await client.spaces.getVariables(id);
      assertEquals(variables["MODE"]?.value, "b");
      assertEquals(variables["MODE"]?.description, "How");
      assertEquals(variables["OTHER"]?.value, "x");
    });

    await t.step("changed outside: seen, and set again", async () => {
      sandbox.advance(1000);
      await client.spaces.setVariable(id, { key: "MODE", value: "hand" });
      await client.spaces.setSecret(id, { key: "TOKEN", value: "hand" });
      await client.spaces.setSecret(id, { key: "HIDDEN", value: "hand" });
      const plan = await workspace.planJson();
      for (const address of [variable, secret, hidden]) {
        assertActions(plan, address, ["update"]);
      }
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);
      await client.spaces.deleteSecret(id, "TOKEN");
      await client.spaces.deleteVariable(id, "MODE");
      const gone = await workspace.planJson();
      assertActions(gone, secret, ["create"]);
      assertActions(gone, variable, ["create"]);
      assertSuccess(await workspace.applyPlan());
    });

    await t.step(
      "a renamed Space is followed, and its new name is no change",
      async () => {
        await client.repos.move(spaceRef(id), "acme/renamed");
        await assertEmptyPlan(workspace);
        world.requests();
        await world.configure(keys("b", "acme/renamed"));
        assertActions(await workspace.planJson(), variable, ["update"]);
        assertSuccess(await workspace.applyPlan());
        assertEquals(world.writes(), [], "nothing had to be sent");
        await assertEmptyPlan(workspace);
      },
    );

    await t.step(
      "imported by Space and key, never taken over silently",
      async () => {
        assertSuccess(await workspace.run(["state", "rm", variable]));
        const taken = assertFailure(
          await workspace.apply(),
          "Variable acme/renamed/MODE exists already",
        );
        assertStringIncludes(
          taken,
          "terraform import ADDRESS acme/renamed/MODE",
        );
        assertSuccess(await workspace.import(variable, "acme/renamed/MODE"));
        await assertEmptyPlan(workspace);
        assertFailure(
          await workspace.import(
            "huggingface_space_secret.one",
            "acme/renamed",
          ),
          /is not the ID of a secret|already managed/,
        );
      },
    );

    await t.step("destroyed without the rest", async () => {
      assertSuccess(await workspace.destroy());
      const variables = await client.spaces.getVariables("acme/renamed");
      assertEquals(Object.keys(variables), ["OTHER"]);
      assertEquals(await client.spaces.getSecrets("acme/renamed"), {});
    });
  },
);

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

acceptanceTest(
  "a value that is the word for its kind hides no word of a message",
  async () => {
    await using world = await startSpaceWorld();
    await world.configure(`
resource "huggingface_space_secret" "this" {
  space = "acme/app"
  key   = "A"
  value = "secret"
}
`);
    const { client, workspace } = world;
    await client.repos.create({ type: "space", id: "acme/app" }, {
      sdk: "docker",
    });
    await client.spaces.setSecret("acme/app", { key: "A", value: "hand" });
    assertFailure(
      await workspace.apply(),
      "Secret acme/app/A exists already",
    );
  },
);

acceptanceTest(
  "a secret that was lost on its way while somebody set it is not ours",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client, sandbox } = world;
    await client.repos.create({ type: "space", id }, { sdk: "docker" });
    const path = `/api/spaces/${id}/secrets`;
    const body = { key: "TOKEN", value: "theirs" };
    /** Has the next secret lost, and this one set in its place. */
    const lose = () =>
      sandbox.addFault({
        match: { method: "POST", path },
        action: {
          close: "before",
          meanwhile: { method: "POST", path, body },
        },
      });

    await t.step("a resource is refused, with its import", async () => {
      await world.configure(`
resource "huggingface_space_secret" "one" {
  space = "${id}"
  key   = "TOKEN"
  value = "ours"
}
`);
      lose();
      const message = assertFailure(
        await workspace.apply(),
        "Secret acme/elsewhere/TOKEN exists, but may be somebody else's",
      );
      assertStringIncludes(
        message,
        "terraform import ADDRESS acme/elsewhere/TOKEN",
      );
      assertEquals(await workspace.stateResources(), []);
      const { TOKEN: theirs } = await client.spaces.getSecrets(id);
      assertSuccess(await workspace.destroy());
      assertEquals((await client.spaces.getSecrets(id))["TOKEN"], theirs);
    });

    await t.step(
      "the import ends in the value that is configured",
      async () => {
        assertSuccess(await workspace.import(secret, `${id}/TOKEN`));
        world.requests();
        assertSuccess(await workspace.apply());
        assertEquals(world.writes(), [`POST ${path}`]);
        await assertEmptyPlan(workspace);
        assertSuccess(await workspace.destroy());
      },
    );

    await t.step("a key of a Space stays planned, with a warning", async () => {
      const space = (secrets: string) => `
resource "huggingface_space" "this" {
  namespace = "acme"
  name      = "elsewhere"
  sdk       = "docker"
  ${secrets}
}
`;
      await world.configure(space(""));
      assertSuccess(await workspace.import("huggingface_space.this", id));
      assertSuccess(await workspace.apply());
      await world.configure(space(`secrets = { TOKEN = "ours" }`));
      lose();
      assertWarning(
        await workspace.apply(),
        "The answer to setting the secret TOKEN of the Space acme/elsewhere was",
      );
      world.requests();
      assertSuccess(await workspace.apply());
      assertEquals(world.writes(), [`POST ${path}`]);
      await assertEmptyPlan(workspace);
    });
  },
);

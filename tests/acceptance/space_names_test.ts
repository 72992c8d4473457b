import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  changeOf,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { standInFor } from "../support/workspace.ts";
import { spaceIs, spaceRef, startSpaceWorld } from "../support/space_world.ts";

const a = "huggingface_space.a";
const b = "huggingface_space.b";
const c = "huggingface_space.c";

function three(names: readonly [string, string, string]): string {
  return ["a", "b", "c"].map((resource, i) => `
resource "huggingface_space" "${resource}" {
  namespace = "acme"
  name      = "${names[i]}"
  sdk       = "static"
}
`).join("");
}

acceptanceTest(
  "names of Spaces: swapped, handed on, changed outside",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    await world.configure(three(["one", "two", "three"]));
    assertSuccess(await workspace.apply());
    const stableId = async (address: string) =>
      String((await workspace.stateResource(address)).values["space_id"]);
    const ids = [await stableId(a), await stableId(b), await stableId(c)];
    const seenAs = async (name: string) =>
      (await spaceIs(world, `acme/${name}`))?._id;

    await t.step(
      "names are swapped by a name in between, one apply after the other",
      async () => {
        await world.configure(three(["two", "one", "three"]));
        const message = assertFailure(
          await workspace.plan(),
          /No apply moves the Space acme\/(?:one|two)/,
        );
        assertStringIncludes(message, "the Space acme/one");
        assertStringIncludes(message, "the Space acme/two");
        for (
          const names of [["between", "two"], ["between", "one"], [
            "two",
            "one",
          ]]
        ) {
          const [first = "", second = ""] = names;
          await world.configure(three([first, second, "three"]));
          assertSuccess(await workspace.apply());
        }
        assertEquals(await seenAs("two"), ids[0]);
        assertEquals(await seenAs("one"), ids[1]);
        await assertEmptyPlan(workspace);
      },
    );

    await t.step("a name goes to a new Space by two applies", async () => {
      const four = three(["four", "one", "three"]);
      const another = `
resource "huggingface_space" "d" {
  namespace = "acme"
  name      = "two"
  sdk       = "static"
}
`;
      await world.configure(four + another);
      assertFailure(
        await workspace.plan(),
        "No apply moves the Space acme/two",
      );
      for (const configured of [four, four + another]) {
        await world.configure(configured);
        assertSuccess(await workspace.apply());
      }
      assertEquals(await seenAs("four"), ids[0]);
      await assertEmptyPlan(workspace);
      await world.configure(three(["three", "two", "six"]));
      assertFailure(await workspace.plan(), "No apply moves");
      for (
        const names of [
          ["four", "one", "six"],
          ["three", "two", "six"],
        ] as const
      ) {
        await world.configure(three(names));
        assertSuccess(await workspace.apply());
      }
      await assertEmptyPlan(workspace);
    });

    await t.step(
      "a Space renamed outside is followed, and shown as drift",
      async () => {
        await client.repos.move(spaceRef("acme/three"), "acme/elsewhere");
        const plan = await workspace.plan();
        assertStringIncludes(
          plan.stdout.replaceAll(/\s+/g, " "),
          "Space acme/three is called acme/elsewhere now",
        );
        const json = await workspace.planJson();
        assertActions(json, a, ["update"]);
        assertEquals(changeOf(json, a).change.before?.["name"], "elsewhere");
        assertEquals(changeOf(json, a).change.after?.["name"], "three");
      },
    );

    await t.step(
      "also when its old name has been given to another one",
      async () => {
        const created = await client.repos.create({
          type: "space",
          id: "acme/three",
        }, { sdk: "static" });
        const plan = await workspace.planJson({ args: [`-target=${a}`] });
        assertActions(plan, a, ["update"]);
        assertEquals(changeOf(plan, a).change.before?.["space_id"], ids[0]);
        assertFailure(await workspace.applyPlan(), "the name is taken");
        assertEquals(await seenAs("elsewhere"), ids[0]);
        assertEquals(
          await seenAs("three"),
          created.id,
          "the other one is safe",
        );
        await client.repos.delete(spaceRef("acme/three"));
        assertSuccess(await workspace.apply());
        assertEquals(await seenAs("three"), ids[0]);
        await assertEmptyPlan(workspace);
      },
    );

    await t.step(
      "a Space moved to another owner is followed, and moved back",
      async () => {
        await client.repos.move(spaceRef("acme/three"), "sandbox/three");
        const plan = await workspace.planJson();
        assertEquals(changeOf(plan, a).change.before?.["namespace"], "sandbox");
        assertSuccess(await workspace.applyPlan());
        assertEquals(await seenAs("three"), ids[0]);
        await assertEmptyPlan(workspace);
      },
    );

    await t.step(
      "destroy without refresh deletes no other Space of the name",
      async () => {
        await client.repos.move(spaceRef("acme/three"), "acme/moved");
        await client.repos.create({ type: "space", id: "acme/three" }, {
          sdk: "static",
        });
        assertSuccess(
          await workspace.destroy({ args: ["-refresh=false"] }),
        );
        assert(
          await seenAs("three") !== undefined,
          "the other one was deleted",
        );
        assertEquals(await seenAs("moved"), undefined);
        assertEquals(await workspace.stateResources(), []);
      },
    );
  },
);

acceptanceTest(
  "the state of strickvl/huggingface-spaces moves over, and nothing is destroyed",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const created = await client.repos.create({ type: "space", id: "old" }, {
      sdk: "docker",
      visibility: "private",
      hardware: "t4-small",
      sleepTimeSeconds: 3600,
      secrets: [{ key: "TOKEN", value: "t" }],
      variables: [{ key: "MODE", value: "fast" }, { key: "HAND", value: "x" }],
    });
    await workspace.write({
      "terraform.tfstate": JSON.stringify({
        version: 4,
        terraform_version: "1.11.4",
        serial: 1,
        lineage: "11111111-1111-1111-1111-111111111111",
        outputs: {},
        resources: [{
          mode: "managed",
          type: "huggingface-spaces_space",
          name: "app",
          provider:
            'provider["registry.terraform.io/strickvl/huggingface-spaces"]',
          instances: [{
            schema_version: 0,
            attributes: {
              id: "sandbox/old",
              name: "old",
              private: true,
              sdk: "docker",
              template: "",
              hardware: "t4-small",
              storage: "small",
              sleep_time: 3600,
              secrets: { TOKEN: "t" },
              variables: { MODE: "fast" },
            },
            sensitive_attributes: [],
          }],
        }],
      }),
    });
    await world.configure(`
moved {
  from = huggingface-spaces_space.app
  to   = huggingface_space.app
}
resource "huggingface_space" "app" {
  name       = "old"
  sdk        = "docker"
  hardware   = "t4-small"
  sleep_time = 3600
  secrets    = { TOKEN = "t" }
  variables  = { MODE = "fast" }
}
`);
    await standInFor(workspace, "strickvl/huggingface-spaces");
    world.requests();
    assertActions(
      await workspace.planJson(),
      "huggingface_space.app",
      ["no-op"],
    );
    assertSuccess(await workspace.apply());
    assertEquals(world.writes(), []);
    await assertEmptyPlan(workspace);
    const { values } = await workspace.stateResource("huggingface_space.app");
    assertEquals(values["space_id"], created.id);
    const variables = await client.spaces.getVariables("sandbox/old");
    assertEquals(variables["HAND"]?.value, "x");
  },
);

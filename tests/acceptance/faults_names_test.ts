// What users expect of names and ids, by the numbers of the faults that version
// 0.1.0 had: nothing is ever written to another object than the one in the state.

import { assert, assertEquals } from "@std/assert";
import type { Fault } from "@hf-terraform/sandbox";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { spaceIs, spaceRef, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  applied,
  assertSays,
  assertState,
  configure,
  endpoint,
  existing,
  fault,
  outputOf,
  type Place,
  write,
  writesOf,
} from "./endpoint_support.ts";

const keys: Readonly<Record<string, (space: string, value: string) => string>> =
  {
    secret: (space, value) => `
resource "huggingface_space_secret" "this" {
  space = "${space}"
  key   = "KEY"
  value = "${value}"
}
`,
    variable: (space, value) => `
resource "huggingface_space_variable" "this" {
  space = "${space}"
  key   = "KEY"
  value = "${value}"
}
`,
  };

acceptanceTest(
  "a key follows its Space when a stranger takes the name",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    for (const [kind, configured] of Object.entries(keys)) {
      await t.step(`a ${kind}`, async () => {
        const [mine, moved] = [`acme/${kind}`, `acme/${kind}-moved`];
        const create = () =>
          client.repos.create({ type: "space", id: `acme/${kind}` }, {
            sdk: "docker",
          });
        await create();
        await world.configure(configured(mine, "first"));
        assertSuccess(await workspace.apply());
        await client.repos.move(spaceRef(mine), moved);
        await create();
        world.requests();

        await world.configure(configured(mine, "second"));
        const result = await workspace.apply();
        const written = world.writes();
        assert(
          !written.some((request) => request.includes(`/${mine}/`)),
          `written into the Space of a stranger: ${written}`,
        );
        if (result.code === 0) {
          assertEquals(written, [`POST /api/spaces/${moved}/${kind}s`]);
        } else {
          assertSays(result, moved);
        }
        // Nor is anything deleted there, with and without a look before.
        await client.spaces.setVariable(mine, { key: "KEY", value: "theirs" });
        await client.spaces.setSecret(mine, { key: "KEY", value: "theirs" });
        assertSuccess(await workspace.destroy({ args: ["-refresh=false"] }));
        assert("KEY" in await client.spaces.getSecrets(mine));
        assert("KEY" in await client.spaces.getVariables(mine));
        assertEquals(await client.spaces.getSecrets(moved), {});
        assertEquals(await client.spaces.getVariables(moved), {});
      });
    }
  },
);

fault(
  "a duplicate name answered with 400 has the import hint of a 409",
  async (place) => {
    const { workspace, sandbox } = place;
    sandbox.addFault({
      match: { method: "POST", path: "**/v2/endpoint/sandbox" },
      action: {
        status: 400,
        body: { error: "Endpoint x already exists", code: "BAD_REQUEST" },
      },
    });
    await write(place);
    assertSays(
      await workspace.apply(),
      "exists already",
      "terraform import",
      "sandbox/x",
    );
    assertEquals(await workspace.stateResources(), []);
  },
);

acceptanceTest(
  "so has a duplicate name of a Space",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox } = world;
    sandbox.addFault({
      match: { method: "POST", path: "**/api/repos/create" },
      action: {
        status: 400,
        body: { error: "You already created this space repo" },
      },
    });
    await world.configure(`
resource "huggingface_space" "this" {
  name = "this"
  sdk  = "static"
}
`);
    const message = assertFailure(await workspace.apply(), "exists already");
    assert(message.includes("terraform import"), message);
    assert(message.includes("sandbox/this"), message);
    assertEquals(await workspace.stateResources(), []);
  },
);

function spaces(names: Readonly<Record<string, string>>): string {
  return Object.entries(names).map(([label, name]) => `
resource "huggingface_space" "${label}" {
  namespace = "acme"
  name      = "${name}"
  sdk       = "static"
}
`).join("");
}

/** What the Hub may say of a new name that another repository has. */
const occupied: Readonly<Record<number, string>> = {
  409: "A space repository called acme/taken already exists",
  400: "You already created this space repo: acme/taken",
};

acceptanceTest(
  "an occupied name is told as such whether the move is answered 409 or 400",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox } = world;
    await world.configure(spaces({ this: "one" }));
    assertSuccess(await workspace.apply());
    for (const [status, error] of Object.entries(occupied)) {
      await t.step(status, async () => {
        sandbox.addFault({
          match: { method: "POST", path: "**/api/repos/move" },
          action: { status: Number(status), body: { error } },
        });
        await world.configure(spaces({ this: "taken" }));
        const message = assertFailure(await workspace.apply(), "is taken");
        assert(message.includes("acme/taken"), message);
        sandbox.clearFaults();
        await world.configure(spaces({ this: "one" }));
        await assertEmptyPlan(workspace);
      });
    }
  },
);

acceptanceTest(
  "a key of a Space that is renamed right before the POST is set there, or nowhere",
  async (t) => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, client } = world;
    await client.repos.create({ type: "space", id: "acme/first" }, {
      sdk: "docker",
    });
    await world.configure(keys["variable"]?.("acme/first", "one") ?? "");
    assertSuccess(await workspace.apply());
    const forms = {
      "307": {},
      "404": { status: 404, take_effect: true, body: { error: "Not found" } },
    };
    let from = "acme/first";
    for (const [form, answer] of Object.entries(forms)) {
      await t.step(form, async () => {
        const to = `acme/after-${form}`;
        sandbox.addFault({
          match: { method: "POST", path: "**/variables" },
          action: {
            meanwhile: {
              method: "POST",
              path: "/api/repos/move",
              body: { fromRepo: from, toRepo: to, type: "space" },
            },
            ...answer,
          },
          times: 1,
        });
        await world.configure(keys["variable"]?.("acme/first", form) ?? "");
        const result = await workspace.apply();
        if (form === "404") {
          assertFailure(result, "acme/after-307");
          assertSuccess(await workspace.apply());
        } else assertSuccess(result);
        const { KEY } = await client.spaces.getVariables(to);
        assertEquals(KEY?.value, form);
        await assertEmptyPlan(workspace);
        from = to;
      });
    }
  },
);

/** The same endpoint as the service would show it under another name. */
async function renamed(
  { client }: Place,
  name: string,
): Promise<NonNullable<Fault["action"]["body"]>> {
  const shown = await client.endpoints.get("acme/x");
  return JSON.parse(JSON.stringify({ ...shown, name }));
}

fault(
  "the name in an answer never becomes the identity in the state",
  async (place) => {
    const { workspace, sandbox, client } = place;
    await configure(workspace, {
      endpoints: { this: endpoint("x", { namespace: "acme" }) },
    });
    await applied(workspace);
    await client.endpoints.create("acme/other", {
      type: "private",
      provider: { vendor: "aws", region: "us-east-1" },
      compute: {
        accelerator: "cpu",
        instanceType: "intel-spr",
        instanceSize: "x1",
        scaling: { minReplica: 1, maxReplica: 1 },
      },
      model: {
        repository: "gpt2",
        framework: "pytorch",
        image: { huggingface: {} },
      },
    });
    for (const name of ["other", "../../x", "", "Other\u0000"]) {
      sandbox.addFault({
        match: { method: "GET", path: "**/v2/endpoint/acme/x" },
        action: { status: 200, body: await renamed(place, name) },
        times: 3,
      });
      const output = outputOf(await workspace.plan());
      assertSays({ code: 1, stdout: output, stderr: "" }, "acme/x");
      // A refresh alone writes what it read.
      await workspace.run([
        "apply",
        "-refresh-only",
        "-auto-approve",
        "-input=false",
        "-no-color",
      ]);
      await assertState(workspace, "this", { id: "acme/x", name: "x" });
      sandbox.clearFaults();
    }
    sandbox.addFault({
      match: { method: "GET", path: "**/v2/endpoint/acme/x" },
      action: { status: 200, body: await renamed(place, "other") },
      times: 2,
    });
    writesOf(sandbox);
    await workspace.destroy();
    sandbox.clearFaults();
    await workspace.destroy();
    const writes = writesOf(sandbox);
    assert(
      writes.every((request) => request === "DELETE /v2/endpoint/acme/x"),
      `requests: ${writes}`,
    );
    assertEquals(await existing(place, "acme"), ["acme/other"]);
  },
);

acceptanceTest(
  "nor does the name in the answer of a Space, for another id",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, client } = world;
    await world.configure(spaces({ this: "one" }));
    assertSuccess(await workspace.apply());
    const { values } = await workspace.stateResource("huggingface_space.this");
    await client.repos.create({ type: "space", id: "acme/other" }, {
      sdk: "static",
    });
    const other = await client.repos.get(spaceRef("acme/other"));
    sandbox.addFault({
      match: { method: "GET", path: "**/api/spaces/acme/one" },
      action: { status: 200, body: JSON.parse(JSON.stringify(other)) },
      times: 20,
    });
    world.requests();
    await workspace.destroy();
    sandbox.clearFaults();
    await workspace.destroy();
    assert(await spaceIs(world, "acme/other"), "a stranger's was deleted");
    const left = await workspace.stateResources();
    const one = await spaceIs(world, "acme/one");
    assertEquals(
      left.map((resource) => resource.values["space_id"]),
      one === undefined ? [] : [values["space_id"]],
    );
  },
);

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
  unwrapped,
} from "@hf-terraform/framework/testing";
import { received } from "../support/sandbox_server.ts";
import { promises } from "../../provider/huggingface/object/promises.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { outputOf } from "./endpoint_support.ts";
import { spaceIs, spaceRef, startSpaceWorld } from "../support/space_world.ts";

const address = "huggingface_space.this";

function space(name: string, text: string): string {
  return `
resource "huggingface_space" "${name}" {
  name = "${name}"
  sdk  = "docker"
  ${text}
}
`;
}

acceptanceTest(
  "waiting ends with the stage, the reason and the log",
  async (t) => {
    await using world = await startSpaceWorld({ startupMs: 200 });
    const { workspace, client, sandbox } = world;

    await t.step(
      "for a Space that fails to build, to run, or has nothing",
      async () => {
        await world.configure(
          space(
            "build",
            'files = { "Dockerfile" = "FROM x # fail-to-build" }',
          ) +
            space("run", 'files = { "Dockerfile" = "FROM x # fail-to-run" }') +
            space(
              "config",
              `wait_for_ready = true
  files = {
    "README.md"  = "---\\ntitle: x\\nsdk: unknown\\n---\\n"
    "Dockerfile" = "FROM x"
  }`,
            ) +
            space("empty", "wait_for_ready = true") +
            space("rests", "paused = true") +
            space("good", 'files = { "Dockerfile" = "FROM x" }') +
            `
resource "huggingface_space" "template" {
  name     = "template"
  template = "SpacesExamples/jupyterlab"
}
`,
        );
        const message = outputOf(assertSuccess(await workspace.apply()));
        for (
          const text of [
            "Space sandbox/build failed",
            "Current status: `BUILD_ERROR`",
            "Job failed with exit code: 1. Reason: cache miss: [2/2] RUN make",
            "The last lines of its build log",
            "Space sandbox/run failed",
            "Current status: `RUNTIME_ERROR`",
            "the app raised an exception",
            "The last lines of its run log",
            "Space sandbox/config failed",
            "Current status: `CONFIG_ERROR`",
            "front matter",
            "is not replaced",
          ]
        ) assertStringIncludes(message, text);
        // Nothing has failed: it only has no app file yet.
        const { tainted, values: empty } = await workspace.stateResource(
          "huggingface_space.empty",
        );
        assertEquals([tainted ?? false, empty["stage"]], [
          false,
          "NO_APP_FILE",
        ]);
        for (const name of ["good", "template", "rests"]) {
          const { values } = await workspace.stateResource(
            `huggingface_space.${name}`,
          );
          assertEquals(
            values["stage"],
            name === "rests" ? "PAUSED" : "RUNNING",
            name,
          );
        }
        const { values } = await workspace.stateResource(
          "huggingface_space.template",
        );
        assertEquals(values["sdk"], "docker");
      },
    );

    await t.step("a correction ends well, and keeps the Space", async () => {
      assertFailure(await workspace.apply(), "Space sandbox/run failed");
      const good = (name: string) =>
        space(name, 'files = { "Dockerfile" = "FROM good" }');
      await world.configure(good("build") + good("run") + good("good"));
      const before = (await workspace.stateResource("huggingface_space.build"))
        .values["space_id"];
      assertSuccess(await workspace.apply());
      const { values } = await workspace.stateResource(
        "huggingface_space.build",
      );
      assertEquals([values["space_id"], values["stage"]], [before, "RUNNING"]);
      await assertEmptyPlan(workspace);
    });

    await t.step(
      "at the time limit, with its state and a warning; the next apply goes on waiting",
      async () => {
        assertSuccess(await workspace.destroy());
        await world.configure(space(
          "this",
          `
  files    = { "Dockerfile" = "FROM x" }
  timeouts = { create = "10s" }
`,
        ));
        sandbox.addFault({
          match: { method: "GET", path: "**/this/runtime" },
          action: { status: 200, body: { stage: "BUILDING" } },
          times: 1000,
        });
        sandbox.addFault({
          match: { method: "GET", path: "**/this/runtime" },
          action: { status: 502 },
          times: 1000,
        });
        const result = await workspace.apply();
        assertWarning(
          result,
          "Timed out waiting for Space sandbox/this to become ready",
        );
        assertWarning(result, promises.goesOn);
        const made = await workspace.stateResource(address);
        assertEquals(made.tainted ?? false, false);
        sandbox.clearFaults();
        const all = client.repos.list("space", { author: "sandbox" });
        assertEquals((await Array.fromAsync(all)).length, 1);
        world.requests();
        assertSuccess(await workspace.apply());
        assertEquals(world.writes(), []);
        await assertEmptyPlan(workspace);
        const { values } = await workspace.stateResource(address);
        assertEquals(
          [values["space_id"], values["stage"]],
          [made.values["space_id"], "RUNNING"],
        );
      },
    );
  },
);

acceptanceTest(
  "an interrupt ends a wait or a create, and the Space is kept",
  async () => {
    await using world = await startSpaceWorld({ startupMs: 3_600_000 });
    const { workspace, sandbox, client } = world;
    await world.configure(
      space("this", 'files = { "Dockerfile" = "FROM x" }'),
    );
    const interrupt = new AbortController();
    const apply = workspace.apply({ signal: interrupt.signal });
    const made = await received(world.sandbox, "POST", /\/repos\/create$/);
    await received(world.sandbox, "GET", /\/this\/runtime$/, made);
    interrupt.abort();
    const { stdout, stderr } = await apply;
    assertStringIncludes(
      unwrapped(`${stdout}\n${stderr}`),
      "Interrupted while waiting for Space sandbox/this to become ready",
    );
    const { values, tainted } = await workspace.stateResource(address);
    assertEquals(tainted ?? false, false);
    const info = await client.repos.get(spaceRef("sandbox/this"));
    assertEquals([values["space_id"], values["sha"]], [info._id, info.sha]);
    // Still not ready: an update in place, which sends nothing.
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.destroy());

    sandbox.clearRequests();
    sandbox.addFault({
      match: { method: "POST", path: "**/repos/create" },
      action: { delay_ms: 1500 },
    });
    const second = new AbortController();
    const creating = workspace.apply({ signal: second.signal });
    await received(world.sandbox, "POST", /\/repos\/create$/);
    second.abort();
    await creating;
    const there = await spaceIs(world, "sandbox/this");
    const known = await workspace.stateResources();
    assertEquals(known.length, there === undefined ? 0 : 1);
  },
);

acceptanceTest(
  "what the plan of an owner does not include is explained",
  async () => {
    await using world = await startSpaceWorld({
      organizations: [{ name: "free", plan: null, canPay: false }, {
        name: "acme",
        canPay: false,
      }],
      actionQuotas: { commit: 1 },
      tokens: { hf_reader: "read" },
    });
    const { workspace } = world;
    await world.configure(`
resource "huggingface_space" "gate" {
  namespace = "free"
  name      = "gate"
  sdk       = "gradio"
}
resource "huggingface_space" "billing" {
  namespace = "acme"
  name      = "billing"
  sdk       = "gradio"
  hardware  = "t4-small"
}
resource "huggingface_space" "commits" {
  count = 2
  name  = "commits-\${count.index}"
  sdk   = "static"
  files = { "index.html" = "<html>" }
}
`);
    const applied = await workspace.apply();
    const message = assertFailure(applied, "Cannot create the Space free/gate");
    for (
      const text of [
        "402 Payment Required",
        "Cannot create the Space acme/billing",
        "add a payment method",
        'hardware  = "t4-small"',
      ]
    ) assertStringIncludes(message, text);
    // A quota comes back, so the Space that waits for it is kept.
    const warning = unwrapped(applied.stdout);
    for (
      const text of [
        "Cannot commit to the Space sandbox/commits-",
        "The quota of this kind of action is used up",
        "is not replaced",
      ]
    ) assertStringIncludes(warning, text);
    for (const { tainted, address } of await workspace.stateResources()) {
      assertEquals(tainted ?? false, false, address);
    }
    const refused = assertFailure(
      await workspace.apply({
        args: ["-target=huggingface_space.gate"],
        env: { HF_TOKEN: "hf_reader" },
      }),
      "Cannot create the Space free/gate",
    );
    assertStringIncludes(refused, "You don't have the rights to create");
    assert(!refused.includes("hf_reader"), "the token is in the message");
  },
);

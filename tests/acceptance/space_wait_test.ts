import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "../support/terraform_asserts.ts";
import {
  spaceIs,
  spaceRef,
  type SpaceWorld,
  startSpaceWorld,
} from "../support/space_world.ts";

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
              `wait_for_running = true
  files = {
    "README.md"  = "---\\ntitle: x\\nsdk: unknown\\n---\\n"
    "Dockerfile" = "FROM x"
  }`,
            ) +
            space("empty", "wait_for_running = true") +
            space("rests", "paused = true") +
            space("good", 'files = { "Dockerfile" = "FROM x" }') +
            `
resource "huggingface_space" "template" {
  name     = "template"
  template = "SpacesExamples/jupyterlab"
}
`,
        );
        const message = assertFailure(
          await workspace.apply(),
          "Space sandbox/build does not run: BUILD_ERROR",
        );
        for (
          const text of [
            "error: the build failed at step RUN make",
            "The last lines of its build log",
            "Space sandbox/run does not run: RUNTIME_ERROR",
            "the app raised an exception",
            "The last lines of its run log",
            "Space sandbox/config does not run: CONFIG_ERROR",
            "front matter",
            "Space sandbox/empty does not run: NO_APP_FILE",
            "set `wait_for_running` to false",
            "`terraform untaint <address>`",
          ]
        ) assertStringIncludes(message, text);
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
      for (const name of ["build", "run", "config", "empty"]) {
        assertSuccess(
          await workspace.run(["untaint", `huggingface_space.${name}`]),
        );
      }
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

    await t.step("at the time limit, with the last stage", async () => {
      assertSuccess(await workspace.destroy());
      await world.configure(space(
        "this",
        `
  files    = { "Dockerfile" = "FROM x" }
  timeouts = { create = "3s" }
`,
      ));
      sandbox.addFault({
        match: { method: "GET", path: "/this/runtime$" },
        action: { status: 200, body: { stage: "BUILDING" } },
        times: 1000,
      });
      const message = assertFailure(
        await workspace.apply(),
        "Space sandbox/this does not run yet",
      );
      assertStringIncludes(message, "It was last in the stage `BUILDING`");
      assertStringIncludes(message, "raise `timeouts`");
      assertEquals(
        (await workspace.stateResource(address)).values["name"],
        "this",
      );
      const all = client.repos.list("space", { author: "sandbox" });
      assertEquals((await Array.fromAsync(all)).length, 1);
      assertSuccess(await workspace.destroy());
    });
  },
);

/** Is fulfilled when a request was received, or fails after ten seconds. */
async function received({ sandbox }: SpaceWorld, path: RegExp): Promise<void> {
  for (let attempts = 0; attempts < 1000; attempts++) {
    if (sandbox.requests.some((request) => path.test(request.path))) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No request of ${path} was received`);
}

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
    await received(world, /\/this\/runtime$/);
    interrupt.abort();
    assertFailure(await apply, "Space sandbox/this does not run yet");
    const { values } = await workspace.stateResource(address);
    const info = await client.repos.info(spaceRef("sandbox/this"));
    assertEquals([values["space_id"], values["sha"]], [info._id, info.sha]);
    assertSuccess(await workspace.destroy());

    sandbox.clearRequests();
    sandbox.addFault({
      match: { method: "POST", path: "/repos/create$" },
      action: { delay_ms: 1500 },
    });
    const second = new AbortController();
    const creating = workspace.apply({ signal: second.signal });
    await received(world, /\/repos\/create$/);
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
    const message = assertFailure(
      await workspace.apply(),
      "Cannot create the Space free/gate",
    );
    for (
      const text of [
        "402 Payment Required",
        "Static Spaces are free for everyone",
        "Cannot create the Space acme/billing",
        "add a payment method",
        'hardware  = "t4-small"',
        "Cannot commit to the Space sandbox/commits-",
        "The quota for this kind of action is used up",
      ]
    ) assertStringIncludes(message, text);
    const refused = assertFailure(
      await workspace.apply({
        args: ["-target=huggingface_space.gate"],
        env: { HF_TOKEN: "hf_reader" },
      }),
      "Cannot create the Space free/gate",
    );
    assertStringIncludes(refused, "`repo.write` for the namespace free");
    assert(!refused.includes("hf_reader"), "the token is in the message");
  },
);

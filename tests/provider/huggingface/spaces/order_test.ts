import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Sandbox } from "@hf-terraform/sandbox";
import type { ValueObject } from "../../../../provider/framework/mod.ts";
import { valueNamed } from "../../../../provider/framework/binding/table.ts";
import { space } from "../../../../provider/huggingface/spaces/space.ts";
import { customDomains } from "../../../../provider/huggingface/spaces/wire.ts";
import { ResourceWorld } from "../../../support/resource_world.ts";

const config = {
  name: "x",
  namespace: "acme",
  sdk: "docker",
  visibility: "private",
  variables: { MODE: "a" },
  secrets: { KEY: "a" },
  files: { Dockerfile: "FROM a" },
};

/** The requests of an update that changes something, but for its look. */
async function writesOf(from: object, to: object): Promise<readonly string[]> {
  const world = new ResourceWorld(space);
  await world.apply({ ...config, ...from });
  await world.apply({ ...config, ...to });
  return (world.commands.at(-1) ?? []).filter((request) =>
    !/^GET |paths-info|preupload/.test(request)
  ).map((request) => request.replace(/^(\w+) .*\/api\/spaces\/acme\/x/, "$1 "));
}

const others = {
  variables: { MODE: "b" },
  secrets: { KEY: "b" },
  files: { Dockerfile: "FROM b" },
};

Deno.test("a Space is opened when all else has changed, and closed before", async () => {
  const changes = ["POST /secrets", "POST /variables", "POST /commit/main"];
  assertEquals(await writesOf({}, { ...others, visibility: "public" }), [
    ...changes,
    "PUT /settings",
  ]);
  assertEquals(
    await writesOf(
      { visibility: "public" },
      { ...others, visibility: "private" },
    ),
    ["PUT /settings", ...changes],
  );
});

Deno.test("a Space that a commit has started again is paused again", async () => {
  const world = new ResourceWorld(space);
  await world.apply(config);
  world.answer = async (request) => {
    const answer = await world.sandbox.fetch(request);
    const isCommit = request.url.includes("/commit/");
    if (isCommit) await world.client.spaces.restart("acme/x");
    return answer;
  };
  await world.apply({ ...config, ...others, paused: true });
  const { stage } = await world.client.spaces.getRuntime("acme/x");
  assertEquals(stage, "PAUSED");
});

Deno.test("a sleep time that the hardware ignores is not sent", async () => {
  assertEquals(await writesOf({}, { sleep_time: 3600 }), []);
});

Deno.test("a Space that can neither be completed nor paused says why of both", async () => {
  const world = new ResourceWorld(space);
  world.answer = async (request) =>
    /\/(commit|pause)\b/.test(request.url)
      ? Response.json({ error: "No" }, { status: 403 })
      : await world.sandbox.fetch(request);
  const { diagnostics } = await world.attempt({ ...config, paused: true });
  assertEquals(
    diagnostics.items.map(({ severity, detail }) => [
      severity,
      /^Cannot (\w+)/.exec(detail)?.[1],
    ]),
    [["warning", "commit"], ["warning", "pause"]],
  );
});

Deno.test("the wait for a Space polls through 404 and 5xx, and warns if it failed", async () => {
  const world = new ResourceWorld(space, new Sandbox({ startupMs: 20 }));
  for (const [status, times] of [[404, 1], [502, 6]] as const) {
    world.sandbox.addFault({
      match: { method: "GET", path: "**/x/runtime" },
      action: { status, body: { error: "Not now" } },
      times,
    });
  }
  await world.apply(config);
  assertEquals(valueNamed(world.state, ["stage"]), "RUNNING");
  await world.destroy();
  world.lose();
  const broken = {
    ...config,
    files: { Dockerfile: "FROM a # fail-to-build" },
  };
  const [warning] = await said(world, broken);
  assertEquals(warning?.severity, "warning");
  assertStringIncludes(warning?.detail ?? "", "is not replaced");
  await world.refresh();
  const [error] = await said(world, broken);
  assertEquals(error?.severity, "error");
  assertStringIncludes(error?.summary ?? "", "Space acme/x failed");
});

async function said(world: ResourceWorld, values: ValueObject) {
  return (await world.attempt(values)).diagnostics.items;
}

Deno.test("domains are custom though no answer calls them so", async () => {
  const path = "recorded/answers/spaces/space-runtime-domains.json";
  const url = new URL(`../../../${path}`, import.meta.url);
  const { body } = JSON.parse(await Deno.readTextFile(url));
  assertEquals(customDomains(body), ["mistleto.hf.co"]);
});

Deno.test("a Space that a Stop leaves incomplete is paused, and the next plan completes it", async () => {
  const planned = { ...config, title: "Ours", paused: true };
  for (let at = 0, count = at; at <= count; at++) {
    const world = new ResourceWorld(space);
    count = -1;
    world.answer = async (request) => {
      const answer = await world.sandbox.fetch(request);
      if (count >= 0 || request.url.endsWith("/api/repos/create")) count++;
      if (count === at) world.stop();
      return answer;
    };
    const { diagnostics } = await world.attempt(planned);
    world.answer = (request) => world.sandbox.fetch(request);
    assertEquals(diagnostics.hasErrors, false);
    const { stage } = await world.client.spaces.getRuntime("acme/x");
    assertEquals(stage, "PAUSED", `request ${at}`);
    await world.refresh();
    const { plannedState } = await world.plan(planned);
    const isWhole = Object(world.state).title === "Ours";
    const isSaid = diagnostics.items.some(({ summary }) =>
      summary.includes("was created, but not completed")
    );
    assert(isWhole || isSaid, `request ${at}`);
    assertEquals(Object(plannedState).title, "Ours");
    await world.apply(planned);
    await world.refresh();
    assertEquals(Object(world.state).title, "Ours");
  }
});

Deno.test("the sleep time of a Space that begins to run is no difference", async () => {
  const { world, config } = await ResourceWorld.applied(
    space,
    { name: "x", namespace: "acme", sdk: "docker", wait_for_ready: false },
  );
  const { diagnostics } = await world.attempt({
    ...config,
    files: { Dockerfile: "FROM a" },
    wait_for_ready: true,
  });
  assertEquals(diagnostics.items, []);
});

Deno.test("a plan refuses files of a Space that no commit can carry", async () => {
  const files = { Dockerfile: "FROM a", "m.safetensors": "a" };
  const config = { name: "x", namespace: "acme", sdk: "docker" };
  const us = new ResourceWorld(space);
  const errorsOf = async (values: ValueObject) =>
    (await us.plan(values)).diagnostics.items
      .filter(({ severity }) => severity === "error").length;
  assertEquals(await errorsOf({ ...config, files }), 1);
  await us.apply(config);
  assertEquals(await errorsOf({ ...config, files }), 1);
});

// Regressions of version 0.1.0, by the numbers of the faults: waits. Nothing
// that may become healthy is tainted, destroyed or called ready.

import { assertEquals } from "@std/assert";
import type { Fault } from "@hf-terraform/sandbox";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { control, waitForRequest } from "../support/sandbox_server.ts";
import { inRoot } from "../../tools/paths.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import {
  requirement,
  spaceRef,
  startSpaceWorld,
} from "../support/space_world.ts";
import { promises } from "../../provider/huggingface/object/promises.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  actionsOf,
  assertSays,
  assertState,
  configure,
  endpoint,
  faultTest,
  mustApply,
  type Place,
  write,
  writesOf,
} from "./endpoint_support.ts";

/** An endpoint that stays `initializing` until {@linkcode become} is called. */
const neverStarts = { model: { repository: "acme/never-starts" } };

/** Lets the service reach a state, in its own time. */
async function become(
  place: Place,
  state: string,
  name = "x",
): Promise<void> {
  const answer = await control(place, `endpoints/sandbox/${name}`, {
    method: "PATCH",
    body: { status: { state, message: `now ${state}` } },
  });
  await answer.body?.cancel();
}

async function assertUntainted(place: Place): Promise<void> {
  const { tainted } = await assertState(place.workspace, "this", {
    id: "sandbox/x",
  });
  assertEquals(tainted ?? false, false, "a machine that starts is tainted");
}

/** The next apply waits on without sending anything, and ends well. */
async function assertWaitsOn(place: Place): Promise<void> {
  const { workspace, sandbox } = place;
  await assertUntainted(place);
  assertEquals(actionsOf(await workspace.planJson()), { this: "update" });
  await become(place, "running");
  sandbox.clearRequests();
  await mustApply(workspace);
  assertEquals(writesOf(sandbox), []);
  await assertState(workspace, "this", { status: "running" });
  await assertEmptyPlan(workspace);
}

faultTest(
  "a create that times out warns, and the next apply goes on waiting",
  async (place) => {
    const { workspace } = place;
    await write(place, { ...neverStarts, timeouts: { create: "10s" } });
    assertSays(
      assertSuccess(await workspace.apply()),
      /Warning: [^.]*sandbox\/x/,
      promises.goesOn,
    );
    await assertWaitsOn(place);
  },
);

faultTest(
  "Ctrl-C during a wait taints nothing, and the next apply goes on waiting",
  async (place) => {
    const { workspace, sandbox } = place;
    await write(place, neverStarts);
    const interrupt = new AbortController();
    const apply = workspace.apply({ signal: interrupt.signal });
    const made = await waitForRequest(
      sandbox,
      "POST",
      /^\/v2\/endpoint\/sandbox$/,
    );
    await waitForRequest(sandbox, "GET", /^\/v2\/endpoint\/sandbox\/x$/, made);
    interrupt.abort();
    await apply;
    await assertWaitsOn(place);
  },
);

/** Answers to the looks of a wait that say nothing about the endpoint. */
const passing: Readonly<Record<string, number>> = {
  "one 404 right after the create": 404,
  "a broken gateway": 502,
  "an overloaded service": 503,
};

for (const [what, status] of Object.entries(passing)) {
  const times = status === 404 ? 1 : 6;
  faultTest(`a wait polls through ${what}`, async (place) => {
    const { workspace, sandbox } = place;
    // Without retries each answer reaches the wait.
    await configure(workspace, {
      endpoints: { this: endpoint("x") },
      provider: { max_retries: 0 },
    });
    assertEquals((await workspace.plan()).code, 2);
    sandbox.addFault({
      match: { method: "GET", path: "**/v2/endpoint/sandbox/x" },
      action: { status, body: { error: "Not now" } },
      // The create looks whether there is one.
      skip: 1,
      times,
    });
    assertSuccess(await workspace.applyPlan());
    await assertState(workspace, "this", { status: "running" });
    await assertEmptyPlan(workspace);
  });
}

faultTest(
  "creates that the service calls failed warn, and every later apply is red until they run",
  async (place) => {
    const { workspace, sandbox } = place;
    const fails = { model: { repository: "acme/fail-to-start" } };
    await configure(place.workspace, {
      endpoints: {
        this: endpoint("x", fails),
        that: endpoint("y", fails),
        third: endpoint("z", fails),
      },
    });
    assertSays(
      assertSuccess(await workspace.apply()),
      /Warning: [^.]*sandbox\/x failed/,
      "Failed to load acme/fail-to-start",
      "is not replaced",
    );
    const planned = { this: "update", that: "update", third: "update" };
    for (const label of Object.keys(planned)) {
      const { tainted } = await assertState(workspace, label, {
        status: "failed",
      });
      assertEquals(tainted ?? false, false);
    }
    for (let i = 0; i < 2; i++) {
      assertEquals(actionsOf(await workspace.planJson()), planned);
      sandbox.clearRequests();
      assertFailure(await workspace.apply(), "sandbox/y failed");
      assertEquals(writesOf(sandbox), []);
    }
    for (const name of ["x", "y", "z"]) await become(place, "running", name);
    await mustApply(workspace);
    await assertEmptyPlan(workspace);
  },
);

/** Reads the current endpoint, to serve it later as a stale answer. */
async function getCurrent(
  { client }: Place,
): Promise<NonNullable<Fault["action"]["body"]>> {
  return JSON.parse(JSON.stringify(await client.endpoints.get("sandbox/x")));
}

faultTest(
  "a resume whose answer still says paused is waited for",
  async (place) => {
    const { workspace, sandbox } = place;
    await write(place, { paused: true });
    await mustApply(workspace);
    const stale = await getCurrent(place);
    sandbox.addFault({
      match: { method: "POST", path: "**/x/resume" },
      action: { status: 200, take_effect: true, body: stale },
    });
    sandbox.addFault({
      match: { method: "GET", path: "**/x" },
      // The first look is the refresh of the plan.
      skip: 1,
      action: { status: 200, body: stale },
    });
    await write(place, { paused: false });
    await mustApply(workspace);
    await assertState(workspace, "this", { status: "running", paused: false });
    await assertEmptyPlan(workspace);
  },
);

faultTest(
  "a pause that is refused right after the create is tried again",
  async (place) => {
    const { workspace, sandbox } = place;
    sandbox.addFault({
      match: { method: "POST", path: "**/x/pause" },
      action: {
        status: 400,
        body: {
          error: "Endpoint is pending and cannot be paused",
          code: "BAD_REQUEST",
        },
      },
      times: 2,
    });
    await write(place, { paused: true });
    await mustApply(workspace);
    const { tainted } = await assertState(workspace, "this", {
      status: "paused",
    });
    assertEquals(tainted ?? false, false);
    await assertEmptyPlan(workspace);
  },
);

faultTest(
  "a create whose pause is refused warns that the next plan pauses it, which it does",
  async (place) => {
    const { workspace, sandbox } = place;
    sandbox.addFault({
      match: { method: "POST", path: "**/pause" },
      action: { status: 403, body: { error: "Not now" } },
      times: 99,
    });
    await write(place, { paused: true });
    assertSays(
      assertSuccess(await workspace.apply()),
      "was created, but not paused",
      promises.pauses,
    );
    sandbox.clearFaults();
    assertEquals(actionsOf(await workspace.planJson()), { this: "update" });
    await mustApply(workspace);
    await assertState(workspace, "this", { status: "paused" });
  },
);

faultTest(
  "ready means that the health route answers with something else than 503",
  async (place) => {
    const { workspace, sandbox } = place;
    sandbox.addFault({
      match: { method: "GET", path: "/_sandbox/inference/" },
      action: { status: 503, body: "Loading" },
      times: 2,
    });
    await write(place);
    await mustApply(workspace);
    const looks = sandbox.requests.filter(({ path }) =>
      path.startsWith("/_sandbox/inference/")
    ).map(({ path, status }) => [path.replace(/^.*(?=\/)/, ""), status]);
    assertEquals(looks, [["/health", 503], ["/health", 503], ["/health", 200]]);
    await assertEmptyPlan(workspace);
  },
);

faultTest(
  "the health route of an endpoint out of reach is not asked",
  async (place) => {
    const { workspace, sandbox } = place;
    sandbox.addFault({
      match: { method: "GET", path: "/_sandbox/inference/" },
      action: { status: 503, body: "Loading" },
      times: 1000,
    });
    await write(place, { wait_for_health: false });
    await mustApply(workspace);
    await assertState(workspace, "this", { status: "running" });
    await assertEmptyPlan(workspace);
  },
);

faultTest(
  "the token goes to no container of a public endpoint",
  async (place) => {
    const { workspace, sandbox } = place;
    const tokens: (string | null)[] = [];
    const { fetch } = sandbox;
    sandbox.fetch = (request) => {
      if (request.url.includes("/_sandbox/inference/")) {
        tokens.push(request.headers.get("authorization"));
      }
      return fetch.call(sandbox, request);
    };
    await write(place, { type: "public" });
    await mustApply(workspace);
    assertEquals(tokens, [null]);
    await write(place, { type: "authenticated" });
    await mustApply(workspace);
    assertEquals(tokens, [null, `Bearer ${sandbox.token}`]);
  },
);

const space = "huggingface_space.this";

/** The next apply of a Space waits on without sending anything. */
async function assertSpaceWaitsOn(
  world: Awaited<ReturnType<typeof startSpaceWorld>>,
): Promise<void> {
  const { workspace, client } = world;
  const { tainted, values } = await workspace.stateResource(space);
  assertEquals(tainted ?? false, false, "a Space that starts is tainted");
  const before = await client.repos.get(spaceRef("sandbox/this"));
  assertEquals(values["space_id"], before._id);
  const plan = await workspace.planJson();
  assertEquals(
    plan.resource_changes?.map(({ change }) => change.actions),
    [["update"]],
  );
  world.sandbox.advance(3_600_000);
  world.requests();
  assertSuccess(await workspace.apply());
  assertEquals(world.writes(), []);
  const after = await workspace.stateResource(space);
  assertEquals(after.values["stage"], "RUNNING");
  assertEquals(after.values["space_id"], before._id);
  await assertEmptyPlan(workspace);
}

function spaceThatBuilds(): string {
  return `
resource "huggingface_space" "this" {
  name  = "this"
  sdk   = "docker"
  files = { "Dockerfile" = "FROM x" }
}
`;
}

acceptanceTest(
  "Ctrl-C during the wait for a Space taints nothing, and it is waited for again",
  async () => {
    await using world = await startSpaceWorld({ startupMs: 3_600_000 });
    await world.configure(spaceThatBuilds());
    const interrupt = new AbortController();
    const apply = world.workspace.apply({ signal: interrupt.signal });
    const made = await waitForRequest(
      world.sandbox,
      "POST",
      /\/repos\/create$/,
    );
    await waitForRequest(world.sandbox, "GET", /\/this\/runtime$/, made);
    interrupt.abort();
    await apply;
    await assertSpaceWaitsOn(world);
  },
);

acceptanceTest(
  "the wait for a Space polls through 404 and 5xx, and warns if it failed",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox } = world;
    const builds = 'provider "huggingface" { max_retries = 0 }\n' +
      spaceThatBuilds();
    await world.configure(builds);
    for (const [status, times] of [[404, 1], [502, 6]] as const) {
      sandbox.addFault({
        match: { method: "GET", path: "**/this/runtime" },
        action: { status, body: { error: "Not now" } },
        times,
      });
    }
    assertSuccess(await workspace.apply());
    const { values } = await workspace.stateResource(space);
    assertEquals(values["stage"], "RUNNING");
    await assertEmptyPlan(workspace);

    assertSuccess(await workspace.destroy());
    await world.configure(builds.replace("FROM x", "FROM x # fail-to-build"));
    assertSays(assertSuccess(await workspace.apply()), "is not replaced");
    const { tainted } = await workspace.stateResource(space);
    assertEquals(tainted ?? false, false);
    assertFailure(await workspace.apply(), "Space sandbox/this failed");
  },
);

faultTest(
  "the cost guide's postcondition makes a pipeline red, and taints nothing",
  async (place) => {
    const { workspace, sandbox } = place;
    const guide = await Deno.readTextFile(
      inRoot("templates/guides/cost-control.md.tmpl"),
    );
    const block = codeBlocks(guide, "terraform").find((text) =>
      text.includes("postcondition")
    );
    await workspace.write({
      "main.tf": requirement + block?.replace('"45m"', '"4s"'),
    });
    assertFailure(await workspace.apply(), "Apply again to go on waiting");
    const { tainted } = await workspace.stateResource(
      "huggingface_endpoint.api",
    );
    assertEquals(tainted ?? false, false);
    sandbox.advance(3_600_000);
    sandbox.clearRequests();
    await mustApply(workspace);
    assertEquals(writesOf(sandbox), []);
    await assertEmptyPlan(workspace);
  },
  { sandbox: { startupMs: 3_600_000 } },
);

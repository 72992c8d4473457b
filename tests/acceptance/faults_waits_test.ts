// Regressions of version 0.1.0, by the numbers of the faults: waits. Nothing
// that may become healthy is tainted, destroyed or called ready.

import { assertEquals } from "@std/assert";
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
import { promises } from "../../provider/huggingface/object/wait.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  actionsOf,
  assertSays,
  assertState,
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

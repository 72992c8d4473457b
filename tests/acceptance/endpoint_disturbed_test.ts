import { assert, assertEquals } from "@std/assert";
import type { Fault } from "@hf-terraform/sandbox";
import {
  assertEmptyPlan,
  assertSuccess,
  type JsonObject,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  address,
  applied,
  assertAllActions,
  assertSays,
  configure,
  endpoint,
  existing,
  outputOf,
  type Place,
  withSandbox,
} from "./endpoint_support.ts";

type Action = Fault["action"];

/** Everything that can go wrong with one request. */
const disturbances: Readonly<Record<string, Action>> = {
  r429: { status: 429, body: { error: "Too many requests" } },
  r500: { status: 500, body: { error: "Internal error" } },
  r500_done: { status: 500, take_effect: true },
  r502: { status: 502, body: "<html>Bad gateway</html>" },
  reset_before: { close: "before" },
  reset_after: { close: "after" },
  timeout: { delay_ms: 7500 },
  r401: { status: 401, body: { error: "Unauthorized" } },
  r403: { status: 403, body: { error: "Forbidden", code: "FORBIDDEN" } },
};

const labels = Object.keys(disturbances);
// The route of a create has no name in it, so every case has a namespace.
const namespaces = labels.map((label) => label.replaceAll("_", "-"));

function write({ workspace }: Place, more: JsonObject = {}): Promise<void> {
  const endpoints = Object.fromEntries(
    labels.map((label, i) => [
      label,
      endpoint("x", { namespace: namespaces[i] ?? "", ...more }),
    ]),
  );
  return configure(workspace, {
    endpoints,
    provider: { max_retries: 0, request_timeout: "6s" },
  });
}

/** Disturbs the next such request in every namespace in its own way. */
function arm(
  { sandbox }: Place,
  method: string,
  suffix: string,
  often: Pick<Fault, "skip" | "times"> = {},
): void {
  labels.forEach((label, i) => {
    sandbox.addFault({
      ...often,
      match: { method, path: `**/v2/endpoint/${namespaces[i]}${suffix}` },
      action: disturbances[label] ?? {},
    });
  });
}

async function stateLabels({ workspace }: Place): Promise<string[]> {
  const resources = await workspace.stateResources();
  return resources.map((one) => one.address.replace(/^.*\./, "")).sort();
}

/** The endpoints that exist, and those in the state. */
async function thereAndKnown(place: Place) {
  const there = await existing(place, ...namespaces);
  const known = (await stateLabels(place)).map((label) =>
    `${label.replaceAll("_", "-")}/x`
  ).sort();
  return { there, known };
}

/** Asserts that whatever exists is in the state, and the reverse. */
async function assertNothingOrphaned(place: Place): Promise<void> {
  const { there, known } = await thereAndKnown(place);
  assertEquals(known, there);
}

async function converge(place: Place): Promise<void> {
  place.sandbox.clearFaults();
  await applied(place.workspace);
  await assertEmptyPlan(place.workspace);
  assertEquals(await stateLabels(place), [...labels].sort());
  await assertNothingOrphaned(place);
}

function disturbed(
  name: string,
  run: (place: Place) => Promise<void>,
): void {
  acceptanceTest(name, () =>
    withSandbox(run, {
      sandbox: {
        organizations: namespaces.map((organization) => ({
          name: organization,
          role: "admin",
        })),
      },
    }));
}

/** Applies a plan that was made before anything was disturbed. */
async function failedApply(
  place: Place,
  disturb: () => void,
  args: readonly string[] = [],
): Promise<string> {
  const { workspace } = place;
  const { code, stderr } = await workspace.plan({ args });
  assertEquals(code, 2, stderr);
  disturb();
  const result = await workspace.applyPlan();
  assertEquals(result.code, 1, result.stdout);
  return outputOf(result);
}

disturbed(
  "a disturbed create request loses and orphans nothing",
  async (place) => {
    await write(place);
    const output = await failedApply(place, () => arm(place, "POST", ""));
    await assertNothingOrphaned(place);
    const kept = await stateLabels(place);
    for (const label of ["r500_done", "reset_after"]) {
      assert(kept.includes(label), `${label} was created, but not kept`);
    }
    assert(
      output.includes(
        "The answer to the create of the endpoint reset-after/x was lost",
      ),
    );
    assert(output.includes("was looked for and is not there"));
    assert(output.includes("inference.endpoints.write"), output);
    for (const resource of await place.workspace.stateResources()) {
      assertEquals(resource.tainted ?? false, false, resource.address);
    }
    place.sandbox.clearFaults();
    assertSuccess(
      await place.workspace.plan().then((result) => ({
        ...result,
        code: result.code === 2 ? 0 : result.code,
      })),
    );
    await converge(place);
  },
);

disturbed("a disturbed wait after create keeps the endpoint", async (place) => {
  await write(place);
  assertEquals((await place.workspace.plan()).code, 2);
  // The apply plans once more, and the create looks: both before it is sent.
  arm(place, "GET", "/x", { skip: 2 });
  // A refused look is a warning; what passes by itself is looked past.
  assertSays(
    assertSuccess(await place.workspace.applyPlan()),
    "Stopped waiting for endpoint r401/x to become ready",
    "Stopped waiting for endpoint r403/x to become ready",
  );
  for (const resource of await place.workspace.stateResources()) {
    assertEquals(resource.tainted ?? false, false, resource.address);
  }
  assertEquals(await stateLabels(place), [...labels].sort());
  await assertNothingOrphaned(place);
  await converge(place);
});

disturbed(
  "a disturbed change, and the wait for it, is made up for",
  async (place) => {
    await write(place);
    await applied(place.workspace);
    const secrets = (value: string) => ({
      model: { repository: "gpt2", secrets: { KEY: value } },
      tags: [value],
    });

    await write(place, secrets("one"));
    await failedApply(place, () => arm(place, "PUT", "/x"));
    assertEquals(await stateLabels(place), [...labels].sort());
    place.sandbox.clearFaults();
    // The secret may or may not have arrived: it is sent again.
    assertAllActions(await place.workspace.planJson(), "update");
    await converge(place);

    await write(place, secrets("two"));
    await failedApply(place, () => arm(place, "GET", "/x"));
    assertEquals(await stateLabels(place), [...labels].sort());
    await converge(place);

    await write(place, { ...secrets("two"), paused: true });
    await failedApply(place, () => arm(place, "POST", "/x/pause"));
    await converge(place);

    await write(place, { ...secrets("three"), paused: false });
    await failedApply(place, () => arm(place, "POST", "/x/resume"));
    await converge(place);
    for (const label of labels) {
      const namespace = label.replaceAll("_", "-");
      const { status, tags } = await place.client.endpoints.get(
        `${namespace}/x`,
      );
      assertEquals([status.state, tags], ["running", ["three"]]);
    }
  },
);

disturbed(
  "a disturbed delete forgets nothing that exists",
  async (place) => {
    await write(place);
    await applied(place.workspace);
    await failedApply(place, () => arm(place, "DELETE", "/x"), ["-destroy"]);
    // What timed out may take effect later: the state has it until it is read.
    const { there, known } = await thereAndKnown(place);
    assertEquals(there.filter((id) => !known.includes(id)), []);
    await converge(place);

    await failedApply(place, () => arm(place, "GET", "/x"), ["-destroy"]);
    // What could not be confirmed stays, and the next read finds it gone.
    place.sandbox.clearFaults();
    assertSuccess(await place.workspace.destroy());
    assertEquals(await existing(place, ...namespaces), []);
    assertEquals(await stateLabels(place), []);
  },
);

disturbed("a disturbed read never drops state", async (place) => {
  await write(place);
  await applied(place.workspace);
  const before = await place.workspace.read("terraform.tfstate");
  // The runtime itself repeats a GET whose connection was reset.
  arm(place, "GET", "/x", { times: 3 });
  const plan = await place.workspace.plan();
  assertEquals(plan.code, 1);
  const output = outputOf(plan);
  for (const label of labels) {
    const name = `${label.replaceAll("_", "-")}/x`;
    assert(output.includes(`Cannot read the endpoint ${name}`), name);
  }
  assertEquals(await place.workspace.read("terraform.tfstate"), before);
  place.sandbox.clearFaults();
  await assertEmptyPlan(place.workspace);
  assert((await place.workspace.stateResource(address("r401"))).values);
});

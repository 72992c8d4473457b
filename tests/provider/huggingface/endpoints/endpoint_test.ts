/**
 * Tests for endpoints alone, beside the walks over all resources.
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import { Sandbox, type SandboxOptions } from "@hf-terraform/sandbox";
import {
  isUnknown,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import { valueNamed } from "../../../../provider/framework/binding/table.ts";
import { endpoint } from "../../../../provider/huggingface/endpoints/endpoint.ts";
import {
  assertNoErrors,
  assertUnchanged,
  ResourceWorld,
  textOf,
} from "../../../support/resource_world.ts";
import { control } from "../../../support/sandbox_server.ts";

const model = { repository: "gpt2" };
const least = {
  name: "x",
  namespace: "acme",
  model,
  compute: { instance_type: "intel-spr" },
};

async function applyEndpoint(
  config: ValueObject,
  options: SandboxOptions = {},
): Promise<ResourceWorld> {
  const world = new ResourceWorld(
    endpoint,
    new Sandbox({ startupMs: 0, ...options }),
  );
  await world.apply(config);
  return world;
}

Deno.test("secrets that the service keeps are told", async () => {
  const secrets = { A: "1", B: "2" };
  const world = await applyEndpoint(
    { ...least, model: { ...model, secrets } },
    {
      secretsOnUpdate: "merge",
    },
  );
  const { diagnostics } = await world.attempt({
    ...least,
    model: { ...model, secrets: { A: "1" } },
  });
  assertNoErrors(diagnostics);
  const [said] = diagnostics.items;
  assertStringIncludes(said?.summary ?? "", "still has removed secrets");
  assertStringIncludes(said?.detail ?? "", "`B`");
});

Deno.test("an identity without a namespace is one of the provider's", async () => {
  const world = await applyEndpoint(least);
  await world.import({ namespace: null, name: "x" });
  assertEquals(valueNamed(world.state, ["id"]), "acme/x");
});

Deno.test("an endpoint that was made again is another one", async () => {
  const world = await applyEndpoint(least);
  const { client: { endpoints } } = world;
  await endpoints.delete("acme/x");
  world.sandbox.advance(60_000);
  await new ResourceWorld(endpoint, world.sandbox).apply(least);
  const { newState, diagnostics } = await world.tryRead(world.state);
  assertEquals(newState, null);
  assertStringIncludes(
    diagnostics.items[0]?.summary ?? "",
    "was deleted and made again outside of Terraform",
  );
});

Deno.test("a pause before a change that fails is in the state", async () => {
  const world = await applyEndpoint(least);
  world.sandbox.addFault({ match: { method: "PUT" }, action: { status: 500 } });
  const { diagnostics } = await world.attempt({
    ...least,
    paused: true,
    type: "public",
  });
  assert(diagnostics.hasErrors);
  const { state } = world;
  assertEquals(
    [valueNamed(state, ["paused"]), valueNamed(state, ["type"])],
    [true, "authenticated"],
  );
});

Deno.test("an endpoint that nobody can look at after its create is in the state", async () => {
  const world = new ResourceWorld(endpoint);
  const { answer } = world;
  let isMade = false;
  world.answer = async (request) => {
    const isLook = request.method === "GET" && isMade;
    isMade ||= request.method === "POST";
    return isLook
      ? Response.json({ error: "Forbidden" }, { status: 403 })
      : await answer(request);
  };
  const { diagnostics } = await world.attempt(least);
  assertNoErrors(diagnostics);
  assertEquals(valueNamed(world.state, ["name"]), "x");
});

/** Answers to the looks of a wait that say nothing about the endpoint. */
const passing: Readonly<Record<string, number>> = {
  "one 404 right after the create": 404,
  "a broken gateway": 502,
  "an overloaded service": 503,
};

for (const [what, status] of Object.entries(passing)) {
  Deno.test(`a wait polls through ${what}`, async () => {
    const world = new ResourceWorld(endpoint);
    world.sandbox.addFault({
      match: { method: "GET", path: "**/v2/endpoint/acme/x" },
      action: { status, body: { error: "Not now" } },
      // The plan and the create look whether there is one.
      skip: 2,
      times: status === 404 ? 1 : 6,
    });
    await assertRuns(world, least);
  });
}

/** Applies, and the endpoint runs then, with nothing left to plan. */
async function assertRuns(
  world: ResourceWorld,
  config: ValueObject,
): Promise<void> {
  await world.apply(config);
  assertEquals(valueNamed(world.state, ["status"]), "running");
  world.sandbox.clearFaults();
  await assertUnchanged(world, config);
}

Deno.test("a resume whose answer still says paused is waited for", async () => {
  const world = await applyEndpoint({ ...least, paused: true });
  const { sandbox, client: { endpoints } } = world;
  const body = JSON.parse(JSON.stringify(await endpoints.get("acme/x")));
  sandbox.addFault({
    match: { method: "POST", path: "**/x/resume" },
    action: { status: 200, take_effect: true, body },
  });
  sandbox.addFault({
    match: { method: "GET", path: "**/x" },
    // The first look is the one before the change.
    skip: 1,
    action: { status: 200, body },
  });
  await assertRuns(world, { ...least, paused: false });
});

Deno.test("a pause that is refused right after the create is tried again", async () => {
  const world = new ResourceWorld(endpoint);
  const error = "Endpoint is pending and cannot be paused";
  world.sandbox.addFault({
    match: { method: "POST", path: "**/x/pause" },
    action: { status: 400, body: { error, code: "BAD_REQUEST" } },
    times: 2,
  });
  const { diagnostics } = await world.attempt({ ...least, paused: true });
  assertEquals(diagnostics.items, []);
  assertEquals(valueNamed(world.state, ["status"]), "paused");
});

Deno.test("ready means that the health route answers with something else than 503", async () => {
  const world = new ResourceWorld(endpoint);
  const { answer } = world;
  let looks = 0;
  world.answer = async (request) =>
    request.url.endsWith("/health") && ++looks < 3
      ? new Response("Loading", { status: 503 })
      : await answer(request);
  await assertRuns(world, least);
  assertEquals(looks, 3);
});

Deno.test("a create that the service calls failed warns, and every later apply is red until it runs", async () => {
  const world = new ResourceWorld(endpoint);
  const fails = { ...least, model: { repository: "acme/fail-to-start" } };
  const created = await world.attempt(fails);
  assertNoErrors(created.diagnostics);
  const [{ summary = "", detail = "" } = {}] = created.diagnostics.items;
  assertStringIncludes(summary, "acme/x failed");
  // With its time it is a line of the log.
  assertMatch(
    detail,
    /last lines.*:[\d.]+Z Failed to load acme\/fail-to-start/s,
  );
  assertStringIncludes(detail, "is not replaced");
  assertEquals(valueNamed(world.state, ["status"]), "failed");
  for (let i = 0; i < 2; i++) {
    await world.refresh();
    const { diagnostics, sent } = await world.attempt(fails);
    assertStringIncludes(
      diagnostics.items.map(({ summary }) => summary).join(),
      "acme/x failed",
    );
    assertEquals([diagnostics.hasErrors, sent], [true, []]);
  }
  const body = { status: { state: "running" } };
  await control(world, "endpoints/acme/x", { method: "PATCH", body });
  await world.refresh();
  await assertRuns(world, fails);
});

const cloud = { vendor: "aws", region: "us-east-1" };

/** Instance types of the sandbox's catalogue, and where they belong. */
const places = {
  // Of places that cost the same, the first of the catalogue.
  "intel-spr": cloud,
  "nvidia-h200": { vendor: "aws", region: "us-west-2" },
  // The cheapest is not the first.
  "nvidia-l4": { vendor: "gcp", region: "us-east4" },
};

for (const [instance_type, { vendor, region }] of Object.entries(places)) {
  Deno.test(`without cloud, the plan of a create or a replacement says that ${instance_type} goes to ${region}, and it stays there`, async () => {
    const world = new ResourceWorld(endpoint);
    const config = { ...least, compute: { instance_type } };
    const { plannedState, diagnostics } = await world.plan(config);
    assert(isUnknown(valueNamed(plannedState, ["cloud", "vendor"])));
    assertStringIncludes(
      textOf(diagnostics),
      `Endpoint x goes to ${vendor} ${region}`,
    );
    await assertRuns(world, config);
    assertEquals(
      ["vendor", "region"].map((name) =>
        valueNamed(world.state, ["cloud", name])
      ),
      [vendor, region],
    );
    const other = await world.plan({ ...config, name: "y" });
    assertStringIncludes(
      textOf(other.diagnostics),
      `Endpoint y goes to ${vendor} ${region}`,
    );
  });
}

/** The catalogue as it cannot be used, and the words of a plan about it. */
const catalogues = {
  "is refused": {
    action: {
      status: 403,
      body: { error: "missing permissions: inference.endpoints.read" },
    },
    says:
      /Cannot read the catalogue.*inference\.endpoints\.read`.*set `cloud`/s,
  },
  "is broken": {
    action: { status: 500 },
    says: /Cannot read the catalogue.*500.*set `cloud`/s,
  },
  "offers nothing": {
    action: { status: 200, body: { vendors: [] } },
    says: /No place offers intel-spr x1.*set `cloud`/s,
  },
};

for (const [what, { action, says }] of Object.entries(catalogues)) {
  Deno.test(`a catalogue that ${what} leaves nothing to send without cloud, as the plan says`, async () => {
    const world = new ResourceWorld(endpoint);
    world.sandbox.addFault({
      match: { path: "/v2/provider" },
      times: 99,
      action,
    });
    const { diagnostics } = await world.plan(least);
    assertEquals(diagnostics.hasErrors, true);
    assertMatch(textOf(diagnostics), says);
    await world.apply({ ...least, cloud });
  });
}

Deno.test("an instance that the catalogue does not offer is not advised, and others are", async () => {
  const { diagnostics } = await new ResourceWorld(endpoint).plan({
    ...least,
    compute: { instance_type: "intel-icl", instance_size: "x1" },
  });
  assertMatch(
    textOf(diagnostics),
    /"intel-icl", which the catalogue does not offer\..*`intel-spr`/s,
  );
  assertEquals(textOf(diagnostics).includes("`intel-icl`"), false);
});

/** The endpoint as it is stored, with the secrets that no answer shows. */
async function storedModel(world: ResourceWorld) {
  return (await (await control(world, "endpoints/acme/x")).json()).model;
}

Deno.test("the login of an imported image goes with it, as the plan says", async () => {
  const world = new ResourceWorld(endpoint, new Sandbox({ startupMs: 0 }));
  const url = "ghcr.io/acme/image:1";
  const compute = { instanceType: "intel-spr", instanceSize: "x1" };
  await world.client.endpoints.create("acme/x", {
    type: "private",
    provider: cloud,
    compute: {
      ...{ ...compute, accelerator: "cpu" },
      scaling: { minReplica: 1, maxReplica: 1 },
    },
    model: {
      ...{ repository: "gpt2", framework: "custom" },
      image: {
        custom: { url, credentials: { username: "me", password: "its-word" } },
      },
    },
  });
  await world.import("acme/x");
  const of = (image: ValueObject) => ({
    ...{ ...least, type: "private", cloud },
    model: { ...model, image },
  });
  const other = { custom: { url: "ghcr.io/acme/image:2" } };
  assert((await world.plan(of(other))).diagnostics.hasErrors);
  const tei = of({ tei: { url } });
  const planned = await world.plan(tei);
  assertStringIncludes(textOf(planned.diagnostics), "loses the login");
  await world.apply(tei, planned);
  const { image } = await storedModel(world);
  assertEquals(Object.keys(image), ["tei"]);
});

Deno.test("an edit after an import drops no credentials, no field and no secret in silence", async () => {
  const url = "ghcr.io/acme/image:1";
  const world = new ResourceWorld(
    endpoint,
    // As a service that knows more than this version.
    new Sandbox({
      startupMs: 0,
      extraImageFields: { vLLM: ["maxModelLen"] },
    }),
  );
  await world.client.endpoints.create("acme/x", {
    type: "private",
    provider: cloud,
    compute: {
      ...{ accelerator: "gpu", instanceType: "nvidia-l4", instanceSize: "x1" },
      scaling: { minReplica: 1, maxReplica: 1 },
    },
    model: {
      ...{ repository: "gpt2", framework: "custom", secrets: { KEEP: "kept" } },
      image: {
        vLLM: {
          ...{ url, maxNumSeqs: 8, maxModelLen: 4096 },
          credentials: { username: "robot", password: "registry-password" },
        },
      },
    },
  });
  const configured = (max_num_seqs: number, more: ValueObject = {}) => ({
    ...{ ...least, type: "private", cloud },
    compute: { instance_type: "nvidia-l4" },
    model: { ...model, image: { vllm: { url, max_num_seqs } }, ...more },
  });
  await world.import("acme/x");
  const imported = await storedModel(world);
  for (
    const [config, name] of [
      [configured(16), "credentials"],
      [configured(8, { secrets: { NEW: "new" } }), "KEEP"],
    ] as const
  ) {
    const { diagnostics } = await world.plan(config);
    if (diagnostics.hasErrors) {
      assertStringIncludes(textOf(diagnostics), name);
      continue;
    }
    await world.attempt(config);
    const { image: { vLLM }, secrets } = await storedModel(world);
    const { credentials, maxModelLen } = imported.image.vLLM;
    assertEquals(
      [vLLM.credentials, vLLM.maxModelLen, secrets.KEEP],
      [credentials, maxModelLen, "kept"],
    );
  }
});

Deno.test("another model is not served with the task of the one before", async () => {
  const world = new ResourceWorld(endpoint);
  const repository = "sentence-transformers/all-MiniLM-L6-v2";
  await world.apply({ ...least, model: { repository } });
  const { task: before } = await storedModel(world);
  const [body] = await world.apply(least);
  assert(JSON.stringify(body).includes('"task"'), JSON.stringify(body));
  const { task: after } = await storedModel(world);
  assertNotEquals(after, before);
});

for (
  const [extra, isValid] of [
    ['{"mcpLb":{"size":9007199254740991}}', true],
    ['{"mcpLb":{"size":9007199254740993}}', false],
    ['{"mcpLb":{"id":12345678901234567890123}}', false],
    ['{"mcpLb":{"id":"12345678901234567890123"}}', true],
    ['{"kvRouter":{"tag":"9"}}', false],
    ['{"skipRepoDownload":true}', false],
  ] as const
) {
  Deno.test(`experimental_features.extra ${extra} ${isValid ? "is sent as it is written" : "is refused"}`, async () => {
    const world = new ResourceWorld(endpoint);
    const features = { ...least, experimental_features: { extra } };
    assertEquals(await world.isValid(features), isValid);
  });
}

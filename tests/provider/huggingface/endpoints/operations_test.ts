import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import {
  Diagnostics,
  DiagnosticsError,
  unknown,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import {
  Sandbox,
  type SandboxOptions,
} from "../../../../client/sandbox/mod.ts";
import { HuggingFaceProvider } from "../../../../provider/huggingface/provider_data.ts";
import { endpoint } from "../../../../provider/huggingface/endpoints/endpoint.ts";
import type {
  EndpointPlan,
  EndpointState,
  KnownEndpointConfig,
} from "../../../../provider/huggingface/endpoints/schema.ts";
import { configOf, memory, state, withScaling } from "./fixtures.ts";

function ignore(): void {}

const log = {
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
};

/** The signal of the operations, and who is told of each request. */
interface Course {
  readonly signal?: AbortSignal;
  readonly onRequest?: (method: string) => void;
}

/** The states of an endpoint have the type of its schema. */
function asState(values: ValueObject | undefined): EndpointState {
  return { ...values } as EndpointState;
}

function setUp(options: SandboxOptions = {}, course: Course = {}) {
  const sandbox = new Sandbox({ startupMs: 0, ...options });
  const provider = new HuggingFaceProvider({
    token: sandbox.token,
    max_retries: 0,
  }, {
    env: {},
    userAgent: "test",
    fetch: (request) => {
      course.onRequest?.(request.method);
      return sandbox.fetch(request);
    },
  });
  const saved: EndpointState[] = [];
  const diagnostics = new Diagnostics();
  const privateState = memory();
  const signal = course.signal ?? new AbortController().signal;
  const common = {
    provider,
    signal,
    diagnostics,
    log,
    privateState,
    providerMeta: null,
    saveState: (state: ValueObject) => void saved.push(asState(state)),
    identity: undefined,
    setIdentity: () => {},
  };
  return {
    sandbox,
    provider,
    saved,
    diagnostics,
    common,
    create: async (plan: EndpointPlan) => {
      const config = { ...configOf(wanted) };
      return asState(await endpoint.create({ ...common, plan, config }));
    },
    update: async (change: {
      readonly prior: EndpointState;
      readonly plan: EndpointPlan;
      readonly config: KnownEndpointConfig;
    }) => asState(await endpoint.update?.({ ...common, ...change })),
    remove: (state: EndpointState) => endpoint.delete({ ...common, state }),
    requests: () => {
      const made = sandbox.requests.map(({ method, path }) =>
        `${method} ${path.replace("/v2/endpoint/", "")}`
      );
      sandbox.clearRequests();
      return made;
    },
  };
}

const wanted: EndpointState = { ...state(), wait_for_ready: true };

/** What is planned for a new endpoint. */
const plan: EndpointPlan = {
  ...wanted,
  id: unknown,
  namespace: unknown,
  compute: { ...wanted.compute, accelerator: unknown },
  model: { ...wanted.model, revision: unknown, task: unknown },
  status: unknown,
  status_message: unknown,
  url: unknown,
  health_route: unknown,
  ready_replicas: unknown,
  target_replicas: unknown,
  created_at: unknown,
  updated_at: unknown,
  created_by: unknown,
};

Deno.test("a create saves the state before it waits", async () => {
  const { create, saved, requests } = setUp();
  const made = await create(plan);
  assertEquals(made.id, "sandbox/x");
  assertEquals(made.status, "running");
  assertEquals(saved.map(({ status }) => status), ["pending", "running"]);
  assertEquals(requests(), [
    "GET /api/whoami-v2",
    "GET sandbox/x",
    "POST sandbox",
    "GET sandbox/x",
    "GET /health",
  ]);
});

Deno.test("a create for a paused endpoint pauses it at once", async () => {
  const { create, requests } = setUp({ startupMs: 60_000 });
  const made = await create({ ...plan, namespace: "acme", paused: true });
  assertEquals([made.paused, made.status], [true, "paused"]);
  assertEquals(requests(), ["GET acme/x", "POST acme", "POST acme/x/pause"]);
});

Deno.test("a name that is taken is not touched", async () => {
  const { create, saved, requests } = setUp();
  await create(plan);
  saved.length = 0;
  requests();
  const error = await assertRejects(() => create(plan), DiagnosticsError);
  const [diagnostic] = error.diagnostics;
  assertEquals(diagnostic?.path?.toString(), "name");
  assertStringIncludes(diagnostic?.detail ?? "", "terraform import");
  assertEquals(saved, []);
  assertEquals(requests(), ["GET sandbox/x"]);
});

Deno.test("a create whose answer was lost is found again, and told of", async () => {
  const { create, sandbox, diagnostics } = setUp();
  sandbox.addFault({
    match: { method: "POST" },
    action: { status: 503, take_effect: true },
  });
  assertEquals((await create(plan)).status, "running");
  const [warning] = diagnostics.items;
  assertEquals(warning?.severity, "warning");
  assertStringIncludes(warning?.summary ?? "", "was lost");
});

Deno.test("a create that nobody can look for says so", async () => {
  const { create, sandbox, saved } = setUp({}, {
    onRequest(method) {
      if (method !== "POST") return;
      sandbox.addFault({ match: { path: "**/x" }, action: { status: 500 } });
    },
  });
  sandbox.addFault({
    match: { method: "POST" },
    action: { close: "after" },
  });
  const error = await assertRejects(() => create(plan), DiagnosticsError);
  assertStringIncludes(error.message, "not clear whether");
  assertStringIncludes(error.message, "terraform import");
  assertEquals(saved, []);
});

Deno.test("a stop during a create ends it with its state and a warning", async () => {
  const controller = new AbortController();
  const { create, diagnostics, requests } = setUp({}, {
    signal: controller.signal,
    onRequest: (method) => {
      if (method === "POST") controller.abort(new Error("asked to stop"));
    },
  });
  const made = await create({ ...plan, namespace: "acme" });
  assertEquals(made.id, "acme/x");
  assertEquals(diagnostics.items.map(({ severity }) => severity), ["warning"]);
  assertStringIncludes(diagnostics.items[0]?.detail ?? "", "asked to stop");
  assertEquals(requests(), ["GET acme/x", "POST acme"]);
  // Stopped before: nothing is sent.
  await assertRejects(() => create({ ...plan, namespace: "acme" }));
  assertEquals(requests(), []);
});

Deno.test("a refused create blames the attribute", async () => {
  const { create } = setUp();
  const error = await assertRejects(
    () => create({ ...plan, cloud: { vendor: "azure", region: "nowhere" } }),
    DiagnosticsError,
  );
  assertEquals(
    error.diagnostics[0]?.path?.toString(),
    "compute.instance_type",
  );
});

Deno.test("an update sends one PUT and waits; a parked one is not waited for", async () => {
  const { create, update, requests } = setUp();
  const made = await create(plan);
  requests();
  const bigger = withScaling(made, { max_replica: 4 });
  const changed = await update({
    prior: made,
    plan: { ...bigger, status: unknown, updated_at: unknown },
    config: configOf(bigger),
  });
  assertEquals(requests(), [
    "GET sandbox/x",
    "PUT sandbox/x",
    "GET sandbox/x",
    "GET /health",
  ]);
  assertEquals(changed.compute.scaling.max_replica, 4);
  const paused = await update({
    prior: changed,
    plan: { ...changed, paused: true, type: "public", status: unknown },
    config: configOf(changed),
  });
  assertEquals(requests(), [
    "GET sandbox/x",
    "POST sandbox/x/pause",
    "PUT sandbox/x",
  ]);
  assertEquals([paused.paused, paused.type], [true, "public"]);
});

Deno.test("a pause before a change that fails is saved", async () => {
  const { create, update, sandbox, saved } = setUp();
  const made = await create(plan);
  saved.length = 0;
  sandbox.addFault({ match: { method: "PUT" }, action: { status: 500 } });
  await assertRejects(
    () =>
      update({
        prior: made,
        plan: { ...made, paused: true, type: "public", status: unknown },
        config: configOf(made),
      }),
    DiagnosticsError,
    "Cannot update the endpoint sandbox/x",
  );
  assertEquals(saved.map(({ paused, type }) => [paused, type]), [
    [true, "private"],
  ]);
});

Deno.test("a delete is confirmed", async () => {
  const { create, remove, requests } = setUp();
  const made = await create(plan);
  requests();
  await remove(made);
  assertEquals(requests(), [
    "GET sandbox/x",
    "DELETE sandbox/x",
    "GET sandbox/x",
  ]);
  // Once more: it is gone, to a token that can see the namespace.
  await remove(made);
  assertEquals(requests(), [
    "GET sandbox/x",
    "DELETE sandbox/x",
    "GET sandbox/x",
    "GET sandbox",
  ]);
});

const undeleted = [
  { status: 401 },
  { status: 403 },
  { status: 404 },
  { status: 429 },
];

for (const action of undeleted) {
  Deno.test(`a delete is not believed: ${JSON.stringify(action)}`, async () => {
    const { create, remove, common, sandbox } = setUp();
    const made = await create(plan);
    sandbox.addFault({ match: { method: "DELETE" }, action });
    await assertRejects(
      () => remove(made),
      DiagnosticsError,
      "Cannot delete the endpoint sandbox/x",
    );
    const { endpoints } = await common.provider.client();
    assertEquals((await endpoints.get("sandbox/x")).name, "x");
  });
}

Deno.test("a delete whose answer was lost is believed when it is seen", async () => {
  const { create, remove, sandbox } = setUp();
  const made = await create(plan);
  sandbox.addFault({ match: { method: "DELETE" }, action: { close: "after" } });
  await remove(made);
});

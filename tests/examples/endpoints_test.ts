import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { CreateEndpoint } from "../../client/endpoints/types.ts";
import { HuggingFace } from "../../client/client.ts";
import {
  control,
  type RunningSandbox,
  startSandbox,
} from "../support/sandbox_server.ts";
import { runExample } from "./support.ts";

const gpu: CreateEndpoint = {
  type: "authenticated",
  provider: { vendor: "aws", region: "us-east-1" },
  compute: {
    accelerator: "gpu",
    instanceType: "nvidia-l4",
    instanceSize: "x1",
    scaling: { minReplica: 1, maxReplica: 3 },
  },
  model: {
    repository: "Qwen/Qwen3-8B",
    framework: "pytorch",
    image: { vLLM: { url: "vllm/vllm-openai:v0.19.1", maxNumSeqs: 64 } },
    env: { LEVEL: "info" },
    secrets: { API_KEY: "sesame" },
  },
  tags: ["prod"],
};

interface World extends AsyncDisposable {
  readonly sandbox: RunningSandbox;
  readonly client: HuggingFace;
}

async function world(): Promise<World> {
  const sandbox = await startSandbox({ startupMs: 20, seedEndpoints: 2 });
  const { url, token } = sandbox;
  const client = new HuggingFace({
    token,
    endpoint: url,
    inferenceEndpointsUrl: url,
  });
  return { sandbox, client, [Symbol.asyncDispose]: () => sandbox.stop() };
}

async function withChat(): Promise<World> {
  const made = await world();
  await made.client.endpoints.create("acme/chat", gpu);
  await made.client.endpoints.waitFor("acme/chat", { intervalMs: 10 });
  return made;
}

async function states(
  client: HuggingFace,
  namespace: string,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, status } of client.endpoints.list(namespace)) {
    found[name] = status.state ?? "";
  }
  return found;
}

Deno.test("endpoint_cost_report tells what a namespace costs", async () => {
  await using there = await withChat();
  const { client, sandbox } = there;
  await client.endpoints.create("acme/idle", { ...gpu });
  await client.endpoints.pause("acme/idle");
  const price = (await client.endpoints.getCompute("acme")).vendors
    .find(({ name }) => name === "aws")?.regions
    .find(({ name }) => name === "us-east-1")?.computes
    .find((it) => it.instanceType === "nvidia-l4" && it.instanceSize === "x1")
    ?.pricePerHour ?? NaN;
  const report = await runExample("endpoint_cost_report.ts", sandbox, ["acme"]);
  assertEquals([report.code, report.stderr], [0, ""]);
  assertStringIncludes(
    report.stdout,
    `acme: 2 endpoints, ${price.toFixed(2)} USD an hour now; a month is ` +
      `${(price * 730).toFixed(0)} to ${(price * 3 * 730).toFixed(0)} USD`,
  );
  const args = ["acme", "--json"];
  const json = await runExample("endpoint_cost_report.ts", sandbox, args);
  const rows: { name: string; replicas: number }[] = JSON.parse(json.stdout);
  assertEquals(
    rows.map(({ name, replicas }) => [name, replicas]).toSorted(),
    [["chat", 1], ["idle", 0]],
  );
});

Deno.test("endpoint_cost_report takes the token's user by default", async () => {
  await using there = await world();
  const report = await runExample("endpoint_cost_report.ts", there.sandbox, []);
  assertEquals([report.code, report.stderr], [0, ""]);
  assertStringIncludes(report.stdout, "sandbox: 2 endpoints");
});

Deno.test("scale_to_zero_at_night spares what is always on", async () => {
  await using there = await withChat();
  const { client, sandbox } = there;
  const name = "scale_to_zero_at_night.ts";
  await client.endpoints.create("acme/needed", { ...gpu, tags: ["always-on"] });
  await client.endpoints.create("acme/off", { ...gpu });
  await client.endpoints.pause("acme/off");
  await client.endpoints.waitFor("acme/needed", { intervalMs: 10 });
  const before = await states(client, "acme");
  const rehearsal = await runExample(name, sandbox, ["acme", "--dry-run"]);
  assertEquals([rehearsal.code, rehearsal.stderr], [0, ""]);
  assertStringIncludes(rehearsal.stdout, "chat: is running, would be scaled");
  assertEquals(await states(client, "acme"), before);
  const night = await runExample(name, sandbox, ["acme"]);
  assertEquals([night.code, night.stderr], [0, ""]);
  assertEquals(await states(client, "acme"), {
    chat: "scaledToZero",
    needed: "running",
    off: "paused",
  });
});

Deno.test("scale_to_zero_at_night goes on after one that it cannot scale", async () => {
  await using there = await world();
  const { client, sandbox } = there;
  sandbox.sandbox.addFault({
    match: { path: "**/seed-0001/scale-to-zero" },
    times: 1,
    action: { status: 400, body: { error: "not now" } },
  });
  const args = ["sandbox"];
  const night = await runExample("scale_to_zero_at_night.ts", sandbox, args);
  assertEquals(night.code, 1);
  assertStringIncludes(night.stderr, "not now");
  assertEquals(await states(client, "sandbox"), {
    "seed-0001": "running",
    "seed-0002": "scaledToZero",
  });
});

Deno.test("wait_and_call resumes a paused endpoint and calls it", async () => {
  await using there = await withChat();
  const { client, sandbox } = there;
  await client.endpoints.pause("acme/chat");
  const args = ["acme/chat", "Hello"];
  const { code, stdout, stderr } = await runExample(
    "wait_and_call.ts",
    sandbox,
    args,
  );
  assertEquals(code, 0, stderr);
  assertMatch(stderr, /^running: /m);
  const { repository: model } = gpu.model;
  assertEquals(JSON.parse(stdout), { endpoint: "chat", model });
  const { body } = sandbox.sandbox.requests.at(-1) ?? {};
  assertEquals(body, { inputs: "Hello" });
});

Deno.test("wait_and_call shows why an endpoint failed", async () => {
  await using there = await world();
  const { client, sandbox } = there;
  const model = { ...gpu.model, repository: "acme/fail-to-start" };
  await client.endpoints.create("acme/chat", { ...gpu, model });
  sandbox.sandbox.addFault({
    match: { path: "**/logs" },
    action: { status: 200, body: 'POST {"inputs": "\x1b[2K"}\r\nKilled' },
  });
  const args = ["acme/chat", "Hello"];
  const { code, stderr } = await runExample("wait_and_call.ts", sandbox, args);
  assertEquals(code, 1, stderr);
  assertStringIncludes(stderr, "Cannot wait for the endpoint acme/chat");
  assertMatch(stderr, /\\u001b\[2K\\"\}\\r"\n"Killed"\n$/);
});

Deno.test("clone_endpoint copies a configuration, secrets from the environment", async () => {
  await using there = await withChat();
  const { client, sandbox } = there;
  const args = ["acme/chat", "sandbox/chat-2", "--region=gcp/us-east4"];
  const cloned = await runExample("clone_endpoint.ts", sandbox, args, {
    env: { API_KEY: "sesame" },
    allowEnv: ["API_KEY"],
  });
  assertEquals(cloned.code, 0, cloned.stderr);
  assertStringIncludes(cloned.stdout, "sandbox/chat-2 is running: http");
  const one = await client.endpoints.get("acme/chat");
  const two = await client.endpoints.get("sandbox/chat-2");
  assertEquals(two.provider, { vendor: "gcp", region: "us-east4" });
  assertEquals([two.type, two.tags, two.model], [
    one.type,
    one.tags,
    one.model,
  ]);
  assertEquals(two.compute.scaling, one.compute.scaling);
  const raw = await control(sandbox, "endpoints/sandbox/chat-2");
  const { model }: { model: { secrets: unknown } } = await raw.json();
  assertEquals(model.secrets, { API_KEY: "sesame" });
});

Deno.test("clone_endpoint makes nothing where a secret is missing", async () => {
  await using there = await withChat();
  const { client, sandbox } = there;
  const args = ["acme/chat", "acme/chat-2"];
  const cloned = await runExample("clone_endpoint.ts", sandbox, args, {
    allowEnv: ["API_KEY"],
  });
  assertEquals(cloned.code, 1);
  assertStringIncludes(cloned.stderr, "set the variable API_KEY");
  assertEquals(await states(client, "acme"), { chat: "running" });
});

Deno.test("clone_endpoint sends no hidden credentials back", async () => {
  await using there = await withChat();
  const { client, sandbox } = there;
  const image = {
    custom: {
      url: "registry.example/chat:1",
      credentials: { username: "bot", password: "sesame" },
    },
  };
  const model = { ...gpu.model, image, secrets: {} };
  await client.endpoints.create("acme/own", { ...gpu, model });
  const clone = (env: Record<string, string>) =>
    runExample("clone_endpoint.ts", sandbox, ["acme/own", "acme/own-2"], {
      env,
      allowEnv: ["REGISTRY_USERNAME", "REGISTRY_PASSWORD"],
    });
  const refused = await clone({});
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "set the variable REGISTRY_USERNAME");
  const made = await clone({
    REGISTRY_USERNAME: "bot",
    REGISTRY_PASSWORD: "sesame",
  });
  assertEquals(made.code, 0, made.stderr);
  const raw = await control(sandbox, "endpoints/acme/own-2");
  const { credentials } = (await raw.json()).model.image.custom;
  assertEquals(credentials, image.custom.credentials);
});

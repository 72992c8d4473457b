import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import {
  AbortedError,
  type ClientOptions,
  ConflictError,
  type CreateEndpoint,
  HuggingFace,
  isApiError,
  RateLimitError,
  WaitError,
} from "../../mod.ts";
import { Sandbox, type SandboxOptions } from "../../client/sandbox/mod.ts";
import { rejection } from "./script.ts";

/** A client of a sandbox, in a time that passes only when one of them waits. */
function setUp(options: SandboxOptions = {}, more: ClientOptions = {}) {
  let time = Date.UTC(2026, 10, 21);
  const now = () => time;
  const sleep = (ms: number) => {
    time += ms;
    return Promise.resolve();
  };
  const sandbox = new Sandbox({ startupMs: 2000, now, sleep, ...options });
  const client = new HuggingFace({
    token: sandbox.token,
    fetch: (request) => sandbox.fetch(request),
    now,
    sleep,
    ...more,
  });
  const sent = () =>
    sandbox.requests.map(({ method, path, status }) =>
      `${method} ${path} ${status}`
    );
  return { sandbox, client, endpoints: client.endpoints, sent, now };
}

const ENDPOINT: CreateEndpoint = {
  type: "private",
  provider: { vendor: "aws", region: "us-east-1" },
  compute: {
    accelerator: "cpu",
    instanceType: "intel-spr",
    instanceSize: "x1",
    scaling: { minReplica: 1, maxReplica: 1 },
  },
  model: {
    repository: "sentence-transformers/all-MiniLM-L6-v2",
    framework: "pytorch",
    image: { huggingface: {} },
    env: { A: "1" },
    secrets: { S: "hidden" },
  },
};

async function count(items: AsyncIterable<unknown>): Promise<number> {
  let total = 0;
  for await (const _ of items) total++;
  return total;
}

Deno.test("an endpoint lives from create to delete", async () => {
  const { endpoints, sandbox } = setUp();
  const created = await endpoints.create("acme/x", ENDPOINT);
  assertEquals(created.status.state, "pending");
  const states: string[] = [];
  const ready = await endpoints.waitFor("acme/x", {
    onChange: (seen) => states.push(seen.status.state ?? ""),
  });
  assertEquals(ready.status.readyReplica, 1);
  assertEquals([...new Set(states)], ["pending", "initializing", "running"]);

  const patch = { compute: { scaling: { maxReplica: 2 } } };
  await endpoints.update("acme/x", patch);
  const updated = await endpoints.waitFor("acme/x");
  assertEquals(updated.compute.scaling.maxReplica, 2);
  assertEquals(updated.model.env, { A: "1" });

  assertEquals((await endpoints.pause("acme/x")).status.state, "paused");
  const failure = await rejection(endpoints.waitFor("acme/x"));
  assertInstanceOf(failure, WaitError);
  await endpoints.resume("acme/x");
  const running = await endpoints.waitFor("acme/x");
  assertEquals(running.status.state, "running");
  assertEquals((await endpoints.resume("acme/x")).name, "x");

  await endpoints.delete("acme/x");
  sandbox.advance(2000);
  const gone = await rejection(endpoints.get("acme/x"));
  assert(isApiError(gone, 404));
});

Deno.test("a taken name is a conflict, and nothing is touched", async () => {
  const { endpoints, sent } = setUp();
  await endpoints.create("acme/x", ENDPOINT);
  const error = await rejection(endpoints.create("acme/x", ENDPOINT));
  assertInstanceOf(error, ConflictError);
  assertStringIncludes(error.message, "Cannot create the endpoint acme/x: 409");
  assertEquals(sent().map((line) => line.split(" ")[0]), ["POST", "POST"]);
});

Deno.test("a list goes through all pages", async () => {
  const { endpoints, sandbox } = setUp({ seedEndpoints: 250 });
  assertEquals(await count(endpoints.list("sandbox")), 250);
  assertEquals(sandbox.requests.length, 3);
  assertEquals(await count(endpoints.list("sandbox", { limit: 5 })), 5);
  const page = await endpoints.list("sandbox", { pageSize: 20 });
  assertEquals([page.items.length, page.totalItems], [20, 250]);
  const next = await page.getNextPage();
  assertEquals(next?.items[0]?.name, "seed-0021");
});

Deno.test("a list is narrowed by tags and search", async () => {
  const { endpoints } = setUp();
  await endpoints.create("acme/one", { ...ENDPOINT, tags: ["a"] });
  await endpoints.create("acme/two", { ...ENDPOINT, tags: ["b"] });
  assertEquals(await count(endpoints.list("acme", { tags: ["a"] })), 1);
  assertEquals(await count(endpoints.list("acme", { search: "wo" })), 1);
  assertEquals(await count(endpoints.list("acme")), 2);
});

Deno.test("everything that can be read about an endpoint is read", async () => {
  const { endpoints, now } = setUp();
  await endpoints.create("acme/x", ENDPOINT);
  await endpoints.waitFor("acme/x");
  assert((await endpoints.logs.read("acme/x", { tail: 1 })).length > 0);
  const [entry] = await endpoints.logs.list("acme/x", { limit: 1 }).toArray();
  assert(entry !== undefined && entry.line !== "" && entry.timestamp !== "");
  assertEquals((await endpoints.listReplicas("acme/x").toArray()).length, 1);
  const start = new Date(now() - 60_000).toISOString();
  const stop = new Date(now()).toISOString();
  const graphs = await endpoints.metrics.get("acme/x", { start, stop });
  assert(graphs.hardwareCpu?.series !== undefined);
  assert((await endpoints.metrics.getCurrent("acme/x")).includes("# "));
  assert(await count(endpoints.listAuditLog("acme")) > 0);
  const catalog = await endpoints.getCompute("acme");
  assert(catalog.vendors.some((vendor) => vendor.name === "aws"));
  assert((await endpoints.getQuotas("acme")).vendors.length > 0);
});

Deno.test("a log is followed until the signal ends it", async () => {
  const { endpoints } = setUp();
  await endpoints.create("acme/x", ENDPOINT);
  await endpoints.waitFor("acme/x");
  const controller = new AbortController();
  const lines: string[] = [];
  const options = { signal: controller.signal };
  const read = async () => {
    const entries = endpoints.logs.followEntries("acme/x", {}, options);
    for await (const { line } of entries) {
      lines.push(line);
      controller.abort();
    }
  };
  await assertRejects(read, AbortedError);
  assertEquals(lines.length, 1);
});

Deno.test("the network around endpoints is managed", async () => {
  const { network } = setUp().endpoints;
  await network.createDomain("acme", "a.example.com");
  assertEquals(
    (await network.listDomains("acme").toArray()).map((it) => it.domain),
    ["a.example.com"],
  );
  await network.deleteDomain("acme", "a.example.com");
  assertEquals(await network.listDomains("acme").toArray(), []);
  const { id } = await network.createCidrList("acme", {
    name: "office",
    cidrList: ["10.0.0.0/8"],
  });
  await network.updateCidrList("acme", id, {
    name: "office",
    cidrList: ["192.168.0.0/16"],
  });
  const [list] = await network.listCidrLists("acme").toArray();
  assertEquals(list?.cidrList, ["192.168.0.0/16"]);
  await network.deleteCidrList("acme", id);
  assertEquals(await network.listCidrLists("acme").toArray(), []);
  assertEquals(await network.listPrivateServices("acme").toArray(), []);
});

Deno.test("a model of the catalogue is deployed", async () => {
  const { catalog } = setUp().endpoints;
  const [model] = await catalog.list({ limit: 1 }).toArray();
  assert(model !== undefined);
  const deployed = await catalog.deployModel(model.repoId, {
    namespace: "acme",
    name: "from-catalog",
  });
  assertEquals(deployed.name, "from-catalog");
  const id = model.recipes?.[0]?.publicId ?? "";
  const unnamed = await catalog.deployRecipe(id, { namespace: "acme" });
  assert(unnamed.name !== "");
});

Deno.test("a client that slows down is never refused", async () => {
  const { client, sandbox, now } = setUp({
    rateLimit: { requests: 50, windowSeconds: 60 },
  });
  const start = now();
  for (let index = 0; index < 160; index++) {
    await client.endpoints.list("acme");
  }
  assertEquals(sandbox.requests.filter((it) => it.status === 429).length, 0);
  const minutes = (now() - start) / 60_000;
  assert(minutes > 3 && minutes < 4, `it took ${minutes} min`);
});

Deno.test("a crowd of requests gets through, whatever is refused first", async () => {
  const { client } = setUp({ rateLimit: { requests: 20, windowSeconds: 10 } });
  const crowd = Array.from(
    { length: 50 },
    () => client.endpoints.list("acme"),
  );
  assertEquals((await Promise.all(crowd)).length, 50);
});

Deno.test("the quota of an action fails at once, with the time", async () => {
  const { endpoints, now } = setUp({
    actionQuotas: { "endpoint creation": 1 },
  });
  await endpoints.create("acme/one", ENDPOINT);
  const start = now();
  const error = await rejection(endpoints.create("acme/two", ENDPOINT));
  assertInstanceOf(error, RateLimitError);
  assertEquals([error.quota, error.resetAfterMs], ["action", 3_600_000]);
  assertEquals(now(), start);
});

for (const close of ["before", "after"] as const) {
  Deno.test(`a create whose connection breaks ${close} the effect is sent once`, async () => {
    const { endpoints, sandbox, sent } = setUp();
    sandbox.addFault({ match: { method: "POST" }, action: { close } });
    const error = await rejection(endpoints.create("acme/x", ENDPOINT));
    assertEquals(error.name, "ConnectionError");
    assertEquals(sent().filter((line) => line.startsWith("POST")).length, 1);
    const found = await count(endpoints.list("acme"));
    assertEquals(found, close === "after" ? 1 : 0);
  });
}

Deno.test("a delete whose answer is lost finds nothing at the next attempt", async () => {
  const { endpoints, sandbox } = setUp({ deletionMs: 0 });
  await endpoints.create("acme/x", ENDPOINT);
  sandbox.addFault({
    match: { method: "DELETE" },
    times: 1,
    action: { close: "after" },
  });
  const error = await rejection(endpoints.delete("acme/x"));
  assert(isApiError(error, 404));
});

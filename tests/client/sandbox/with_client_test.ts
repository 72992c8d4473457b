import { assertEquals, assertRejects } from "@std/assert";
import type { HuggingFace } from "../../../client/client.ts";
import { NotFoundError } from "../../../client/core/api_errors.ts";
import { HuggingFace as Client } from "../../../client/client.ts";
import { Sandbox } from "../../../client/sandbox/mod.ts";

const span = { start: "2026-11-21T08:00:00Z", stop: "2026-11-21T09:00:00Z" };

function connect(): { sandbox: Sandbox; client: HuggingFace } {
  const sandbox = new Sandbox({ startupMs: 0, seedEndpoints: 45 });
  const client = new Client({
    token: sandbox.token,
    fetch: (request) => sandbox.fetch(request),
    sleep: () => Promise.resolve(),
  });
  return { sandbox, client };
}

async function withEndpoint(): Promise<HuggingFace["endpoints"]> {
  const { client: { endpoints } } = connect();
  await endpoints.create("acme/demo", {
    type: "private",
    provider: { vendor: "aws", region: "us-east-1" },
    compute: {
      accelerator: "gpu",
      instanceType: "nvidia-l4",
      instanceSize: "x1",
      scaling: { minReplica: 1, maxReplica: 2 },
    },
    model: {
      repository: "openai-community/gpt2",
      framework: "pytorch",
      image: { vLLM: { url: "vllm:1" } },
    },
    privateService: { accountId: "123456789012" },
  });
  await endpoints.waitFor("acme/demo");
  return endpoints;
}

async function first<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item;
  return undefined;
}

Deno.test("our client walks an endpoint through its life", async () => {
  const endpoints = await withEndpoint();
  const states = [(await endpoints.get("acme/demo")).status.state];
  const changed = await endpoints.update("acme/demo", { tags: ["x"] });
  states.push(changed.status.state);
  await endpoints.waitFor("acme/demo");
  states.push((await endpoints.pause("acme/demo")).status.state);
  states.push((await endpoints.resume("acme/demo")).status.state);
  await endpoints.waitFor("acme/demo");
  states.push((await endpoints.resume("acme/demo")).status.state);
  states.push((await endpoints.scaleToZero("acme/demo")).status.state);
  assertEquals(states, [
    "running",
    "updating",
    "paused",
    "pending",
    "running",
    "scaledToZero",
  ]);
  await endpoints.delete("acme/demo");
  await assertRejects(() => endpoints.get("acme/demo"), NotFoundError);
});

Deno.test("our client follows every page of a list", async () => {
  const { client, sandbox } = connect();
  const names = new Set<string>();
  for await (const { name } of client.endpoints.list("sandbox")) {
    names.add(name);
  }
  assertEquals(names.size, 45);
  assertEquals((await client.users.whoami()).name, "sandbox");
  assertEquals(sandbox.requests.every(({ status }) => status === 200), true);
});

Deno.test("our client reads logs, events and metrics", async () => {
  const endpoints = await withEndpoint();
  const lines = (await endpoints.logs.read("acme/demo")).trim().split("\n");
  const entries = await endpoints.logs.list("acme/demo").toArray();
  assertEquals(lines.length, entries.length);
  assertEquals(await first(endpoints.logs.follow("acme/demo")), lines[0]);
  assertEquals(
    (await first(endpoints.logs.followEntries("acme/demo")))?.line,
    entries[0]?.line,
  );
  assertEquals((await endpoints.listReplicas("acme/demo").toArray()).length, 1);
  const all = await endpoints.metrics.get("acme/demo", span);
  assertEquals(all.replicasRunning?.series?.length, 1);
  assertEquals(all.replicaIds?.length, 1);
  assertEquals(all.hardwareCpu?.series?.[0]?.replicaId, all.replicaIds?.[0]);
  const text = await endpoints.metrics.getCurrent("acme/demo");
  assertEquals(text.endsWith("# EOF\n"), true);
  const audit = await first(endpoints.listAuditLog("acme"));
  assertEquals(audit?.action, "endpoint.create");
});

Deno.test("our client reads compute and manages the network", async () => {
  const endpoints = await withEndpoint();
  const { vendors } = await endpoints.getCompute();
  assertEquals(vendors.map(({ name }) => name), ["aws", "azure", "gcp"]);
  assertEquals((await endpoints.getQuotas("acme")).vendors.length, 3);
  const { network } = endpoints;
  const [service] = await network.listPrivateServices("acme").toArray();
  await network.deletePrivateService("acme", service?.id ?? "");
  assertEquals(await network.listPrivateServices("acme").toArray(), []);
  await network.createDomain("acme", "a.example.com");
  await network.deleteDomain("acme", "a.example.com");
  assertEquals(await network.listDomains("acme").toArray(), []);
  const ranges = { name: "office", cidrList: ["10.0.0.0/8"] };
  const { id } = await network.createCidrList("acme", ranges);
  await network.updateCidrList("acme", id, { ...ranges, name: "home" });
  assertEquals(
    (await network.listCidrLists("acme").toArray())[0]?.name,
    "home",
  );
  await network.deleteCidrList("acme", id);
});

Deno.test("our client deploys a ready model", async () => {
  const { client: { endpoints } } = connect();
  const [model] = await endpoints.catalog.list({ engine: "tei" }).toArray();
  const deployed = await endpoints.catalog.deployModel(model?.repoId ?? "", {
    namespace: "acme",
    name: "mini",
  });
  assertEquals(deployed.name, "mini");
});

Deno.test("a next page elsewhere gets neither a request nor the token", async () => {
  const origins = new Set<string>();
  const sandbox = new Sandbox({ createMs: 0 });
  const client = new Client({
    token: sandbox.token,
    fetch: (request) => {
      origins.add(new URL(request.url).origin);
      return sandbox.fetch(request);
    },
  });
  for (const name of ["a", "b"]) {
    await client.repos.create({ type: "model", id: name });
  }
  sandbox.addFault({
    match: { method: "GET", path: "/api/models" },
    times: 9,
    action: { next_origin: "https://elsewhere.example" },
  });
  const found = await client.repos.list("model", {
    author: "sandbox",
    pageSize: 1,
  }).toArray();
  // The cursor of the link is enough.
  assertEquals(found.map(({ id }) => id), ["sandbox/a", "sandbox/b"]);
  assertEquals([...origins], ["https://huggingface.co"]);
});

import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { ComputeCatalog } from "../../../mod.ts";
import type { Sandbox, SandboxOptions } from "../../../client/sandbox/mod.ts";
import { refusal, startInSandbox } from "../in_sandbox.ts";
import { ask, endpointBody, newEndpoint, stillSandbox } from "./fixtures.ts";

const start = (options: SandboxOptions = {}) =>
  startInSandbox({
    startupMs: 1000,
    now: () => Date.UTC(2026, 10, 21, 9),
    ...options,
  });

/** The endpoint `acme/demo`, which runs. */
async function startRunning() {
  const { sandbox, client: { endpoints } } = start();
  const privateService = { accountId: "123456789012", region: "us-east-1" };
  await endpoints.create("acme/demo", { ...newEndpoint, privateService });
  sandbox.advance(1000);
  return endpoints;
}

Deno.test("replicas are listed with their stage", async () => {
  const endpoints = await startRunning();
  const replicas = await endpoints.listReplicas("acme/demo").toArray();
  assertEquals(replicas.map(({ status }) => status.live), [true]);
});

Deno.test("metrics are graphs of a time, or text", async () => {
  const { metrics } = await startRunning();
  const all = await metrics.get("acme/demo", {
    start: "2026-11-21T08:00:00Z",
    stop: "2026-11-21T09:00:00Z",
  });
  const [series] = all.replicasRunning?.series ?? [];
  assertEquals(series?.data?.[0], { x: "2026-11-21T08:00:00.000Z", y: 1 });
  assertEquals(
    [all.start, all.stop, all.timeWindowSeconds],
    ["2026-11-21T08:00:00.000Z", "2026-11-21T09:00:00.000Z", 327],
  );
  assertNotEquals(all.responseStatusCode, all.responseStatusCodeGrouped);
  const none = { start: "", stop: "" };
  assertEquals(await refusal(() => metrics.get("acme/demo", none)), 400);
  assertMatch(
    await metrics.getCurrent("acme/demo"),
    /^# TYPE .*\n.*endpoint="demo".* 1\n[\s\S]*# EOF\n$/,
  );
});

Deno.test("logs come as text, with tail and cut lines", async () => {
  const { logs } = await startRunning();
  const whole = (await logs.read("acme/demo")).trim().split("\n");
  assertMatch(whole.at(-1) ?? "", /Z Endpoint is ready$/);
  const last = await logs.read("acme/demo", { tail: 1 });
  assertEquals(last.trim(), whole.at(-1));
  const short = await logs.read("acme/demo", { lineMaxLength: 10 });
  assertEquals(short.split("\n")[0]?.length, 10);
});

Deno.test("structured logs are filtered by their query", async () => {
  const { sandbox, client: { endpoints } } = start();
  const model = { ...newEndpoint.model, repository: "acme/fail-to-start" };
  await endpoints.create("acme/demo", { ...newEndpoint, model });
  sandbox.advance(1000);
  for (
    const [params, count] of [
      [{}, 28],
      [{ level: "error" }, 2],
      [{ search: "Failed" }, 1],
      [{ limit: 1 }, 1],
      [{ tail: 2 }, 2],
      [{ since: "2026-11-21T09:00:00.500Z" }, 26],
      [{ until: "2026-11-21T09:00:00.100Z" }, 1],
    ] as const
  ) {
    const lines = await endpoints.logs.list("acme/demo", params).toArray();
    assertEquals(lines.length, count, JSON.stringify(params));
  }
  const [newest] = await endpoints.logs.list("acme/demo", {
    order: "desc",
    limit: 1,
  }).toArray();
  assertEquals(
    [newest?.line, newest?.level, newest?.stream],
    ["Container exited with code 1", "error", "stderr"],
  );
});

Deno.test("followed logs bring new lines and end with the endpoint", async (t) => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["/v2/endpoint/acme/demo/logs?follow=true", /Endpoint paused\n$/],
    ["/v2/endpoint/acme/demo/logs/sse", /data: .*Endpoint paused\n\n$/],
    ["/v3/endpoint/acme/demo/logs/sse", /data: \{.*Endpoint paused.*\}\n\n$/],
  ];
  for (const [path, expected] of cases) {
    await t.step(path, async () => {
      const steps = ["POST /v2/endpoint/acme/demo/pause"];
      const sandbox: Sandbox = stillSandbox({
        deletionMs: 0,
        sleep: async () => {
          const next = steps.shift() ?? "DELETE /v2/endpoint/acme/demo";
          await ask(sandbox, next);
        },
      });
      await ask(sandbox, "POST /v2/endpoint/acme", endpointBody());
      const { text } = await ask(sandbox, `GET ${path}`);
      assertMatch(text, expected);
    });
  }
});

Deno.test("the compute catalogue has the documented shape", async () => {
  const { client: { endpoints } } = start({ quotas: { "nvidia-l4": 3 } });
  await endpoints.create("acme/demo", newEndpoint);
  const open = await endpoints.getCompute();
  const find = ({ vendors }: ComputeCatalog) =>
    vendors.flatMap(({ regions }) => regions)
      .flatMap(({ computes }) => computes)
      .find((compute) => compute.id === "aws-us-east-1-nvidia-l4-x1");
  assertEquals(find(open)?.quota, { maxAccelerators: 0, usedAccelerators: 0 });
  assertEquals(find(await endpoints.getCompute("acme")), {
    id: "aws-us-east-1-nvidia-l4-x1",
    accelerator: "gpu",
    numAccelerators: 1,
    numCpus: 7,
    memoryGb: 30,
    gpuMemoryGb: 24,
    instanceType: "nvidia-l4",
    instanceSize: "x1",
    architecture: "Nvidia L4",
    status: "available",
    pricePerHour: 0.8,
    quota: { maxAccelerators: 3, usedAccelerators: 1 },
  });
  const statuses = new Set(JSON.stringify(open).match(/"status":"\w+"/g));
  assertEquals(statuses.size, 5);
  assertMatch(
    JSON.stringify(await endpoints.getQuotas("acme")),
    /"instanceType":"nvidia-l4","architecture":"Nvidia L4","maxAccelerators":3,"usedAccelerators":1/,
  );
});

Deno.test("a private service arises from an endpoint", async () => {
  const { network } = await startRunning();
  const [service] = await network.listPrivateServices("acme").toArray();
  assertEquals([service?.endpointName, service?.privateService], ["demo", {
    accountId: "123456789012",
    region: "us-east-1",
    shared: false,
  }]);
  const other = network.listPrivateServices("acme", { accountId: "1" });
  assertEquals(await other.toArray(), []);
  const remove = () => network.deletePrivateService("acme", service?.id ?? "");
  await remove();
  assertEquals(await refusal(remove), 404);
});

Deno.test("domains are added once and removed, and an endpoint names no other", async () => {
  const { sandbox, client: { endpoints } } = start();
  const { network } = endpoints;
  const domain = "a.example.com";
  const route = { domain, path: "/" };
  const create = () => endpoints.create("acme/demo", { ...newEndpoint, route });
  assertEquals(await refusal(create), 400);
  const add = (domain: string) => network.createDomain("acme", domain);
  await add(domain);
  assertEquals(await refusal(() => add(domain)), 409);
  assertEquals(await refusal(() => add("not a domain")), 400);
  const stage = async () => {
    const [added] = await network.listDomains("acme").toArray();
    return Object(added?.status).stage;
  };
  assertEquals(await stage(), "pending");
  sandbox.advance(1000);
  assertEquals(await stage(), "ready");
  await create();
  const change = { route: { domain: "b.example.com" } };
  const update = () => endpoints.update("acme/demo", change);
  assertEquals(await refusal(update), 400);
  const remove = () => network.deleteDomain("acme", domain);
  await remove();
  assertEquals(await refusal(remove), 404);
});

Deno.test("address lists are created, changed and removed", async () => {
  const { network } = start().client.endpoints;
  const office = { name: "office", cidrList: ["10.0.0.0/8"] };
  const { id } = await network.createCidrList("acme", office);
  const wider = { name: "office", cidrList: ["10.0.0.0/8", "fd00::/8"] };
  const changed = await network.updateCidrList("acme", id, wider);
  assertEquals(changed, { id, ...wider });
  const home = { name: "x", cidrList: ["home"] };
  assertEquals(await refusal(() => network.createCidrList("acme", home)), 400);
  assertEquals(await network.listCidrLists("acme").toArray(), [changed]);
  await network.deleteCidrList("acme", id);
  assertEquals(await network.listCidrLists("acme").toArray(), []);
});

Deno.test("the audit log tells who changed what, in words of its own", async () => {
  const endpoints = await startRunning();
  await endpoints.pause("acme/demo");
  await endpoints.delete("acme/demo");
  const log = endpoints.listAuditLog("acme", { endpoint: "demo", pageSize: 2 });
  assertEquals((await log.toArray()).map(({ action }) => action), [
    "endpoint.create",
    "endpoint.pause",
    "endpoint.delete",
  ]);
  const none = endpoints.listAuditLog("acme", { username: "nobody" });
  assertEquals(await none.toArray(), []);
});

Deno.test("a model of the catalogue is deployed by id or recipe", async () => {
  const { catalog } = start().client.endpoints;
  const [model] = await catalog.list({ accelerator: "cpu" }).toArray();
  assertEquals(model?.authorName, "sentence-transformers");
  const id = model?.repoId ?? "";
  const acme = { namespace: "acme", name: "mini" };
  const first = await catalog.deployModel(id, acme);
  assertEquals([first.name, first.compute.accelerator], ["mini", "cpu"]);
  const recipe = "gemma-3-4b-q8";
  const second = await catalog.deployRecipe(recipe, { namespace: "acme" });
  assertMatch(second.name, /^[a-z0-9-]{1,32}$/);
  for (
    const [status, deploy] of [
      [404, () => catalog.deployRecipe("none", acme)],
      [404, () => catalog.deployModel("a/b", acme)],
      [403, () => catalog.deployModel(id, { namespace: "huggingface" })],
      [400, () => catalog.deployModel(id, { namespace: "" })],
      [409, () => catalog.deployModel(id, acme)],
    ] as const
  ) assertEquals(await refusal(deploy), status);
});

import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { Json, JsonObject, Sandbox } from "../../../client/sandbox/mod.ts";
import { ask, at, endpointBody, stillSandbox } from "./fixtures.ts";

const path = "/v2/endpoint/acme/demo";
const span = { start: "2026-11-21T08:00:00Z", stop: "2026-11-21T09:00:00Z" };

async function makeRunning(): Promise<Sandbox> {
  const sandbox = stillSandbox();
  const body = endpointBody({
    privateService: { accountId: "123456789012", region: "us-east-1" },
    model: { image: { vLLM: { url: "a:1" } } },
  });
  await ask(sandbox, "POST /v2/endpoint/acme", body);
  sandbox.advance(1000);
  return sandbox;
}

function items(body: JsonObject): Json[] {
  return Array.isArray(body.items) ? body.items : [];
}

function entries(body: JsonObject): readonly Json[] {
  return Array.isArray(body.list) ? body.list : [];
}

Deno.test("replicas are listed with their stage", async () => {
  const sandbox = await makeRunning();
  const { body } = await ask(sandbox, `GET ${path}/replica`);
  assertEquals(items(body).length, 1);
  assertEquals(at(items(body)[0], "status.live"), true);
});

Deno.test("metrics are graphs of a time", async () => {
  const sandbox = await makeRunning();
  const all = await ask(sandbox, `POST ${path}/metrics`, span);
  const [series] = Array.isArray(at(all.body, "replicasRunning.series"))
    ? Object.values(at(all.body, "replicasRunning.series") ?? [])
    : [];
  const [point] = Object.values(at(series, "data") ?? []);
  assertEquals(point, { x: "2026-11-21T08:00:00.000Z", y: 1 });
  assertEquals(at(all.body, "start"), "2026-11-21T08:00:00.000Z");
  assertEquals(at(all.body, "stop"), "2026-11-21T09:00:00.000Z");
  assertEquals(at(all.body, "timeWindowSeconds"), 327);
  assertNotEquals(
    all.body["responseStatusCode"],
    all.body["responseStatusCodeGrouped"],
  );
  const noSpan = await ask(sandbox, `POST ${path}/metrics`, {});
  assertEquals(noSpan.status, 400);
});

Deno.test("open metrics are text", async () => {
  const { text } = await ask(await makeRunning(), `GET ${path}/open-metrics`);
  assertMatch(text, /^# TYPE .*\n.*endpoint="demo".* 1\n[\s\S]*# EOF\n$/);
});

Deno.test("logs come as text, with tail and cut lines", async () => {
  const sandbox = await makeRunning();
  const whole = (await ask(sandbox, `GET ${path}/logs`)).text.trim()
    .split("\n");
  assertMatch(whole.at(-1) ?? "", /Z Endpoint is ready$/);
  const last = await ask(sandbox, `GET ${path}/logs?tail=1`);
  assertEquals(last.text.trim(), whole.at(-1));
  const short = await ask(sandbox, `GET ${path}/logs?line_max_length=10`);
  assertEquals(short.text.split("\n")[0]?.length, 10);
});

Deno.test("structured logs are filtered by their query", async (t) => {
  const sandbox = stillSandbox();
  const body = endpointBody({ model: { repository: "acme/fail-to-start" } });
  await ask(sandbox, "POST /v2/endpoint/acme", body);
  sandbox.advance(1000);
  const path = "GET /v3/endpoint/acme/demo/logs";
  const cases: readonly (readonly [string, number])[] = [
    ["", 28],
    ["?level=error", 2],
    ["?search=Failed", 1],
    ["?limit=1", 1],
    ["?tail=2", 2],
    ["?since=2026-11-21T09:00:00.500Z", 26],
    ["?until=2026-11-21T09:00:00.100Z", 1],
  ];
  for (const [query, count] of cases) {
    await t.step(query, async () => {
      const { text } = await ask(sandbox, `${path}${query}`);
      assertEquals(JSON.parse(text).length, count, text);
    });
  }
  const newest = JSON.parse(
    (await ask(sandbox, `${path}?order=desc&limit=1`)).text,
  );
  assertEquals(newest[0].line, "Container exited with code 1");
  assertEquals([newest[0].level, newest[0].stream], ["error", "stderr"]);
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
  const sandbox = stillSandbox({ quotas: { "nvidia-l4": 3 } });
  await ask(sandbox, "POST /v2/endpoint/acme", endpointBody());
  const open = await ask(sandbox, "GET /v2/provider", undefined, {
    token: null,
  });
  const own = await ask(sandbox, "GET /v2/provider/acme");
  const find = (body: JsonObject, id: string) =>
    Object.values(body.vendors ?? []).flatMap((vendor) =>
      Object.values(at(vendor, "regions") ?? [])
    ).flatMap((region) => Object.values(at(region, "computes") ?? []))
      .find((compute) => at(compute, "id") === id);
  const id = "aws-us-east-1-nvidia-l4-x1";
  assertEquals(at(find(open.body, id), "quota"), {
    maxAccelerators: 0,
    usedAccelerators: 0,
  });
  assertEquals(find(own.body, id), {
    id,
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
  const statuses = new Set(open.text.match(/"status":"\w+"/g));
  assertEquals(statuses.size, 5);
  const quotas = await ask(sandbox, "GET /v2/provider/quotas/acme");
  assertMatch(
    quotas.text,
    /"instanceType":"nvidia-l4","architecture":"Nvidia L4","maxAccelerators":3,"usedAccelerators":1/,
  );
});

Deno.test("a private service arises from an endpoint", async () => {
  const sandbox = await makeRunning();
  const list = "/v2/network/private-service/acme";
  const { body } = await ask(sandbox, `GET ${list}`);
  const [service] = items(body);
  assertEquals(at(service, "endpointName"), "demo");
  assertEquals(at(service, "privateService"), {
    accountId: "123456789012",
    region: "us-east-1",
    shared: false,
  });
  const other = await ask(sandbox, `GET ${list}?account-id=1`);
  assertEquals(items(other.body), []);
  const id = at(service, "id");
  assertEquals((await ask(sandbox, `DELETE ${list}/${id}`)).status, 200);
  assertEquals((await ask(sandbox, `DELETE ${list}/${id}`)).status, 404);
});

Deno.test("domains are added once and removed", async () => {
  const sandbox = stillSandbox();
  const path = "/v2/network/domain/acme";
  const add = (domain: string) => ask(sandbox, `POST ${path}`, { domain });
  const statuses = [];
  for (const domain of ["a.example.com", "a.example.com", "not a domain"]) {
    statuses.push((await add(domain)).status);
  }
  const stage = async () => {
    const [domain] = items((await ask(sandbox, `GET ${path}`)).body);
    return at(domain, "status.stage");
  };
  assertEquals(await stage(), "pending");
  sandbox.advance(1000);
  assertEquals(await stage(), "ready");
  for (let count = 0; count < 2; count++) {
    statuses.push((await ask(sandbox, `DELETE ${path}/a.example.com`)).status);
  }
  assertEquals(statuses, [200, 409, 400, 200, 404]);
});

Deno.test("an endpoint names a domain that was added, and no other", async () => {
  const sandbox = stillSandbox();
  const body = endpointBody({ route: { domain: "a.example.com", path: "/" } });
  const create = async () =>
    (await ask(sandbox, "POST /v2/endpoint/acme", body)).status;
  assertEquals(await create(), 400);
  await ask(sandbox, "POST /v2/network/domain/acme", {
    domain: "a.example.com",
  });
  assertEquals(await create(), 200);
  const route = { domain: "b.example.com" };
  const update = await ask(sandbox, "PUT /v2/endpoint/acme/demo", { route });
  assertEquals(update.status, 400);
});

Deno.test("address lists are created, changed and removed", async () => {
  const sandbox = stillSandbox();
  const path = "/v2/network/cidr-list/acme";
  const office = { name: "office", cidrList: ["10.0.0.0/8"] };
  const created = await ask(sandbox, `POST ${path}`, office);
  const one = `${path}/${created.body.id}`;
  const wider = { name: "office", cidrList: ["10.0.0.0/8", "fd00::/8"] };
  const changed = await ask(sandbox, `POST ${one}`, wider);
  assertEquals(changed.body, { id: created.body.id ?? null, ...wider });
  const bad = await ask(sandbox, `POST ${path}`, {
    name: "x",
    cidrList: ["home"],
  });
  assertEquals(bad.status, 400);
  assertEquals((await ask(sandbox, `DELETE ${one}`)).status, 200);
  assertEquals(items((await ask(sandbox, `GET ${path}`)).body), []);
});

Deno.test("the audit log tells who changed what, in words of its own", async () => {
  const sandbox = await makeRunning();
  await ask(sandbox, `POST ${path}/pause`);
  await ask(sandbox, `DELETE ${path}`);
  const log = "GET /v2/audit-logs/acme";
  const { body } = await ask(sandbox, `${log}?endpoint=demo`);
  assertEquals(entries(body).map((entry) => at(entry, "action")), [
    "endpoint.create",
    "endpoint.pause",
    "endpoint.delete",
  ]);
  assertEquals(Object.keys(body), ["list"]);
  const first = await ask(sandbox, `${log}?limit=2`);
  const cursor = at(first.body, "next_cursor");
  const second = await ask(sandbox, `${log}?limit=2&cursor=${cursor}`);
  assertEquals(entries(second.body).length, 1);
  assertEquals(Object.keys(second.body), ["list", "prev_cursor"]);
  const none = await ask(sandbox, `${log}?username=nobody`);
  assertEquals(entries(none.body), []);
});

Deno.test("a model of the catalogue is deployed by id or recipe", async () => {
  const sandbox = stillSandbox();
  const base = "/api/v1/catalog";
  const cpu = await ask(sandbox, `GET ${base}/list?accelerator=cpu`);
  const [model] = items(cpu.body);
  assertEquals(at(model, "authorName"), "sentence-transformers");
  const body = { namespace: "acme", config: { name: "mini" } };
  const deploy = `POST ${base}/model/${at(model, "repoId")}/deploy`;
  const first = await ask(sandbox, deploy, body);
  assertEquals(at(first.body, "endpoint.name"), "mini");
  assertEquals(at(first.body, "endpoint.compute.accelerator"), "cpu");
  const second = await ask(
    sandbox,
    `POST ${base}/recipe/gemma-3-4b-q8/deploy`,
    { namespace: "acme" },
  );
  assertMatch(
    String(at(second.body, "endpoint.name")),
    /^[a-z0-9-]{1,32}$/,
  );
  const statuses = [];
  for (
    const [line, body] of [
      [`POST ${base}/recipe/none/deploy`, { namespace: "acme" }],
      [`POST ${base}/model/a/b/deploy`, { namespace: "acme" }],
      [deploy, { namespace: "huggingface" }],
      [deploy, {}],
      [deploy, { namespace: "acme", config: { name: "mini" } }],
    ] as const
  ) {
    statuses.push(
      (await ask(sandbox, line, structuredClone<JsonObject>(body))).status,
    );
  }
  assertEquals(statuses, [404, 404, 403, 400, 409]);
});

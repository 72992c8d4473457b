import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { ConnectionClosed } from "../../../client/sandbox/mod.ts";
import { ask, at, endpointBody, stillSandbox } from "./fixtures.ts";

const list = "GET /v2/endpoint/sandbox";

Deno.test("every answer names its request and the limit", async () => {
  const sandbox = stillSandbox({
    rateLimit: { requests: 5, windowSeconds: 60 },
  });
  const ids = new Set<string | null>();
  for (const line of [list, "GET /nothing", "GET /api/whoami-v2"]) {
    const { headers } = await ask(sandbox, line);
    ids.add(headers.get("x-request-id"));
    assertMatch(String(headers.get("ratelimit")), /^"api";r=\d+;t=60$/);
    assertEquals(
      headers.get("ratelimit-policy"),
      '"fixed window";"api";q=5;w=60',
    );
  }
  assertEquals(ids.size, 3);
});

Deno.test("a used-up window refuses until it is over", async () => {
  const sandbox = stillSandbox({
    tokens: { hf_other: "read" },
    rateLimit: { requests: 2, windowSeconds: 60 },
  });
  const statuses = [];
  for (let count = 0; count < 3; count++) {
    statuses.push((await ask(sandbox, list)).status);
  }
  assertEquals(statuses, [200, 200, 429]);
  const refused = await ask(sandbox, list);
  assertEquals(refused.headers.get("retry-after"), "60");
  assertEquals(refused.headers.get("ratelimit"), '"api";r=0;t=60');
  const other = await ask(sandbox, list, undefined, { token: "hf_other" });
  assertEquals(other.status, 200);
  sandbox.advance(60_000);
  assertEquals((await ask(sandbox, list)).status, 200);
});

Deno.test("a list is cut into pages with cursors both ways", async () => {
  const sandbox = stillSandbox({ seedEndpoints: 45 });
  const names: string[] = [];
  const cursors: string[] = [];
  let query = "";
  for (let page = 0; page < 3; page++) {
    const { body } = await ask(sandbox, `${list}${query}`);
    const items = Array.isArray(body.items) ? body.items : [];
    names.push(...items.map((item) => String(at(item, "name"))));
    cursors.push(String(body.nextCursor));
    query = `?cursor=${body.nextCursor}`;
    if (page === 2) {
      const back = await ask(sandbox, `${list}?cursor=${body.prevCursor}`);
      const items = Array.isArray(back.body.items) ? back.body.items : [];
      assertEquals(items.map((item) => at(item, "name")), names.slice(20, 40));
    }
    assertEquals(body.totalItems, 45);
  }
  assertEquals(new Set(names).size, 45);
  assertEquals(cursors[2], "undefined");
  const whole = await ask(sandbox, `${list}?limit=45`);
  assertEquals(whole.body.nextCursor, undefined);
});

Deno.test("a page survives that an earlier endpoint is deleted", async () => {
  const sandbox = stillSandbox({ seedEndpoints: 25, deletionMs: 0 });
  const { body } = await ask(sandbox, list);
  await ask(sandbox, "DELETE /v2/endpoint/sandbox/seed-0001");
  const next = await ask(sandbox, `${list}?cursor=${body.nextCursor}`);
  const [first] = Array.isArray(next.body.items) ? next.body.items : [];
  assertEquals(at(first, "name"), "seed-0021");
  const back = await ask(sandbox, `${list}?cursor=${next.body.prevCursor}`);
  const items = Array.isArray(back.body.items) ? back.body.items : [];
  assertEquals(items.length, 19);
});

Deno.test("a list is filtered and sized by its query", async (t) => {
  const sandbox = stillSandbox({ seedEndpoints: 150 });
  const tagged = endpointBody({ name: "tagged", tags: ["a", "b"] });
  await ask(sandbox, "POST /v2/endpoint/sandbox", tagged);
  const cases: readonly (readonly [string, number, number])[] = [
    ["?limit=100", 200, 100],
    ["?limit=1000", 200, 100],
    ["?limit=1", 200, 1],
    ["?search=seed-015", 200, 1],
    ["?tags=a", 200, 1],
    ["?tags=a,b", 200, 1],
    ["?tags=a,c", 200, 0],
    ["?limit=0", 400, 0],
    ["?limit=x", 400, 0],
    ["?cursor=%21", 400, 0],
  ];
  for (const [query, status, count] of cases) {
    await t.step(query, async () => {
      const reply = await ask(sandbox, `${list}${query}`);
      const items = Array.isArray(reply.body.items) ? reply.body.items : [];
      assertEquals([reply.status, items.length], [status, count]);
    });
  }
});

Deno.test("a fault may drop the connection before or after", async () => {
  for (const close of ["before", "after"] as const) {
    const sandbox = stillSandbox();
    sandbox.addFault({ match: { method: "POST" }, action: { close } });
    const error = await assertRejects(
      () => ask(sandbox, "POST /v2/endpoint/sandbox", endpointBody()),
      ConnectionClosed,
    );
    assertEquals(error.tookEffect, close === "after");
    const { status } = await ask(sandbox, "GET /v2/endpoint/sandbox/demo");
    assertEquals(status, close === "after" ? 200 : 404);
    assertEquals(sandbox.requests[0]?.status, 0);
  }
});

Deno.test("latency and delays wait", async () => {
  const waits: number[] = [];
  const sandbox = stillSandbox({
    latencyMs: 7,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  sandbox.addFault({ action: { delay_ms: 30 } });
  assertEquals((await ask(sandbox, list)).status, 200);
  await ask(sandbox, list);
  assertEquals(waits, [7, 30, 7]);
});

Deno.test("the control routes do what the object does", async () => {
  const sandbox = stillSandbox();
  const body = endpointBody();
  await ask(sandbox, "POST /v2/endpoint/sandbox?x=1", body);
  const listed = await ask(sandbox, "GET /_sandbox/requests");
  const [entry] = JSON.parse(listed.text);
  assertEquals(entry.method, "POST");
  assertEquals(entry.path, "/v2/endpoint/sandbox");
  assertEquals(entry.query, "?x=1");
  assertEquals(entry.status, 200);
  assertEquals(entry.at, "2026-11-21T09:00:00.000Z");
  assertEquals(entry.body, body);
  await ask(sandbox, "DELETE /_sandbox/requests");
  assertEquals(sandbox.requests.length, 0);

  const fault = { match: { path: "demo" }, times: 9, action: { status: 503 } };
  assertEquals(
    (await ask(sandbox, "POST /_sandbox/faults", fault)).status,
    204,
  );
  const get = "GET /v2/endpoint/sandbox/demo";
  assertEquals((await ask(sandbox, get)).status, 503);
  const armed = await ask(sandbox, "GET /_sandbox/faults");
  assertEquals(JSON.parse(armed.text)[0].times, 8);
  await ask(sandbox, "DELETE /_sandbox/faults");
  assertEquals((await ask(sandbox, get)).status, 200);

  await ask(sandbox, "POST /_sandbox/clock", { advance_ms: 5000 });
  const later = await ask(sandbox, get);
  assertEquals(at(later.body, "status.state"), "running");
  await ask(sandbox, "POST /_sandbox/faults", fault);
  await ask(sandbox, "POST /_sandbox/reset");
  assertEquals(sandbox.requests.length, 0);
  assertEquals((await ask(sandbox, get)).status, 404);
});

Deno.test("an endpoint can be changed behind the back of the API", async () => {
  const sandbox = stillSandbox();
  await ask(sandbox, "POST /v2/endpoint/sandbox", endpointBody());
  const path = "/_sandbox/endpoints/sandbox/demo";
  await ask(sandbox, `PATCH ${path}`, {
    tags: ["by-hand"],
    status: { state: "failed", message: "Out of memory" },
  });
  const { body } = await ask(sandbox, "GET /v2/endpoint/sandbox/demo");
  assertEquals(body.tags, ["by-hand"]);
  assertEquals(at(body, "status.state"), "failed");
  assertEquals(at(body, "status.message"), "Out of memory");
  assertEquals((await ask(sandbox, `DELETE ${path}`)).status, 204);
  const gone = await ask(sandbox, "GET /v2/endpoint/sandbox/demo");
  assertEquals(gone.status, 404);
});

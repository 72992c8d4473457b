import { assertEquals } from "@std/assert";
import { ask, at, endpointBody, stillSandbox } from "./fixtures.ts";

const hub = { origin: "https://huggingface.co" };
const create = { name: "demo" };

Deno.test("stale reads come as they were before the write", async () => {
  let now = Date.UTC(2026, 10, 21, 9);
  const sandbox = stillSandbox({ now: () => now, createMs: 0 });
  sandbox.addFault({
    match: { method: "GET" },
    times: 1e9,
    action: { stale_ms: 500 },
  });
  const info = () =>
    ask(sandbox, "GET /api/models/sandbox/demo", undefined, hub);
  assertEquals((await info()).status, 404);
  const made = await ask(sandbox, "POST /api/repos/create", create, hub);
  assertEquals(made.status, 200);
  assertEquals((await info()).status, 404);
  now += 500;
  const found = await info();
  assertEquals([found.status, found.body._id], [200, made.body.id]);
  const change = { private: true };
  await ask(sandbox, "PUT /api/models/sandbox/demo/settings", change, hub);
  now += 499;
  assertEquals((await info()).body.private, false);
  now += 1;
  assertEquals((await info()).body.private, true);
  const gone = { ...create, organization: "sandbox" };
  await ask(sandbox, "DELETE /api/repos/delete", gone, hub);
  assertEquals((await info()).status, 200);
  sandbox.clearFaults();
  assertEquals((await info()).status, 404);
});

Deno.test("what was stale is in the end exactly what is fresh", async () => {
  let now = Date.UTC(2026, 10, 21, 9);
  // Time goes on while a request is answered.
  const sandbox = stillSandbox({ now: () => now += 7 });
  await ask(sandbox, "POST /api/repos/create", create, hub);
  const file = { summary: "Add", files: [{ path: "a", content: "1" }] };
  await ask(sandbox, "POST /api/models/sandbox/demo/commit/main", file, hub);
  const info = "GET /api/models/sandbox/demo";
  const fresh = await ask(sandbox, info, undefined, hub);
  now += 10_000;
  sandbox.addFault({ times: 2, action: { stale_ms: 5000 } });
  const stale = await ask(sandbox, info, undefined, hub);
  assertEquals(stale.body, fresh.body);
});

Deno.test("a doubled request takes effect twice, and either answer may come", async () => {
  for (const [double, status] of [["first", 200], ["second", 409]] as const) {
    const sandbox = stillSandbox();
    sandbox.addFault({ match: { method: "POST" }, action: { double } });
    const line = "POST /v2/endpoint/sandbox";
    assertEquals((await ask(sandbox, line, endpointBody())).status, status);
    assertEquals((await ask(sandbox, `GET ${line.slice(5)}/demo`)).status, 200);
  }
});

Deno.test("somebody renames the object just before a request", async () => {
  const sandbox = stillSandbox({ createMs: 0 });
  await ask(sandbox, "POST /api/repos/create", create, hub);
  await ask(sandbox, "POST /_sandbox/faults", {
    match: { method: "PUT" },
    times: 1,
    action: {
      meanwhile: {
        method: "POST",
        path: "/api/repos/move",
        body: { fromRepo: "sandbox/demo", toRepo: "sandbox/renamed" },
      },
    },
  });
  const path = "/api/models/sandbox/demo/settings";
  const answer = await ask(sandbox, `PUT ${path}`, { private: true }, hub);
  assertEquals(answer.status, 307);
  assertEquals(
    answer.headers.get("location"),
    "/api/models/sandbox/renamed/settings",
  );
});

Deno.test("an endpoint that runs is not ready yet, as long as a fault says", async () => {
  const sandbox = stillSandbox({ startupMs: 0 });
  const made = await ask(sandbox, "POST /v2/endpoint/sandbox", endpointBody());
  sandbox.addFault({
    match: { path: "/generate" },
    times: 2,
    action: { status: 503 },
  });
  const read = await ask(sandbox, "GET /v2/endpoint/sandbox/demo");
  assertEquals(at(read.body, "status.state"), "running");
  const origin = String(at(read.body, "status.url"));
  const statuses: number[] = [];
  for (let count = 0; count < 3; count++) {
    const body = { inputs: "hi" };
    const answer = await ask(sandbox, "POST /generate", body, { origin });
    statuses.push(answer.status);
  }
  assertEquals([made.status, ...statuses], [200, 503, 503, 200]);
});

Deno.test("the clock of the service may be behind", async () => {
  const sandbox = stillSandbox({ createMs: 0 });
  await ask(sandbox, "POST /_sandbox/clock", { advance_ms: -3_600_000 });
  await ask(sandbox, "POST /api/repos/create", create, hub);
  const { body } = await ask(
    sandbox,
    "GET /api/models/sandbox/demo",
    undefined,
    hub,
  );
  assertEquals(body.createdAt, "2026-11-21T08:00:00.000Z");
});

Deno.test("a fault that could never be answered is refused", async () => {
  const sandbox = stillSandbox();
  for (
    const action of [
      { status: 99 },
      { status: 600 },
      { status: 200, headers: { "a b": "c" } },
      { meanwhile: { path: "/" } },
      { stale: 1 },
    ]
  ) {
    const { status } = await ask(sandbox, "POST /_sandbox/faults", { action });
    assertEquals(status, 400, JSON.stringify(action));
  }
});

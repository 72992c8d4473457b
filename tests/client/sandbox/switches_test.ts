import { assertEquals } from "@std/assert";
import { ask, stillSandbox } from "./fixtures.ts";

const hub = { origin: "https://huggingface.co" };
const create = { name: "demo" };

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

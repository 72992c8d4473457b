import { RequestLog } from "../../../client/sandbox/core/request_log.ts";
import { assertEquals } from "@std/assert";
import { isIgnored } from "../../../client/sandbox/hub/git_patterns.ts";
import { startSandbox } from "../../support/sandbox_server.ts";

Deno.test("of a list of globs the last one that matches decides", () => {
  const globs = "*.b\n!*\n**/x/*.b[a-c]\n";
  assertEquals(isIgnored(globs, "p/q/x/y.bc"), true);
  assertEquals(isIgnored(globs, "p/q/x/y.bd"), false);
  assertEquals(isIgnored("build/\n", "p/build/x"), true);
});

Deno.test("numbers of control routes lead nowhere that the clock cannot go", async (t) => {
  const running = await startSandbox();
  const { sandbox, url } = running;
  const bodies: readonly (readonly [string, unknown])[] = [
    ["clock", { advance_ms: 999999999999 * 60_000 }],
    ["clock", { advance_ms: -1e15 }],
    ["clock", { advance_ms: "1" }],
    ["faults", { action: { delay_ms: 2 ** 31 } }],
    ["faults", { action: { delay_ms: -1 } }],
    ["faults", { action: { stale_ms: 1e300 } }],
    ["faults", { action: { status: 200.5 } }],
    ["faults", { action: {}, times: 1e300 }],
    ["faults", { action: {}, skip: -1 }],
    ["faults", { action: {}, match: { path: 7 } }],
  ];
  try {
    for (const [path, body] of bodies) {
      await t.step(`${path} ${JSON.stringify(body)}`, async () => {
        const answer = await fetch(`${url}/_sandbox/${path}`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-sandbox-key": sandbox.key,
          },
          body: JSON.stringify(body),
        });
        assertEquals(answer.status, 400, await answer.text());
      });
    }
    const read = await fetch(`${url}/api/models?author=acme`);
    assertEquals(await read.json(), []);
  } finally {
    await running.stop();
  }
});

Deno.test("a card of 100,000 keys is read, and no key stands twice", async () => {
  const running = await startSandbox();
  const validate = async (yaml: string) => {
    const answer = await fetch(`${running.url}/api/validate-yaml`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "authorization": `Bearer ${running.token}`,
      },
      body: JSON.stringify({ repoType: "model", content: `---\n${yaml}---\n` }),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  try {
    // It took the square of the time: more than five minutes.
    const keys = Array.from({ length: 100_000 }, (_, at) => `k${at}: ${at}\n`);
    assertEquals(await validate(keys.join("")), 200);
    assertEquals(await validate("a: 1\na: 2\n"), 400);
  } finally {
    await running.stop();
  }
});

Deno.test("a connection is never closed for being idle: a request may be under way", async () => {
  const running = await startSandbox();
  const answer = await fetch(`${running.url}/api/models`);
  await answer.body?.cancel();
  assertEquals(answer.headers.get("keep-alive"), null);
  await running.stop();
});

Deno.test("the log keeps the last 20,000 requests", () => {
  const log = new RequestLog();
  const request = {
    method: "GET",
    path: "/",
    query: "",
    at: "",
    userAgent: "",
  };
  for (let at = 0; at <= 20_000; at++) {
    log.add({ ...request, requestId: `${at}`, body: null }, 0)(200);
  }
  const kept = log.list();
  assertEquals([kept.length, kept[0]?.requestId], [20_000, "1"]);
});

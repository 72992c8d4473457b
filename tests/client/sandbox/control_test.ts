import { RequestLog } from "../../../client/sandbox/core/request_log.ts";
import { assert, assertEquals } from "@std/assert";
import { isIgnored } from "../../../client/sandbox/hub/git_patterns.ts";
import { startSandbox } from "../../support/sandbox_server.ts";
import { matchesGlob } from "../../../client/sandbox/core/glob.ts";
import { property } from "../../support/property.ts";
import { ask, stillSandbox } from "./fixtures.ts";

Deno.test("of a list of globs the last one that matches decides", () => {
  const globs = "*.b\n!*\n**/x/*.b[a-c]\n";
  assertEquals(isIgnored(globs, "p/q/x/y.bc"), true);
  assertEquals(isIgnored(globs, "p/q/x/y.bd"), false);
  assertEquals(isIgnored("build/\n", "p/build/x"), true);
  assertEquals(isIgnored("build/\n", "p/build"), false);
  assertEquals(isIgnored("/p\n", "p/build"), true);
});

Deno.test("while paths are held against many globs, others have their turns", async () => {
  const sandbox = stillSandbox();
  await ask(sandbox, "POST /api/repos/create", { type: "model", name: "m" });
  const gitAttributes = `${"*a".repeat(40)}b filter=lfs\n`.repeat(100);
  const path = "a".repeat(100);
  const files = Array.from({ length: 20 }, () => ({ path, size: 1 }));
  let turns = 0;
  const timer = setInterval(() => turns++);
  const route = "POST /api/models/sandbox/m/preupload/main";
  const { status } = await ask(sandbox, route, { gitAttributes, files });
  clearInterval(timer);
  assertEquals(status, 200);
  assert(turns > 3, `${turns} turns`);
});

Deno.test("control routes refuse what makes no sense, or leads where the clock cannot go", async (t) => {
  await using running = await startSandbox();
  const { sandbox, url } = running;
  const bodies: readonly (readonly [string, unknown])[] = [
    ["clock", { advance_ms: 999999999999 * 60_000 }],
    ["clock", { advance_ms: -1e15 }],
    ["clock", { advance_ms: "1" }],
    ["faults", { action: { delay_ms: 2 ** 31 } }],
    ["faults", { action: { delay_ms: -1 } }],
    ["faults", { action: { stale_ms: 500 } }],
    ["faults", { action: { status: 200.5 } }],
    ["faults", { action: {}, times: 1e300 }],
    ["faults", { action: {}, skip: -1 }],
    ["faults", { action: {}, match: { path: 7 } }],
    ["faults", { action: {}, match: { path: "^/v2/" } }],
    ["faults", {}],
    ["faults", { action: { stauts: 500 } }],
    ["faults", { action: {}, times: 0 }],
    ["faults", { action: {}, skip: "1" }],
    ...[
      { status: 99 },
      { status: 600 },
      { status: 200, headers: { "a b": "c" } },
      { meanwhile: { path: "/" } },
      { stale: 1 },
    ].map((action) => ["faults", { action }] as const),
  ];
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
});

Deno.test("a card of 5,000 keys is read, and none that takes minutes", async () => {
  await using running = await startSandbox();
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
  const keys = Array.from({ length: 5_000 }, (_, at) => `k${at}: ${at}\n`);
  assertEquals(await validate(keys.join("")), 200);
  assertEquals(await validate("!a ".repeat(300_000)), 400);
  assertEquals(await validate("a: 1\na: 2\n"), 400);
});

Deno.test("a connection is never closed for being idle: a request may be under way", async () => {
  await using running = await startSandbox();
  const answer = await fetch(`${running.url}/api/models`);
  await answer.body?.cancel();
  assertEquals(answer.headers.get("keep-alive"), null);
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

/** The same glob as a regular expression. */
function asRegExp(tokens: readonly string[]): RegExp {
  const sources: Readonly<Record<string, string>> = {
    "**/": "(?:.*/)?",
    "**": ".*",
    "*": "[^/]*",
    "?": "[^/]",
    "[!a]": "[^a]",
    ".": "\\.",
  };
  const source = tokens.map((token) => sources[token] ?? token).join("");
  return new RegExp(`^(?:${source})$`, "s");
}

property("a glob matches as its regular expression does", 5000, (random) => {
  const pick = (of: readonly string[], most: number) =>
    Array.from({ length: random.below(most) }, () => random.pick(of));
  const tokens = pick(
    ["a", "b", "/", ".", "*", "?", "**/", "[ab]", "[!a]", "[a-b]"],
    7,
  );
  const glob = tokens.join("");
  // Two stars side by side are one token.
  if (/\*{2}(?!\/)|\*{3}/.test(glob)) return;
  const path = pick([..."ab/."], 8).join("");
  assertEquals(
    matchesGlob(glob, path),
    asRegExp(tokens).test(path),
    `${glob} on ${path}`,
  );
});

Deno.test("no glob takes longer than its length times that of the path", () => {
  const path = "a".repeat(5000);
  assertEquals(matchesGlob(`${"*a".repeat(12)}*b`, path), false);
  assertEquals(matchesGlob(`${"**/".repeat(20)}b`, `${path}/`), false);
});

Deno.test("a fault hits a part of the path and query, or a whole path that its glob matches", async () => {
  const cases: readonly (readonly [boolean, string, string])[] = [
    [true, "/v2/endpoint", "/v2/endpoint/acme?limit=1"],
    [true, "acme?limit", "/v2/endpoint/acme?limit=1"],
    [true, "**/acme", "/v2/endpoint/acme?limit=1"],
    [true, "/v2/*/acme", "/v2/endpoint/acme"],
    [false, "/v2/*", "/v2/endpoint/acme"],
    [false, "**/endpoint", "/v2/endpoint/acme"],
    [false, "**/ndpoint", "/v2/endpoint"],
  ];
  for (const [isHit, path, url] of cases) {
    const sandbox = stillSandbox();
    sandbox.addFault({ match: { path }, action: { close: "before" } });
    const request = new Request(`https://huggingface.co${url}`);
    const wasHit = await sandbox.fetch(request).then(() => false, () => true);
    assertEquals(wasHit, isHit, `${path} on ${url}`);
  }
});

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

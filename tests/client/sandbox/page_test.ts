import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Sandbox } from "../../../client/sandbox/mod.ts";
import { HuggingFace } from "../../../mod.ts";
import { findChromium, runInPage } from "../../support/chromium.ts";
import {
  type RunningSandbox,
  startSandbox,
} from "../../support/sandbox_server.ts";
import { testIf } from "../../support/skip.ts";

const chromium = await findChromium();

/** A sandbox in which there is one of everything that the page shows. */
async function startFilled(): Promise<RunningSandbox> {
  const running = await startSandbox({
    startupMs: 0,
    createMs: 0,
    seedEndpoints: 1,
    now: () => Date.UTC(2026, 10, 21, 9),
  });
  const { repos, webhooks, collections, buckets, jobs } = new HuggingFace({
    token: running.token,
    endpoint: running.url,
    inferenceEndpointsUrl: running.url,
  });
  await repos.create({ type: "model", id: "acme/model" });
  await repos.update({ type: "model", id: "acme/model" }, {
    gated: "manual",
  });
  await repos.create({ type: "space", id: "acme/space" }, { sdk: "static" });
  await repos.create({ type: "space", id: "acme/app" }, {
    sdk: "docker",
    template: "SpacesExamples/jupyterlab",
  });
  const watched = [{ type: "model", name: "acme/model" }];
  const url = "https://example.com/?a=1&b=<script>alert(1)</script>";
  await webhooks.create({ watched, domains: ["repo"], url });
  await collections.create("acme", { title: "<b>Bold</b>" });
  await buckets.create("acme/bucket");
  const jobSpec = { flavor: "cpu-basic", dockerImage: "python:3.12" };
  await jobs.create("acme", jobSpec);
  await jobs.scheduled.create("acme", { jobSpec, schedule: "@daily" });
  return running;
}

/** The cells of the row that holds a text. */
function row(page: string, text: string): readonly string[] {
  const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, cells = ""]) =>
    [...cells.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = ""]) =>
      cell.replace(/<details>.*<\/details>|<[^>]*>/gs, "")
    )
  );
  return rows.find((cells) => cells.includes(text)) ?? [];
}

async function read({ url, sandbox }: RunningSandbox): Promise<string> {
  const answer = await fetch(url, { headers: keyOf(sandbox) });
  assertMatch(answer.headers.get("content-type") ?? "", /^text\/html/);
  return await answer.text();
}

function keyOf({ key }: Sandbox): Record<string, string> {
  return { "x-sandbox-key": key };
}

/** Presses a button; the browser is led back to the page. */
async function press(
  { url, sandbox }: RunningSandbox,
  form: Record<string, string>,
): Promise<string> {
  const answer = await fetch(`${url}/_sandbox/page`, {
    method: "POST",
    headers: keyOf(sandbox),
    body: new URLSearchParams(form),
  });
  assertEquals([answer.status, answer.url], [200, `${url}/`]);
  return await answer.text();
}

Deno.test("the page shows what exists and what was asked", async () => {
  await using running = await startFilled();
  const page = await read(running);
  assertEquals(row(page, "sandbox/seed-0001").slice(1), [
    "running",
    "openai-community/gpt2",
    "intel-spr x1",
    "1",
    "0.05",
  ]);
  assertEquals(row(page, "acme/model").slice(0, 4), [
    "acme/model",
    "model",
    "public",
    "manual",
  ]);
  assertEquals(row(page, "acme/space")[1], "RUNNING");
  assertEquals(row(page, "acme/bucket"), ["acme/bucket", "false", "0"]);
  assertEquals(row(page, "python:3.12")[2], "COMPLETED");
  assertEquals(row(page, "@daily")[4], "2026-11-22T00:00:00.000Z");
  const [at, method, status, took = "", path] = row(
    page,
    "/api/buckets/acme/bucket",
  );
  assertEquals([at, method, status, path], [
    "09:00:00",
    "POST",
    "200",
    "/api/buckets/acme/bucket",
  ]);
  assertMatch(took, /^\d+\sms$/);
  // Looking is no request that a test would count.
  assertEquals(
    running.sandbox.requests.some(({ path }) => path === "/"),
    false,
  );
});

Deno.test("the page finds requests, and updates by itself where it is asked to", async () => {
  await using running = await startFilled();
  const { url, sandbox, token } = running;
  const { repos } = new HuggingFace({ token, endpoint: url });
  await repos.create({ type: "model", id: "acme/there" });
  const missing = repos.get({ type: "model", id: "acme/missing" });
  await missing.catch(() => undefined);
  const show = async (query: string) => {
    const answer = await fetch(`${url}/?${query}`, { headers: keyOf(sandbox) });
    const page = await answer.text();
    const shown = ["/api/repos/create", "/api/models/acme/missing"]
      .filter((path) => row(page, path).length > 0);
    return [answer.headers.get("refresh"), ...shown];
  };
  const [create, get] = ["/api/repos/create", "/api/models/acme/missing"];
  assertEquals(await show(""), [null, create, get]);
  assertEquals(await show("find=POST+200"), [null, create]);
  assertEquals(await show("failed=on&every=5"), ["5", get]);
  assertEquals(await show("find=elsewhere&every=no"), [null]);
  const there = { type: "model", id: "acme/there" } as const;
  for (let count = 0; count < 50; count++) await repos.get(there);
  assertEquals(await show(""), [null], "only the last ones are shown");
});

Deno.test("the page shows text as text, and runs no script", async () => {
  await using running = await startFilled();
  const page = await read(running);
  assert(!page.includes("<b>Bold"));
  assert(!/<script/i.test(page));
  const { headers } = await fetch(running.url, {
    method: "HEAD",
    headers: keyOf(running.sandbox),
  });
  assertMatch(
    headers.get("content-security-policy") ?? "",
    /default-src 'none'/,
  );
});

Deno.test("the buttons of the page arm, disarm, wait, forget and reset", async () => {
  await using running = await startFilled();
  const { sandbox, url } = running;
  const armed = await press(running, {
    do: "arm",
    times: "2",
    method: "POST",
    path: "/v2/",
    what: "is answered 503",
  });
  assertEquals(row(armed, "POST /v2/"), [
    "POST /v2/",
    "{&#34;status&#34;:503}",
    "2",
  ]);
  const hit = await fetch(`${url}/v2/endpoint/acme`, { method: "POST" });
  await hit.body?.cancel();
  assertEquals(hit.status, 503);
  const disarmed = await press(running, { do: "disarm" });
  assertEquals(row(disarmed, "POST /v2/"), []);
  assertMatch(
    await press(running, { do: "wait", minutes: "15" }),
    /2026-11-21T09:15:00.000Z/,
  );
  await press(running, { do: "forget" });
  assertEquals(sandbox.requests, []);
  assertEquals(row(await press(running, { do: "reset" }), "acme/bucket"), []);
  for (
    const wrong of [
      { do: "arm", what: "explodes" },
      { do: "arm", what: "is answered 503", path: "^/v2/" },
      { do: "arm", what: "is answered 503", times: "0" },
      { do: "arm", what: "is answered 503", times: "1e400" },
      { do: "wait", minutes: "999999999999" },
      { do: "wait", minutes: "soon" },
      { do: "wait", minutes: "" },
      { do: "nothing" },
    ]
  ) {
    const body = new URLSearchParams(wrong);
    const answer = await fetch(`${url}/_sandbox/page`, {
      method: "POST",
      headers: keyOf(sandbox),
      body,
    });
    await answer.body?.cancel();
    assertEquals(answer.status, 400, JSON.stringify(wrong));
  }
});

Deno.test("the page shows what it costs now", async () => {
  await using running = await startFilled();
  const { sandbox, url, token } = running;
  assertMatch(await read(running), /\$0\.05 an hour/);
  sandbox.advance(3_600_000);
  const answer = await fetch(`${url}/v2/endpoint/sandbox/seed-0001/pause`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.body?.cancel();
  const page = await read(running);
  assertMatch(page, /\$0\.00 an hour/);
  assertEquals(row(page, "sandbox/seed-0001")[1], "paused");
});

testIf({
  name: "a telephone and a desk show all of the page",
  skipped: "reason" in chromium ? chromium.reason : undefined,
  fn: async () => {
    if ("reason" in chromium) throw new Error(chromium.reason);
    await using running = await startFilled();
    const paths = ["/"];
    const pages = [["/", await read(running)]];
    const script = `
const seen = {};
for (const [path, page] of ${
      JSON.stringify(pages).replaceAll("<", "\\u003c")
    }) {
  for (const width of [360, 1360]) {
    const frame = document.createElement("iframe");
    frame.style = "border: 0; height: 800px; width: " + width + "px";
    const loaded = new Promise((resolve) => frame.onload = resolve);
    frame.srcdoc = page;
    document.body.append(frame);
    await loaded;
    const whole = frame.contentDocument;
    const { scrollWidth, clientWidth } = whole.documentElement;
    const cut = [...whole.querySelectorAll(".scroll")]
      .filter((table) => table.scrollWidth > table.clientWidth);
    seen[path + " at " + width] = cut.length +
      scrollWidth - Math.max(clientWidth, width - 20);
    frame.remove();
  }
}
report(seen);
`;
    const seen = await runInPage(chromium.program, script);
    const expected = paths.flatMap((path) =>
      [360, 1360].map((width) => [`${path} at ${width}`, 0])
    );
    assertEquals(seen, Object.fromEntries(expected));
  },
});

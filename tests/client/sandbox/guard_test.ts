import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Sandbox } from "../../../client/sandbox/mod.ts";
import { HuggingFace } from "../../../mod.ts";
import {
  findChromium,
  hostOption,
  openPage,
  runInPage,
} from "../../support/chromium.ts";
import {
  type RunningSandbox,
  startSandbox,
} from "../../support/sandbox_server.ts";
import { testIf } from "../../support/skip.ts";

const chromium = await findChromium();

async function startSeeded(): Promise<RunningSandbox> {
  return await startSandbox({ startupMs: 0, seedEndpoints: 1 });
}

/** Sends a request as it stands, and returns status and body. */
async function raw(
  { url }: Pick<RunningSandbox, "url">,
  line: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly text: string }> {
  const { host, port, hostname } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const all = { host, connection: "close", ...headers };
  const lines = [
    `${line} HTTP/1.1`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ];
  const sent = new Response(lines.join("\r\n"));
  await sent.body?.pipeTo(connection.writable, { preventClose: true });
  const text = await new Response(connection.readable).text();
  return { status: Number(text.slice(9, 12)), text };
}

Deno.test("the sandbox answers its own names, its own pages, and who has its key", async (t) => {
  await using running = await startSeeded();
  const { sandbox, url } = running;
  const key = { "x-sandbox-key": sandbox.key };
  const { port } = new URL(url);
  const page = { cookie: `sandbox_key_${port}=${sandbox.key}` };
  const cases: readonly (readonly [
    number,
    string,
    Readonly<Record<string, string>>,
  ])[] = [
    [401, "GET /_sandbox/requests", {}],
    [401, "GET /_sandbox/requests", { "x-sandbox-key": "wrong" }],
    [401, "POST /_sandbox/reset", {}],
    [401, "OPTIONS /_sandbox/reset", {}],
    [401, "GET /_sandbox/endpoints/sandbox/seed-0001", {}],
    [401, "GET /", {}],
    [401, "GET /?key=wrong", {}],
    [401, "GET /_sandbox/requests?key=" + sandbox.key, {}],
    [303, "GET /?key=" + sandbox.key, {}],
    [200, "GET /", page],
    [200, "GET /_sandbox/requests", key],
    [403, "POST /_sandbox/reset", { ...page, origin: "http://localhost:1" }],
    [403, "POST /_sandbox/reset", { ...key, origin: "null" }],
    [204, "POST /_sandbox/reset", { ...page, origin: url }],
    [421, "GET /", { ...page, host: `evil.example:${port}` }],
    [421, "GET /_sandbox/requests", { ...key, host: "127.0.0.1.nip.io" }],
    [421, "GET /api/models", { host: "evil.example" }],
    [200, "GET /api/models", { host: `localhost:${port}` }],
    [200, "GET /api/models", { host: "huggingface.co" }],
    [403, "GET /api/models", { origin: "https://evil.example" }],
    [403, "OPTIONS /api/models", { origin: "https://evil.example" }],
    [200, "GET /api/models", { origin: "http://localhost:3000" }],
    // An image of a page has no origin.
    [403, "GET /api/models", { "sec-fetch-site": "cross-site" }],
    [200, "GET /api/models", { "sec-fetch-site": "same-site" }],
    [303, `GET /?key=${sandbox.key}`, { "sec-fetch-site": "cross-site" }],
  ];
  for (const [status, line, headers] of cases) {
    await t.step(`${line} ${JSON.stringify(headers)}`, async () => {
      // What is refused is answered before the body, which never comes here.
      const promised = status < 400 ? {} : { "content-length": "157286400" };
      const answer = await raw(running, line, { ...headers, ...promised });
      assertEquals(answer.status, status, answer.text);
      const isApi = line.includes("/api/");
      assertEquals(
        !isApi,
        /x-content-type-options: nosniff/i.test(answer.text),
      );
      if (status === 200 && isApi) return;
      assert(!/access-control-allow-origin/i.test(answer.text), answer.text);
    });
  }
});

Deno.test("a server that makes a URL of the Host header has no other names", async () => {
  const sandbox = new Sandbox();
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  await using server = Deno.serve(options, (one) => sandbox.fetch(one));
  const { port } = server.addr;
  const url = `http://127.0.0.1:${port}`;
  for (
    const [status, host] of [[200, `localhost:${port}`], [421, "a.example"]]
  ) {
    const answer = await raw({ url }, "GET /api/models", { host: `${host}` });
    assertEquals(answer.status, status);
  }
});

Deno.test("log, faults and page show no secret", async () => {
  await using running = await startSeeded();
  const { sandbox, url, token } = running;
  const awkward = "Aw\\k/w4rd&\"<ä>'+= s";
  const secrets = {
    KEY: "-----BEGIN KEY-----\nQ7+fT0xY9aLw4Zk2\n-----END KEY-----",
    SHORT: "abc",
    AWKWARD: awkward,
  };
  const client = new HuggingFace({ token, endpoint: url });
  const id = "acme/s";
  await client.repos.create({ type: "space", id: "acme/s" }, {
    sdk: "static",
    secrets: Object.entries(secrets).map(([key, value]) => ({ key, value })),
  });
  await client.spaces.setSecret(id, { key: "MORE", value: "m0re-of-that" });
  await client.webhooks.create({
    watched: [{ type: "user", name: "sandbox" }],
    url: "https://me:pa55%40word@hooks.example/?access_token=t0ken-of-hooks",
    domains: ["repo"],
  });
  const asked = `${url}/api/models?token=t0ken-in-the-query`;
  await (await fetch(asked)).body?.cancel();
  const all = [
    ...[secrets.KEY, awkward, "m0re-of-that", token],
    ...["pa55@word", "t0ken-of-hooks", "t0ken-in-the-query"],
  ];
  // Words that stand in a secret are none.
  const words = "hooks.example.of.others";
  for (const text of [...all, words]) {
    const path = `/api/models?search=${encodeURIComponent(text)}`;
    await (await fetch(url + path)).body?.cancel();
  }
  for (const text of [...all, words]) {
    sandbox.addFault({
      match: { path: "/never" },
      action: { status: 400, body: { error: `bad: ${text}`, [text]: 1 } },
    });
  }
  for (const path of ["/", "/_sandbox/requests", "/_sandbox/faults"]) {
    const answer = await fetch(url + path, {
      headers: { "x-sandbox-key": sandbox.key },
    });
    const text = await answer.text();
    assertStringIncludes(text, "***");
    for (const secret of [...all, '"abc"']) {
      const escaped = JSON.stringify(secret).slice(1, -1);
      for (const shown of [secret, escaped, encodeURIComponent(secret)]) {
        assert(!text.includes(shown), `${path} shows ${shown}: ${text}`);
      }
    }
    assertStringIncludes(text, words);
  }
});

testIf({
  name: "a page of elsewhere, one by DNS rebinding and a form reach nothing",
  skipped: "reason" in chromium ? chromium.reason : undefined,
  fn: async () => {
    if ("reason" in chromium) throw new Error(chromium.reason);
    const { program } = chromium;
    await using running = await startSeeded();
    const { sandbox, url } = running;
    const { port } = new URL(url);
    const attack = `
      const url = ${JSON.stringify(url)};
      const found = [];
      const reach = async (path, init) => {
        try {
          const answer = await fetch(url + path, init);
          found.push(path + " " + answer.status + " " + await answer.text());
        } catch { /* What the browser keeps from the page. */ }
      };
      await reach("/");
      await reach("/_sandbox/requests");
      await reach("/_sandbox/endpoints/sandbox/seed-0001");
      await reach("/v2/endpoint/sandbox", {
        headers: { authorization: "Bearer ${sandbox.token}" } });
      await fetch(url + "/_sandbox/reset", { method: "POST", mode: "no-cors" });
      const form = document.createElement("form");
      form.method = "post";
      form.action = url + "/_sandbox/page";
      form.target = "frame";
      form.innerHTML = "<input name=do value=reset>";
      const frame = document.createElement("iframe");
      frame.name = "frame";
      document.body.append(frame, form);
      const loaded = new Promise((resolve) => frame.onload = resolve);
      form.submit();
      await loaded;
      report(found);`;
    sandbox.addFault({ match: { path: "/never" }, action: { status: 503 } });
    assertEquals(await runInPage(program, attack, "evil.example"), []);
    const rebound = `http://evil.example:${port}/?key=${sandbox.key}`;
    const text = await openPage(program, rebound, [
      "--dump-dom",
      ...hostOption("evil.example"),
    ]);
    assertStringIncludes(text, "This sandbox is not evil.example");
    const armed = await fetch(`${url}/_sandbox/faults`, {
      headers: { "x-sandbox-key": sandbox.key },
    });
    assertEquals((await armed.json()).length, 1, "it was reset");
  },
});

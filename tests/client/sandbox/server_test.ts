import { assertEquals, assertMatch } from "@std/assert";
import { storageUrl } from "../../../client/sandbox/hub/large_file_routes.ts";
import { startSandbox } from "../../support/sandbox_server.ts";
import { endpointBody } from "./fixtures.ts";

Deno.test("a followed log ends when the client goes away", async () => {
  await using running = await startSandbox();
  const headers = {
    authorization: `Bearer ${running.token}`,
    "content-type": "application/json",
  };
  const address = `${running.url}/v2/endpoint/sandbox`;
  const created = await fetch(address, {
    method: "POST",
    headers,
    body: JSON.stringify(endpointBody()),
  });
  await created.body?.cancel();
  const logs = await fetch(`${address}/demo/logs/sse`, { headers });
  const reader = logs.body?.getReader();
  const first = await reader?.read();
  assertMatch(new TextDecoder().decode(first?.value), /^data: /);
  await reader?.cancel();
});

/** Runs `task sandbox` with these arguments. */
function sandboxCommand(...args: readonly string[]): Deno.Command {
  const script = new URL("../../../tools/sandbox.ts", import.meta.url).pathname;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", script, ...args],
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  });
}

Deno.test("an argument that cannot be used is told in a sentence", async (t) => {
  await using running = await startSandbox();
  const { port } = new URL(running.url);
  const cases: readonly (readonly [string, number, RegExp])[] = [
    ["--port=99999", 2, /--port needs a whole number from 0 to 65535, not "99/],
    [`--port=${port}`, 1, /port \d+: another program listens there\. Give ano/],
    ["--startup=1e9", 2, /--startup needs a whole number/],
    ["--seed-endpoints=99999999999", 2, /--seed-endpoints needs a whole/],
    ["--token=T=alice:wirte", 2, /--token needs TOKEN=ROLE/],
  ];
  for (const [argument, code, expected] of cases) {
    await t.step(argument, async () => {
      const ended = await sandboxCommand(argument).output();
      assertEquals(ended.code, code);
      assertMatch(new TextDecoder().decode(ended.stderr), expected);
    });
  }
});

Deno.test({
  name: "what is posted is not kept",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const child = sandboxCommand().spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream())
      .getReader();
    let text = "";
    while (!text.includes("ready\n")) text += (await reader.read()).value;
    const [, url = ""] = /^HF_ENDPOINT=(.*)$/m.exec(text) ?? [];
    const resident = async () => {
      const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    };
    const post = async (body: BodyInit) => {
      const headers = { authorization: "Bearer hf_sandbox0write0token" };
      const init = { method: "POST", body, headers };
      const answer = await fetch(`${url}/api/none`, init);
      await answer.body?.cancel();
      return answer.status;
    };
    await post("{}");
    const before = await resident();
    const part = new Uint8Array(8 * 1024 * 1024).fill(120);
    for (let count = 0; count < 12; count++) {
      assertEquals(await post(new Blob([part])), 404);
    }
    const whole = new Blob(Array.from({ length: 21 }, () => part));
    assertEquals(await post(whole), 413);
    const grown = await resident() - before;
    child.kill("SIGTERM");
    await Promise.all([reader.cancel(), child.stderr.cancel(), child.status]);
    assertEquals(grown < 50, true, `it grew by ${grown} MiB`);
  },
});

Deno.test("bodies are bounded without a token, and large ones in sum", async () => {
  await using running = await startSandbox();
  const { url, token } = running;
  const send = async (method: string, path: string, init: RequestInit) => {
    const answer = await fetch(url + path, { method, ...init });
    await answer.body?.cancel();
    return answer.status;
  };
  const post = (body: BodyInit, headers: HeadersInit = {}) =>
    send("POST", "/api/none", { body, headers });
  const known = { authorization: `Bearer ${token}` };
  const part = new Uint8Array(2 ** 23);
  const large = new Blob([part, part, part, part]);
  const arrived = Promise.withResolvers<void>();
  const other = Promise.withResolvers<void>();
  const slow = ReadableStream.from(async function* () {
    for (let count = 0; count < 18; count++) yield part;
    arrived.resolve();
    await other.promise;
  }());
  assertEquals(await post(large), 413);
  assertEquals(await post(large, { authorization: "Bearer none" }), 413);
  const stored = new URL(storageUrl(url, "0".repeat(64)));
  const put = (query: string) =>
    send("PUT", stored.pathname + query, { body: large });
  assertEquals(await put("?signature=none"), 413);
  // Its signature is good, its content another one.
  assertEquals(await put(stored.search), 400);
  const answer = post(slow, known);
  await arrived.promise;
  // The last parts may still be on their way: they are read beside these.
  for (let count = 0; count < 3; count++) {
    assertEquals(await post(new Blob([part]), known), 404);
  }
  assertEquals(await post(large, known), 503);
  assertEquals(await post("{}"), 404);
  other.resolve();
  assertEquals(await answer, 404);
  assertEquals(await post(large, known), 404);
});

Deno.test("the command prints its environment and stops on a signal", async () => {
  const child = sandboxCommand(
    "--seed-endpoints=3",
    "--token=hf_ro=read",
    "--token=hf_alice=alice:write",
    "--rate-limit=900/60",
    "--startup=3600000",
    "--model=qa/named",
  ).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("ready\n")) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  const found =
    /^HF_ENDPOINT=(.*)\nHF_INFERENCE_ENDPOINTS_URL=(.*)\nHF_TOKEN=(.*)\nHF_SANDBOX_KEY=(.{36})\nHF_HUB_DISABLE_XET=1\nready\n$/
      .exec(text);
  assertEquals(found?.[1], found?.[2]);
  const answer = await fetch(`${found?.[2]}/v2/endpoint/sandbox`, {
    headers: { authorization: "Bearer hf_ro" },
  });
  assertEquals((await answer.json()).totalItems, 3);
  assertMatch(answer.headers.get("ratelimit-policy") ?? "", /;q=900;w=60$/);
  const named = await fetch(`${found?.[1]}/api/models/qa/named`);
  assertEquals((await named.json()).id, "qa/named");
  const who = await fetch(`${found?.[1]}/api/whoami-v2`, {
    headers: { authorization: "Bearer hf_alice" },
  });
  assertEquals((await who.json()).name, "alice");
  const send = (path: string, body: object) =>
    fetch(`${found?.[1]}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${found?.[3]}`,
        "x-sandbox-key": found?.[4] ?? "",
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    }).then((answer) => answer.json());
  const made = await send("/v2/endpoint/sandbox", endpointBody());
  await send("/_sandbox/clock", { advance_ms: 60_000 });
  const later = await fetch(`${found?.[2]}/v2/endpoint/sandbox/${made.name}`, {
    headers: { authorization: "Bearer hf_ro" },
  });
  assertMatch((await later.json()).status.state, /pending|initializing/);
  child.kill("SIGTERM");
  await Promise.all([reader.cancel(), child.stderr.cancel()]);
  assertEquals((await child.status).code, 0);
});

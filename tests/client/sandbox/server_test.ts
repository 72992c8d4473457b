import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { startSandbox } from "../../support/sandbox_server.ts";
import { endpointBody } from "./fixtures.ts";

Deno.test("the server gives each client a real HTTP answer", async () => {
  const running = await startSandbox({ startupMs: 0 });
  try {
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
    assertEquals(created.status, 200);
    await created.body?.cancel();
    const read = await fetch(`${address}/demo`, { headers });
    const { status } = await read.json();
    assertEquals(status.state, "running");
    assertMatch(status.url, new RegExp(`^${running.url}/_sandbox/inference/`));
    const health = await fetch(`${status.url}/health`, { headers });
    assertEquals(health.status, 200);
    await health.body?.cancel();
  } finally {
    await running.stop();
  }
});

Deno.test("a closing fault drops the connection for real", async (t) => {
  for (const close of ["before", "after"] as const) {
    await t.step(close, async () => {
      const running = await startSandbox();
      try {
        const headers = {
          authorization: `Bearer ${running.token}`,
          "content-type": "application/json",
        };
        running.sandbox.addFault({ action: { close } });
        // A blob, because Deno sends a text body a second time by itself.
        await assertRejects(() =>
          fetch(`${running.url}/v2/endpoint/sandbox`, {
            method: "POST",
            headers,
            body: new Blob([JSON.stringify(endpointBody())]),
          }), TypeError);
        const read = await fetch(`${running.url}/v2/endpoint/sandbox/demo`, {
          headers,
        });
        await read.body?.cancel();
        assertEquals(read.status, close === "after" ? 200 : 404);
      } finally {
        await running.stop();
      }
    });
  }
});

Deno.test("a followed log ends when the client goes away", async () => {
  const running = await startSandbox();
  try {
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
  } finally {
    await running.stop();
  }
});

Deno.test("the command prints its environment and stops on a signal", async () => {
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-lock",
      new URL("../../../tools/sandbox.ts", import.meta.url).pathname,
      "--seed-endpoints",
      "3",
      "--token=hf_ro=read",
    ],
    stdout: "piped",
    stderr: "inherit",
  });
  const child = command.spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("ready\n")) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  const found =
    /^HF_ENDPOINT=(.*)\nHF_INFERENCE_ENDPOINTS_URL=(.*)\nHF_TOKEN=(.*)\nHF_HUB_DISABLE_XET=1\nready\n$/
      .exec(text);
  assertEquals(found?.[1], found?.[2]);
  const answer = await fetch(`${found?.[2]}/v2/endpoint/sandbox`, {
    headers: { authorization: "Bearer hf_ro" },
  });
  assertEquals((await answer.json()).totalItems, 3);
  child.kill("SIGTERM");
  await reader.cancel();
  assertEquals((await child.status).code, 0);
});

import { assertEquals } from "@std/assert";
import type { Json, Sandbox } from "../../../client/sandbox/mod.ts";
import { ask, at, endpointBody, stillSandbox } from "./fixtures.ts";

/** A sandbox in which waits let the time pass, with one endpoint. */
async function deployEndpoint(
  scaling: Record<string, Json> = {},
): Promise<{ sandbox: Sandbox; call: Call; state: () => Promise<unknown> }> {
  const sandbox: Sandbox = stillSandbox({
    sleep: (ms) => Promise.resolve(sandbox.advance(ms)),
  });
  const path = "/v2/endpoint/acme";
  await ask(
    sandbox,
    `POST ${path}`,
    endpointBody({ compute: { scaling } }),
  );
  sandbox.advance(1000);
  const show = async () => (await ask(sandbox, `GET ${path}/demo`)).body;
  const url = new URL(String(at(await show(), "status.url")));
  const call: Call = async (rest, body, headers = {}) => {
    const answer = await sandbox.fetch(
      new Request(url.origin + rest, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${sandbox.token}`, ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );
    const value: Json = await answer.json();
    return { status: answer.status, value };
  };
  return { sandbox, call, state: async () => at(await show(), "status.state") };
}

type Call = (
  rest: string,
  body?: Json,
  headers?: Record<string, string>,
) => Promise<{ readonly status: number; readonly value: Json }>;

Deno.test("a model answers with its name, whatever it is asked", async () => {
  const { call } = await deployEndpoint();
  const name = { endpoint: "demo", model: "openai-community/gpt2" };
  const messages = [{ role: "user", content: "Say hi" }];
  for (
    const [path, body] of [
      ["/"],
      ["/", { inputs: "hi" }],
      ["/", "RIFF"],
      ["/v1/chat/completions", { messages }],
    ] as const
  ) {
    const { status, value } = await call(path, body);
    assertEquals([status, value], [200, name], path);
  }
});

Deno.test("a request wakes an endpoint, and waits for it if it says so", async () => {
  const { sandbox, call, state } = await deployEndpoint({
    minReplica: 0,
    scaleToZeroTimeout: 15,
  });
  const sleep = 16 * 60_000;
  sandbox.advance(sleep);
  assertEquals((await call("/", undefined, { authorization: "" })).status, 401);
  assertEquals(await state(), "scaledToZero");
  assertEquals((await call("/", { inputs: "hi" })).status, 503);
  assertEquals(await state(), "pending");
  assertEquals((await call("/health")).status, 503);
  sandbox.advance(1000);
  assertEquals((await call("/", { inputs: "hi" })).status, 200);
  sandbox.advance(sleep);
  const patient = { "x-scale-up-timeout": "5" };
  assertEquals((await call("/", { inputs: "hi" }, patient)).status, 200);
  sandbox.advance(sleep);
  const hasty = { "x-scale-up-timeout": "0.5" };
  assertEquals((await call("/", { inputs: "hi" }, hasty)).status, 503);
});

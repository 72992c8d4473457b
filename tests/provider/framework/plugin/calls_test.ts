/**
 * Calls of every kind, and how they fail.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { tfplugin6 } from "../../../../proto/gen/tfplugin6.ts";
import { plugin } from "../../../../proto/gen/go_plugin.ts";
import { health } from "../../../../proto/gen/health.ts";
import { Status } from "../../../../provider/framework/plugin/call.ts";
import { callEcho, failure, SIX, startEcho, waitUntil } from "./support.ts";
import { encodeText } from "../../../support/text.ts";

Deno.test("whatever a handler throws becomes a status", async () => {
  await using provider = await startEcho({ tls: false });
  const cases = [
    { method: "Refuse", code: Status.ABORTED, details: "50 % größer" },
    {
      method: "Throw",
      code: Status.INTERNAL,
      details: `${SIX}/Throw failed: broken on purpose by ***`,
    },
    {
      method: "Reject",
      code: Status.INTERNAL,
      details: `${SIX}/Reject failed: not even an error`,
    },
  ];
  for (const { method, code, details } of cases) {
    const status = await failure(callEcho(provider.connection, method));
    assertEquals(status, { code, details });
  }
  const unknown = await failure(callEcho(provider.connection, "NoSuchMethod"));
  assertEquals(unknown.code, Status.UNIMPLEMENTED);
  const { code } = await failure(
    provider.connection.call("/no.Service/Method", encodeText("")),
  );
  assertEquals(code, Status.UNIMPLEMENTED);
});

Deno.test("a stream is sent in order, and may fail late", async () => {
  await using provider = await startEcho({ tls: false });
  const { connection } = provider;
  const numbers: string[] = [];
  for await (
    const one of connection.stream(`${SIX}/Count`, encodeText("2000"))
  ) {
    numbers.push(new TextDecoder().decode(one));
  }
  assertEquals(numbers.length, 2000);
  assert(numbers.every((text, i) => text === `${i + 1}`));
  const late = connection.stream(`${SIX}/FailLate`, encodeText("")).next();
  const status = await failure(late);
  assertEquals(status, { code: Status.DATA_LOSS, details: "nothing came" });
});

Deno.test("100 calls at once are all answered, large ones too", async () => {
  await using provider = await startEcho();
  const texts = Array.from(
    { length: 100 },
    (_, i) => `${i}`.repeat(1 + i * 50),
  );
  const answers = await Promise.all(
    texts.map((text) => callEcho(provider.connection, "Echo", text)),
  );
  assertEquals(answers, texts);
  const large = new Uint8Array(20 * 2 ** 20).fill(7);
  const echo = await provider.connection.call(`${SIX}/Echo`, large);
  assertEquals(echo.length, large.length);
});

Deno.test("a handler hears that its call was cancelled or timed out", async () => {
  await using provider = await startEcho({ tls: false });
  const { connection } = provider;
  const controller = new AbortController();
  const wait = failure(
    connection.call(`${SIX}/Wait`, encodeText("cancelled"), controller),
  );
  await callEcho(connection, "Echo"); // the wait has arrived before this
  controller.abort();
  assertEquals((await wait).code, Status.CANCELLED);
  const ended = await failure(
    connection.call(`${SIX}/Echo`, encodeText("ended"), controller),
  );
  assertEquals(ended.code, Status.CANCELLED);
  // On a busy machine a deadline can pass before its call arrives: then nobody
  // waits for it, and a longer one follows.
  let timeoutMs = 30;
  await waitUntil(async () => {
    const late = await failure(
      connection.call(`${SIX}/Wait`, encodeText("late"), { timeoutMs }),
    );
    assertEquals(late.code, Status.DEADLINE_EXCEEDED);
    timeoutMs *= 2;
    assert(timeoutMs < 20_000, "no deadline is heard of");
    await callEcho(connection, "Echo");
    return /^cancelled(,late)+$/.test(await callEcho(connection, "Cancelled"));
  });
});

Deno.test("a connection that served a thousand calls may close", async () => {
  await using provider = await startEcho({ tls: false });
  for (let round = 0; round < 2; round++) {
    const connection = provider.connect();
    for (let i = 0; i < 50; i++) {
      await Promise.all(
        Array.from({ length: 20 }, () => callEcho(connection, "Echo")),
      );
    }
    connection.close();
  }
  assertEquals(await callEcho(provider.connection, "Echo", "alive"), "alive");
});

Deno.test("the health service says that the plugin serves", async () => {
  await using provider = await startEcho({ tls: false });
  const { Check, List, Watch } = health.Health;
  const answer = await provider.connection.rpc(Check, { service: "plugin" });
  assertEquals(answer, { status: 1 });
  const all = await provider.connection.rpc(List, {});
  assertEquals(Object.entries(all.statuses), [["plugin", { status: 1 }]]);
  const watched = provider.connection.rpcStream(Watch, { service: "plugin" });
  const { value } = await watched.next();
  assertEquals(value, { status: 1 });
  const { path } = plugin.GRPCStdio.StreamStdio;
  const output = provider.connection.stream(path, new Uint8Array());
  let ends = 0;
  for (const stream of [watched, output]) {
    stream.next().catch(() => {}).finally(() => ends++);
  }
  const unknown = provider.connection.rpc(Check, { service: "other" });
  assertEquals((await failure(unknown)).code, Status.NOT_FOUND);
  assertEquals(ends, 0, "the client takes the end of a stream for an error");
});

Deno.test("the generated methods are called by their descriptions", async () => {
  await using provider = await startEcho({ tls: false });
  const call = provider.connection.rpc(tfplugin6.Provider.GetMetadata, {});
  assertEquals((await failure(call)).code, Status.UNIMPLEMENTED);
});

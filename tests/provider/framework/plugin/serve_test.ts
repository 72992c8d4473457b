/**
 * A provider as the CLI starts it: sockets, certificates, versions.
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { status as Status } from "@grpc/grpc-js";
import { makeIdentity } from "../../../../provider/framework/plugin/certificate.ts";
import { PluginConnection } from "../../../support/plugin_client.ts";
import {
  callEcho,
  exists,
  failure,
  SIX,
  startEcho,
  waitUntil,
} from "./support.ts";
import { encodeText } from "../../../support/text.ts";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { plugin } from "../../../../proto/gen/go_plugin.ts";
import { health } from "../../../../proto/gen/health.ts";

for (const tls of [true, false]) {
  const name = tls ? "with mutual TLS" : "without TLS";
  Deno.test(`a provider serves ${name} and ends on Shutdown`, async () => {
    await using provider = await startEcho({ tls });
    const { network, address, protocol, certificate } = provider.handshake;
    assertEquals(network, "unix");
    assertEquals(protocol, 6);
    assertEquals(certificate !== undefined, tls);
    provider.connection.openLongStreams();
    assertEquals(await callEcho(provider.connection, "Echo", "hello"), "hello");
    const { code, signal, stderr } = await provider.shutdown();
    assertEquals({ code, signal, stderr }, {
      code: 0,
      signal: null,
      stderr: "",
    });
    assert(!exists(address), "The socket is left behind");
  });
}

Deno.test("a thousand who say nothing close the door, and the client is served on", async () => {
  await using provider = await startEcho();
  assertEquals(await callEcho(provider.connection, "Echo", "a"), "a");
  const connectOnce = () =>
    new Promise<string>((resolve) => {
      const socket = connect(provider.handshake.address, () => {
        socket.destroy();
        resolve("accepted");
      }).on("error", (error: Error & { code?: string }) =>
        resolve(error.code ?? error.message));
    });
  let [accepted, last] = [0, ""];
  while (accepted < 5_000 && (last === "" || /accepted|EAGAIN/.test(last))) {
    last = await connectOnce();
    if (last === "accepted") accepted++;
  }
  // What waited to be accepted when the door closed counts too.
  assert(accepted >= 999 && accepted < 5_000, `${accepted}, ${last}`);
  assertEquals(await callEcho(provider.connection, "Echo", "b"), "b");
});

Deno.test("an older client gets protocol 5", async () => {
  await using provider = await startEcho({ protocols: [5] });
  assertEquals(provider.handshake.protocol, 5);
  const five = "/tfplugin5.Provider/Version";
  const version = await provider.connection.call(five, encodeText(""));
  assertEquals(new TextDecoder().decode(version), "5");
  const { code } = await failure(callEcho(provider.connection, "Version"));
  assertEquals(code, Status.UNIMPLEMENTED);
});

Deno.test("a client that knows none of its protocols sees one, and no socket", async () => {
  await using provider = await startEcho({ protocols: [7] });
  const { protocol, network } = provider.handshake;
  // It is killed for that, and a socket would stay.
  assertEquals([protocol, network], [5, "tcp"]);
});

Deno.test("multiplexing is refused in the line, and only when asked", async () => {
  await using provider = await startEcho({
    env: { PLUGIN_MULTIPLEX_GRPC: "true" },
  });
  assertEquals(provider.handshake.line.split("|").at(6), "false");
  await using other = await startEcho();
  assertEquals(other.handshake.line.split("|").length, 6);
});

Deno.test("the socket is made where the host wants it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "plugin-test-" });
  const env = { PLUGIN_UNIX_SOCKET_DIR: folder };
  try {
    await using provider = await startEcho({ env });
    const { address } = provider.handshake;
    assertStringIncludes(address, `${folder}/`);
    assertEquals(await callEcho(provider.connection, "Echo", "here"), "here");
    await provider.shutdown();
    assertEquals([...Deno.readDirSync(folder)], []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("only the user can enter the socket's own folder, which is gone at the end", async () => {
  const provider = await startEcho();
  const { address } = provider.handshake;
  const folder = address.slice(0, address.lastIndexOf("/"));
  assertEquals((await Deno.stat(folder)).mode! & 0o777, 0o700);
  await provider.shutdown();
  await assertRejects(() => Deno.stat(folder), Deno.errors.NotFound);
});

Deno.test("at its end a provider removes its socket, and nothing that others put there", async () => {
  await using provider = await startEcho();
  const { address } = provider.handshake;
  const folder = address.slice(0, address.lastIndexOf("/"));
  await Deno.writeTextFile(`${folder}/mine`, "");
  await provider.shutdown();
  assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["mine"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("only the client of the certificate gets in", async () => {
  await using provider = await startEcho();
  for (const identity of [undefined, makeIdentity()]) {
    const foreign = provider.connect(identity);
    const { code } = await failure(callEcho(foreign, "Echo"));
    foreign.close();
    assertEquals(code, Status.UNAVAILABLE);
  }
  const { network, address } = provider.handshake;
  const plain = new PluginConnection({ network, address });
  const { code } = await failure(callEcho(plain, "Echo"));
  plain.close();
  assertEquals(code, Status.UNAVAILABLE);
  assertEquals(await callEcho(provider.connection, "Echo", "still"), "still");
});

Deno.test("whatever a handler throws becomes a status", async () => {
  await using provider = await startEcho({ tls: false });
  const cases = [
    { method: "Refuse", code: Status.ABORTED, details: "50 % größer" },
    {
      method: "Throw",
      code: Status.INTERNAL,
      details: `${SIX}/Throw failed: broken on purpose by *** To go on, run`,
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

Deno.test("a handler hears that its call was cancelled", async () => {
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
  await waitUntil(async () =>
    await callEcho(connection, "Cancelled") === "cancelled"
  );
});

Deno.test("a handler hears that its client has vanished", async () => {
  await using provider = await startEcho({ tls: false });
  const socket = connect(provider.handshake.address);
  const session = connectHttp2("http://localhost", {
    createConnection: () => socket,
  });
  const call = session.request({
    ":method": "POST",
    ":path": `${SIX}/Count`,
    "content-type": "application/grpc",
    te: "trailers",
  });
  call.end(Uint8Array.of(0, 0, 0, 0, 9, ...encodeText("999999999")));
  await new Promise((resolve) => call.once("data", resolve));
  call.on("error", () => {});
  socket.destroy();
  await waitUntil(async () =>
    await callEcho(provider.connection, "Cancelled") === "999999999"
  );
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
  const request = Watch.request.encode({ service: "plugin" }).finish();
  const watched = provider.connection.stream(Watch.path, request);
  const { value } = await watched.next();
  assertEquals(Watch.response.decode(value ?? request), { status: 1 });
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

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
import { Status } from "../../../../provider/framework/plugin/call.ts";
import { makeIdentity } from "../../../../provider/framework/plugin/certificate.ts";
import { PluginConnection } from "../../../support/plugin_client.ts";
import { callEcho, exists, failure, startEcho } from "./support.ts";
import { encodeText } from "../../../support/text.ts";
import { connect } from "node:net";

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
  const group = `${Deno.gid()}`;
  const env = {
    PLUGIN_UNIX_SOCKET_DIR: folder,
    PLUGIN_UNIX_SOCKET_GROUP: group,
  };
  try {
    await using provider = await startEcho({ env });
    const { address } = provider.handshake;
    assertStringIncludes(address, `${folder}/`);
    assertEquals((await Deno.stat(address)).mode! & 0o777, 0o660);
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

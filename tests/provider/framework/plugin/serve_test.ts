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
import { ask, bytes, exists, failure, sendRaw, start } from "./support.ts";

for (const tls of [true, false]) {
  const name = tls ? "with mutual TLS" : "without TLS";
  Deno.test(`a provider serves ${name} and ends on Shutdown`, async () => {
    await using provider = await start({ tls });
    const { network, address, protocol, certificate } = provider.handshake;
    assertEquals(network, "unix");
    assertEquals(protocol, 6);
    assertEquals(certificate !== undefined, tls);
    provider.connection.openLongStreams();
    assertEquals(await ask(provider.connection, "Echo", "hello"), "hello");
    const { code, signal, stderr } = await provider.shutdown();
    assertEquals({ code, signal, stderr }, {
      code: 0,
      signal: null,
      stderr: "",
    });
    assert(!exists(address), "The socket is left behind");
  });
}

Deno.test("an older client gets protocol 5", async () => {
  await using provider = await start({ protocols: [5] });
  assertEquals(provider.handshake.protocol, 5);
  const five = "/tfplugin5.Provider/Version";
  const version = await provider.connection.call(five, bytes(""));
  assertEquals(new TextDecoder().decode(version), "5");
  const { code } = await failure(ask(provider.connection, "Version"));
  assertEquals(code, Status.UNIMPLEMENTED);
});

Deno.test("multiplexing is refused in the line, and only when asked", async () => {
  await using provider = await start({
    env: { PLUGIN_MULTIPLEX_GRPC: "true" },
  });
  assertEquals(provider.handshake.line.split("|").at(6), "false");
  await using other = await start();
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
    await using provider = await start({ env });
    const { address } = provider.handshake;
    assertStringIncludes(address, `${folder}/`);
    assertEquals((await Deno.stat(address)).mode! & 0o777, 0o660);
    assertEquals(await ask(provider.connection, "Echo", "here"), "here");
    await provider.shutdown();
    assertEquals([...Deno.readDirSync(folder)], []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("only the user can enter the socket's own folder, which is gone at the end", async () => {
  const provider = await start();
  const { address } = provider.handshake;
  const folder = address.slice(0, address.lastIndexOf("/"));
  assertEquals((await Deno.stat(folder)).mode! & 0o777, 0o700);
  await provider.shutdown();
  await assertRejects(() => Deno.stat(folder), Deno.errors.NotFound);
});

Deno.test("only the client of the certificate gets in", async () => {
  await using provider = await start();
  for (const identity of [undefined, makeIdentity()]) {
    const foreign = provider.connect(identity);
    const { code } = await failure(ask(foreign, "Echo"));
    foreign.close();
    assertEquals(code, Status.UNAVAILABLE);
  }
  const { network, address } = provider.handshake;
  const plain = new PluginConnection({ network, address });
  const { code } = await failure(ask(plain, "Echo"));
  plain.close();
  assertEquals(code, Status.UNAVAILABLE);
  assertEquals(await ask(provider.connection, "Echo", "still"), "still");
});

for (const tls of [true, false]) {
  const name = tls ? "a TLS" : "a plain";
  Deno.test(`random bytes on ${name} socket do no harm`, async () => {
    await using provider = await start({ tls });
    const { address } = provider.handshake;
    const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const noise = crypto.getRandomValues(new Uint8Array(5000));
    for (
      const content of [
        noise,
        bytes("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        new Uint8Array([...bytes(preface), ...noise]),
        new Uint8Array(),
      ]
    ) {
      await sendRaw(address, content);
    }
    assertEquals(await ask(provider.connection, "Echo", "alive"), "alive");
  });
}

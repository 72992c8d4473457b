import { assert, assertEquals, assertRejects } from "@std/assert";
import { connect } from "node:net";
import { Buffer } from "node:buffer";
import { PassThrough } from "node:stream";
import { withoutGoaway } from "../../../../provider/framework/plugin/goaway_filter.ts";
import { listen } from "../../../../provider/framework/plugin/listener.ts";

Deno.test("a listener on TCP takes the first free port of the range", async () => {
  const greet = { onConnection: sendGreeting, onRefused: () => {} };
  const any = await listen({ ...greet, network: "tcp" });
  const port = Number(any.address.split(":").at(-1));
  try {
    Deno.env.set("PLUGIN_MIN_PORT", `${port}`);
    Deno.env.set("PLUGIN_MAX_PORT", `${port + 20}`);
    const next = await listen({ ...greet, network: "tcp" });
    assertEquals(next.network, "tcp");
    const [host, found] = next.address.split(":");
    assertEquals(host, "127.0.0.1");
    assert(Number(found) > port && Number(found) <= port + 20, found);
    assertEquals(await read({ host: "127.0.0.1", port: Number(found) }), "hi");
    next.close();

    Deno.env.set("PLUGIN_MAX_PORT", `${port}`);
    await assertRejects(() => listen({ ...greet, network: "tcp" }), Error);
  } finally {
    any.close();
    Deno.env.delete("PLUGIN_MIN_PORT");
    Deno.env.delete("PLUGIN_MAX_PORT");
  }
});

Deno.test("a group that does not exist is named, and nothing is left", async () => {
  const folder = await Deno.makeTempDir({ prefix: "plugin-test-" });
  Deno.env.set("PLUGIN_UNIX_SOCKET_DIR", folder);
  Deno.env.set("PLUGIN_UNIX_SOCKET_GROUP", "no such group");
  try {
    const options = { onConnection: sendGreeting, onRefused: () => {} };
    await assertRejects(
      () => listen({ ...options, network: "unix" }),
      Error,
      "Cannot find the group no such group",
    );
    assertEquals([...Deno.readDirSync(folder)], []);
  } finally {
    Deno.env.delete("PLUGIN_UNIX_SOCKET_DIR");
    Deno.env.delete("PLUGIN_UNIX_SOCKET_GROUP");
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a socket whose path is too long is refused, and nothing is left", async () => {
  const folder = await Deno.makeTempDir({ prefix: "plugin-test-" });
  const long = `${folder}/${"x".repeat(100)}`;
  await Deno.mkdir(long);
  Deno.env.set("PLUGIN_UNIX_SOCKET_DIR", long);
  try {
    const options = { onConnection: sendGreeting, onRefused: () => {} };
    await assertRejects(
      () => listen({ ...options, network: "unix" }),
      Error,
      "PLUGIN_UNIX_SOCKET_DIR if it is set, to a folder with a shorter path",
    );
    assertEquals([...Deno.readDirSync(long)], []);
  } finally {
    Deno.env.delete("PLUGIN_UNIX_SOCKET_DIR");
    await Deno.remove(folder, { recursive: true });
  }
});

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const SETTINGS = frame(4, 0);
const DATA = frame(0, 300);
const GOAWAY = frame(7, 8);

for (const size of [1, 2, 7, 9, 33, 1000]) {
  Deno.test(`in pieces of ${size} only GOAWAY frames are left out`, async () => {
    const socket = new PassThrough();
    const sent = Buffer.concat([
      ...[PREFACE, SETTINGS, GOAWAY, DATA, GOAWAY, GOAWAY, SETTINGS, GOAWAY],
    ]);
    const filtered = withoutGoaway(socket);
    for (let at = 0; at < sent.length; at += size) {
      socket.write(sent.subarray(at, at + size));
    }
    socket.end();
    const got: Uint8Array[] = [];
    for await (const piece of filtered) got.push(piece);
    const expected = Buffer.concat([PREFACE, SETTINGS, DATA, SETTINGS]);
    assertEquals(Buffer.concat(got).toString("hex"), expected.toString("hex"));
  });
}

function frame(type: number, size: number): Buffer {
  const bytes = Buffer.alloc(9 + size, 7);
  bytes.writeUIntBE(size, 0, 3);
  bytes[3] = type;
  return bytes;
}

function sendGreeting(socket: { end(text: string): unknown }): void {
  socket.end("hi");
}

function read(where: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(where);
    socket.on("data", (chunk) => text += chunk.toString());
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}

import { assert, assertEquals, assertRejects } from "@std/assert";
import { connect } from "node:net";
import { Buffer } from "node:buffer";
import { PassThrough } from "node:stream";
import { withoutGoaway } from "../../../../provider/framework/plugin/goaway_filter.ts";
import { listen } from "../../../../provider/framework/plugin/listener.ts";

const greeting = { onConnection: sendGreeting, onRefused: () => {} };

Deno.test("a listener on TCP takes the first free port of the range", async () => {
  const any = await listen({ ...greeting, network: "tcp" });
  const port = Number(any.address.split(":").at(-1));
  const listenUpTo = (max: number) =>
    listen({
      ...greeting,
      network: "tcp",
      env: envOf({ PLUGIN_MIN_PORT: `${port}`, PLUGIN_MAX_PORT: `${max}` }),
    });
  try {
    const next = await listenUpTo(port + 20);
    assertEquals(next.network, "tcp");
    const [host, found] = next.address.split(":");
    assertEquals(host, "127.0.0.1");
    assert(Number(found) > port && Number(found) <= port + 20, found);
    assertEquals(await read({ host: "127.0.0.1", port: Number(found) }), "hi");
    next.close();

    await assertRejects(() => listenUpTo(port), Error);
  } finally {
    any.close();
  }
});

for (
  const [name, folder, group, message] of [
    [
      "a group that does not exist is named",
      "short",
      "no such group",
      "Cannot find the group no such group",
    ],
    [
      "a socket whose path is too long is refused",
      "x".repeat(100),
      "",
      "PLUGIN_UNIX_SOCKET_DIR if it is set, to a folder with a shorter path",
    ],
  ] as const
) {
  Deno.test(`${name}, and nothing is left`, async () => {
    const parent = await Deno.makeTempDir({ prefix: "plugin-test-" });
    const sockets = `${parent}/${folder}`;
    await Deno.mkdir(sockets);
    try {
      const env = envOf({
        PLUGIN_UNIX_SOCKET_DIR: sockets,
        PLUGIN_UNIX_SOCKET_GROUP: group,
      });
      await assertRejects(
        () => listen({ ...greeting, network: "unix", env }),
        Error,
        message,
      );
      assertEquals([...Deno.readDirSync(sockets)], []);
    } finally {
      await Deno.remove(parent, { recursive: true });
    }
  });
}

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

function envOf(
  variables: Readonly<Record<string, string>>,
): (name: string) => string | undefined {
  return (name) => variables[name] || undefined;
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

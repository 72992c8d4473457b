import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { X509Certificate } from "node:crypto";
import { makeIdentity } from "../../../../provider/framework/plugin/certificate.ts";
import {
  directStartHint,
  handshakeLine,
  isStartedByCli,
  negotiate,
  reattachJson,
} from "../../../../provider/framework/plugin/handshake.ts";
import {
  listen,
  portRange,
} from "../../../../provider/framework/plugin/listener.ts";
import { unsupportedRuntime } from "../../../../provider/framework/plugin/platform.ts";
import { connect } from "node:net";
import { Buffer } from "node:buffer";
import { PassThrough } from "node:stream";
import { withoutGoaway } from "../../../../provider/framework/plugin/goaway_filter.ts";

const VERSIONS = [
  { own: [5, 6], offered: "5,6", chosen: 6 },
  { own: [5, 6], offered: "6,5", chosen: 6 },
  { own: [6, 5], offered: " 5 ", chosen: 5 },
  { own: [5, 6], offered: undefined, chosen: 5 },
  { own: [5, 6], offered: "", chosen: undefined },
  { own: [6], offered: "5", chosen: undefined },
  { own: [5], offered: "6,7", chosen: undefined },
  { own: [5, 6], offered: "7,x,6", chosen: 6 },
] as const;

for (const { own, offered, chosen } of VERSIONS) {
  Deno.test(`of ${own} and ${offered} version ${chosen} is chosen`, () => {
    assertEquals(negotiate(own, offered), chosen);
  });
}

const BASE = {
  protocol: 6,
  network: "unix",
  address: "/tmp/s",
  isMultiplexRequested: false,
} as const;

Deno.test("without TLS the line ends with an empty certificate", () => {
  assertEquals(handshakeLine(BASE), "1|6|unix|/tmp/s|grpc|\n");
});

Deno.test("the certificate is base64 without padding", () => {
  const certificate = Uint8Array.of(0xff, 0xef, 0xbe, 0xff);
  const line = handshakeLine({ ...BASE, certificate });
  assertEquals(line, "1|6|unix|/tmp/s|grpc|/+++/w\n");
});

Deno.test("only the whole cookie counts", () => {
  const value =
    "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
  assert(isStartedByCli(() => value));
  for (const wrong of [undefined, "", "x", value.toUpperCase()]) {
    assert(!isStartedByCli(() => wrong));
  }
});

Deno.test("the hint shows how the provider is required", () => {
  const hint = directStartHint("acme/echo");
  assert(hint.includes('echo = { source = "acme/echo" }'));
});

Deno.test("the certificate is what the client checks", () => {
  const now = new Date();
  const identity = makeIdentity(now);
  const parsed = new X509Certificate(identity.certificate);
  assertEquals(parsed.subjectAltName, "DNS:localhost");
  assertEquals([...parsed.raw], [...identity.der]);
  assert(parsed.verify(parsed.publicKey), "it does not sign itself");
  assertEquals(parsed.publicKey.asymmetricKeyType, "ec");
  const from = new Date(parsed.validFrom).getTime();
  const to = new Date(parsed.validTo).getTime();
  assert(from <= now.getTime() - 60_000, `valid from ${parsed.validFrom}`);
  assert(to > now.getTime() + 365 * 86_400_000, `valid to ${parsed.validTo}`);
});

Deno.test("no two identities are the same", () => {
  const [one, other] = [makeIdentity(), makeIdentity()];
  const serial = (pem: string) => new X509Certificate(pem).serialNumber;
  assert(one.key !== other.key);
  assert(serial(one.certificate) !== serial(other.certificate));
});

Deno.test("the range of ports is read from the environment", () => {
  const range = (min?: string, max?: string) =>
    portRange((name) => name === "PLUGIN_MIN_PORT" ? min : max);
  assertEquals(range(), { min: 0, max: 0 });
  assertEquals(range("10000", "25000"), { min: 10_000, max: 25_000 });
  assertThrows(() => range("2", "1"), Error, "PLUGIN_MIN_PORT 2 is above");
  for (const wrong of ["x", "-1", "1.5", "65536"]) {
    assertThrows(() => range(wrong, "65535"), Error, "is no port number");
  }
});

Deno.test("the reattach JSON is what the CLI reads", () => {
  const json = reattachJson({
    source: "acme/echo",
    protocol: 5,
    pid: 42,
    network: "tcp",
    address: "127.0.0.1:1234",
  });
  assertEquals(JSON.parse(json), {
    "acme/echo": {
      Protocol: "grpc",
      ProtocolVersion: 5,
      Pid: 42,
      Test: true,
      Addr: { Network: "tcp", String: "127.0.0.1:1234" },
    },
  });
});

Deno.test("runtimes that are too old are named with what is needed", () => {
  const node = "24.0.0";
  const fine = [
    { deno: "2.7.14", node },
    { deno: "2.9.6", node },
    { deno: "3.0.0", node },
    { node: "20.0.0" },
  ];
  for (const versions of fine) {
    assertEquals(unsupportedRuntime(versions), undefined);
  }
  assertEquals(
    unsupportedRuntime({ deno: "2.6.10", node }),
    "Deno 2.6.10 is too old: a provider needs Deno 2.7.14 or newer",
  );
  assertEquals(
    unsupportedRuntime({ node: "18.20.1" }),
    "Node.js 18.20.1 is too old: a provider needs Node.js 20.0.0 or newer",
  );
});

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

Deno.test("a socket whose path is too long is refused, and nothing is left", async () => {
  const parent = await Deno.makeTempDir({ prefix: "plugin-test-" });
  const sockets = `${parent}/${"x".repeat(100)}`;
  await Deno.mkdir(sockets);
  try {
    const env = envOf({ PLUGIN_UNIX_SOCKET_DIR: sockets });
    await assertRejects(
      () => listen({ ...greeting, network: "unix", env }),
      Error,
      "PLUGIN_UNIX_SOCKET_DIR if it is set, to a folder with a shorter path",
    );
    assertEquals([...Deno.readDirSync(sockets)], []);
  } finally {
    await Deno.remove(parent, { recursive: true });
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

import { assert, assertEquals, assertThrows } from "@std/assert";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import {
  connect as connectSocket,
  createServer,
  type Server,
  type Socket,
} from "node:net";
import {
  percentEncoded,
  timeoutMs,
} from "../../../../provider/framework/plugin/grpc_headers.ts";
import { framed } from "../../../../provider/framework/plugin/grpc_message.ts";
import { makeGrpcServer } from "../../../../provider/framework/plugin/grpc_server.ts";
import {
  RpcError,
  Status,
} from "../../../../provider/framework/plugin/status.ts";

for (
  const [text, ms] of [
    [undefined, undefined],
    ["1H", 3_600_000],
    ["2M", 120_000],
    ["30S", 30_000],
    ["250m", 250],
    ["1500u", 2],
    ["1n", 1],
    ["0m", 1],
    ["99999999H", undefined],
  ] as const
) {
  Deno.test(`a grpc-timeout of ${text} is ${ms} ms`, () => {
    assertEquals(timeoutMs(text), ms);
  });
}

for (const text of ["", "S", "1", "1s", "-1S", "123456789S", "1 S"]) {
  Deno.test(`"${text}" is no grpc-timeout`, () => {
    assertThrows(() => timeoutMs(text), RpcError, "grpc-timeout");
  });
}

for (
  const [text, coded] of [
    ["", ""],
    ["a b~", "a b~"],
    ["50 %", "50 %25"],
    ["größer\n", "gr%C3%B6%C3%9Fer%0A"],
    ["\u{7f}😀", "%7F%F0%9F%98%80"],
  ] as const
) {
  Deno.test(`${JSON.stringify(text)} is sent as ${coded}`, () => {
    assertEquals(percentEncoded(text), coded);
    assertEquals(decodeURIComponent(coded), text);
  });
}

const hello = framed(Buffer.from("hello"));
const compressed = Uint8Array.of(1, ...hello.subarray(1));
const cases: readonly {
  readonly name: string;
  readonly pieces: readonly Uint8Array[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly answer?: string;
}[] = [
  {
    name: "one message is answered",
    pieces: [hello],
    status: 0,
    answer: "hello",
  },
  {
    name: "a message may come byte by byte",
    pieces: Array.from(hello, (byte) => Uint8Array.of(byte)),
    status: 0,
    answer: "hello",
  },
  {
    name: "an empty message is one",
    pieces: [framed(new Uint8Array())],
    status: 0,
    answer: "",
  },
  { name: "no message is refused", pieces: [], status: Status.UNIMPLEMENTED },
  {
    name: "two messages are refused",
    pieces: [hello, hello],
    status: Status.UNIMPLEMENTED,
  },
  {
    name: "half a message is refused",
    pieces: [hello.subarray(0, 7)],
    status: Status.INTERNAL,
  },
  {
    name: "half a prefix is refused",
    pieces: [hello.subarray(0, 3)],
    status: Status.INTERNAL,
  },
  {
    name: "a compressed message is refused",
    pieces: [compressed],
    status: Status.UNIMPLEMENTED,
  },
  {
    name: "a message that says it is too long is refused before it comes",
    pieces: [Uint8Array.of(0, 0, 0, 0, 101)],
    status: Status.RESOURCE_EXHAUSTED,
  },
  {
    name: "a time limit that is none is refused",
    pieces: [hello],
    headers: { "grpc-timeout": "soon" },
    status: Status.INTERNAL,
  },
  {
    name: "a method that is not there is refused",
    pieces: [hello],
    headers: { ":path": "/test/None" },
    status: Status.UNIMPLEMENTED,
  },
];

for (const { name, pieces, headers = {}, status, answer } of cases) {
  Deno.test(`gRPC: ${name}`, async () => {
    await using server = await TestServer.start();
    const got = await server.call(pieces, headers);
    assertEquals(got.headers["grpc-status"], `${status}`);
    assertEquals(got.body.subarray(5).toString(), answer ?? "");
    const again = await server.call([hello]);
    assertEquals(again.body.subarray(5).toString(), "hello");
  });
}

for (
  const headers of [
    { ":method": "GET" },
    { "content-type": "text/html" },
  ]
) {
  Deno.test(`gRPC: ${JSON.stringify(headers)} is no call`, async () => {
    await using server = await TestServer.start();
    const got = await server.call([], headers);
    assertEquals(got.headers[":status"], 415);
  });
}

Deno.test("gRPC: a late answer to a call past its deadline is dropped", async () => {
  await using server = await TestServer.start();
  const late = await server.call([hello], {
    ":path": "/test/Late",
    "grpc-timeout": "5m",
  });
  assertEquals(late.headers["grpc-status"], `${Status.DEADLINE_EXCEEDED}`);
  assertEquals(server.errors, []);
});

Deno.test("gRPC: a failure after the first message of many is told", async () => {
  await using server = await TestServer.start();
  const got = await server.call([hello], { ":path": "/test/Break" });
  assertEquals(got.headers["grpc-status"], `${Status.DATA_LOSS}`);
  assertEquals(got.body.subarray(5).toString(), "first");
});

/** What a client sees of a call. */
interface Seen {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** A server of a few methods, with a client of its own. */
class TestServer implements AsyncDisposable {
  readonly errors: number[] = [];
  #folder = "";
  #server: Server | undefined;
  #session: ClientHttp2Session | undefined;
  readonly #sockets = new Set<Socket>();

  static async start(): Promise<TestServer> {
    const self = new TestServer();
    const grpc = await makeGrpcServer({
      methods: {
        "/test/Echo": {
          kind: "unary",
          handle: (request) => Promise.resolve(request),
        },
        "/test/Late": {
          kind: "unary",
          handle: (request, { signal }) =>
            new Promise((resolve) => {
              signal.addEventListener("abort", () => resolve(request));
            }),
        },
        "/test/Break": { kind: "server-stream", handle: breakLate },
      },
      maxMessageBytes: 100,
      onError: (_path, { code }) => self.errors.push(code),
    });
    self.#folder = await Deno.makeTempDir({ prefix: "grpc-test-" });
    const path = `${self.#folder}/socket`;
    self.#server = createServer((socket) => {
      self.#sockets.add(socket);
      socket.on("error", () => {});
      grpc.serve(socket);
    }).listen({ path });
    await once(self.#server, "listening");
    self.#session = connect("http://localhost", {
      createConnection: () => connectSocket({ path }),
    });
    return self;
  }

  async call(
    pieces: readonly Uint8Array[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Seen> {
    assert(this.#session !== undefined);
    const stream = this.#session.request({
      ":method": "POST",
      ":path": "/test/Echo",
      "content-type": "application/grpc",
      "te": "trailers",
      ...headers,
    });
    const seen: Record<string, unknown> = {};
    const body: Uint8Array[] = [];
    stream.on("error", () => {}); // a reset after the status is no fault
    stream.on("response", (head) => Object.assign(seen, head));
    stream.on("trailers", (tail) => Object.assign(seen, tail));
    stream.on("data", (piece: Uint8Array) => body.push(piece));
    for (const piece of pieces) stream.write(piece);
    stream.end();
    await new Promise((resolve) => stream.on("close", resolve));
    return { headers: seen, body: Buffer.concat(body) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#session?.destroy();
    for (const socket of this.#sockets) socket.destroy();
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    await closed;
    await Deno.remove(this.#folder, { recursive: true });
  }
}

async function* breakLate(): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from("first");
  await Promise.resolve();
  throw new RpcError(Status.DATA_LOSS, "the rest is lost");
}

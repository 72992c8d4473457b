/**
 * Bytes that are no requests at all, on the socket of the real provider's
 * process.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { connect as connectHttp2 } from "node:http2";
import { connect as connectSocket } from "node:net";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { encodeMsgpack } from "../../provider/framework/values/msgpack.ts";
import { Random } from "../support/random_values.ts";
import {
  callFrames,
  callHeaders,
  concat,
  frameBytes,
  frameFlag,
  frameType,
  grpcMessage,
  headerBlock,
  preface,
  RawConnection,
} from "../support/raw_http2.ts";
import { utf8 } from "./hostile_requests.ts";
import { fields, livesOn, startPlain, typeOf } from "./protocol_support.ts";

const rpc = tfplugin6.Provider;

const seed = Number(Deno.env.get("SEED") ?? Date.now() % 1_000_000);

const functionsBlock = headerBlock(callHeaders(rpc.GetFunctions.path));
const settings = frameBytes({ type: frameType.settings });
const { headers, data, reset, ping, windowUpdate } = frameType;
const { endHeaders } = frameFlag;

/** What is sent on a connection of its own. */
const openings: Readonly<Record<string, (random: Random) => Uint8Array>> = {
  "nothing": () => new Uint8Array(),
  "random bytes": (random) => random.bytes(5000),
  "HTTP/1.1": () => utf8("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
  "half of a preface": () => preface.subarray(0, 10),
  "random bytes after the preface": (random) =>
    concat([preface, random.bytes(5000)]),
  "random frames": (random) =>
    concat([
      preface,
      settings,
      ...Array.from({ length: 200 }, () =>
        frameBytes({
          type: random.below(12),
          flags: random.below(256),
          stream: random.below(9),
          payload: random.bytes(random.below(40)),
        })),
    ]),
  "a frame longer than is allowed": () =>
    concat([
      preface,
      settings,
      frameBytes({ type: data, stream: 1, payload: new Uint8Array(2 ** 17) }),
    ]),
  "header lines without an end": () =>
    concat([
      preface,
      settings,
      frameBytes({ type: headers, stream: 1, payload: functionsBlock }),
      ...Array.from({ length: 100 }, () =>
        frameBytes({ type: 9, stream: 1, payload: functionsBlock })),
    ]),
  "broken header lines": (random) =>
    concat([
      preface,
      settings,
      frameBytes({
        type: headers,
        flags: endHeaders,
        stream: 1,
        payload: random.bytes(100),
      }),
    ]),
  "a thousand calls, each taken back at once": () =>
    concat([
      preface,
      settings,
      ...Array.from({ length: 1000 }, (_, i) => {
        const stream = 2 * i + 1;
        return concat([
          callFrames(stream, functionsBlock, grpcMessage(new Uint8Array())),
          frameBytes({ type: reset, stream, payload: new Uint8Array(4) }),
        ]);
      }),
    ]),
  "a thousand pings": () =>
    concat([
      preface,
      settings,
      ...Array.from(
        { length: 1000 },
        () => frameBytes({ type: ping, payload: new Uint8Array(8) }),
      ),
    ]),
  "a window of nothing": () =>
    concat([
      preface,
      settings,
      frameBytes({ type: windowUpdate, payload: new Uint8Array(4) }),
    ]),
  "a message that never ends": () =>
    concat([
      preface,
      settings,
      frameBytes({
        type: headers,
        flags: endHeaders,
        stream: 1,
        payload: functionsBlock,
      }),
      frameBytes({
        type: data,
        stream: 1,
        payload: grpcMessage(new Uint8Array(10), { length: 1000 }),
      }),
    ]),
};

Deno.test("bytes that are no request do no harm", async (t) => {
  const random = new Random(seed);
  await using process = await startPlain(Deno.cwd());
  for (const [name, bytes] of Object.entries(openings)) {
    await t.step(`${name} (SEED=${seed})`, async () => {
      await sendRaw(process.handshake.address, bytes(random));
      await livesOn(process);
    });
  }
});

Deno.test("a connection that is ended for a bad frame after many calls", async () => {
  await using process = await startPlain(Deno.cwd());
  const call = {
    block: functionsBlock,
    data: grpcMessage(new Uint8Array()),
  };
  const bad = frameBytes({
    type: frameType.settings,
    payload: new Uint8Array(5),
  });
  for (let round = 0; round < 2; round++) {
    using client = await RawConnection.open(process.handshake.address);
    for (let i = 0; i < 15; i++) {
      await client.callAll(Array.from({ length: 100 }, () => call));
    }
    await client.send(bad);
    await client.drain();
  }
  await livesOn(process);
});

/** Sends bytes and waits until the other side has closed, or has not answered. */
async function sendRaw(path: string, bytes: Uint8Array): Promise<void> {
  using socket = await Deno.connect({ transport: "unix", path });
  try {
    for (let at = 0; at < bytes.length;) {
      at += await socket.write(bytes.subarray(at));
    }
    await socket.closeWrite();
    const buffer = new Uint8Array(10_000);
    while (await socket.read(buffer) !== null);
  } catch {
    // A reset is as good as an end.
  }
}

interface OddCall {
  readonly title: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The `grpc-status`; undefined: it is no gRPC to the server. */
  readonly status: string | undefined;
}

const empty = grpcMessage(new Uint8Array());

const oddCalls: readonly OddCall[] = [
  { title: "a good call", body: empty, status: "0" },
  { title: "no message", body: new Uint8Array(), status: "12" },
  { title: "two messages", body: concat([empty, empty]), status: "12" },
  { title: "half of a message", body: empty.subarray(0, 3), status: "13" },
  {
    title: "a message that is shorter than it says",
    body: grpcMessage(new Uint8Array(3), { length: 1000 }),
    status: "13",
  },
  {
    title: "a message of four gigabytes",
    body: grpcMessage(new Uint8Array(3), { length: 2 ** 32 - 1 }),
    status: "8",
  },
  {
    title: "a message that is compressed",
    body: grpcMessage(new Uint8Array(3), { compressed: 1 }),
    status: "12",
  },
  {
    title: "a method that there is not",
    headers: { ":path": "/__proto__/constructor" },
    body: empty,
    status: "12",
  },
  {
    title: "a time limit that is none",
    headers: { "grpc-timeout": "soon" },
    body: empty,
    status: "13",
  },
  {
    title: "a GET",
    headers: { ":method": "GET" },
    body: empty,
    status: undefined,
  },
  {
    title: "another type of content",
    headers: { "content-type": "text/plain" },
    body: empty,
    status: undefined,
  },
];

Deno.test("calls that break the rules of gRPC get a status", async (t) => {
  await using process = await startPlain(Deno.cwd());
  for (const { title, headers, body, status } of oddCalls) {
    await t.step(title, async () => {
      const answer = await request(process.handshake.address, headers, body);
      assertEquals(answer["grpc-status"], status);
      if (status === undefined) {
        assertEquals(answer[":status"], 415);
      } else if (status !== "0") {
        assert(String(answer["grpc-message"]).length > 10);
      }
    });
  }
  await livesOn(process);
});

/** Makes one call on a connection of its own; returns headers and trailers. */
async function request(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body: Uint8Array,
): Promise<Record<string, unknown>> {
  const session = connectHttp2("http://localhost", {
    createConnection: () => connectSocket(path),
  });
  const answer: Record<string, unknown> = {};
  const stream = session.request({
    ...callHeaders(rpc.GetFunctions.path),
    ...headers,
  }, { endStream: false });
  stream.on("response", (headers) => Object.assign(answer, headers));
  stream.on("trailers", (trailers) => Object.assign(answer, trailers));
  // A server may reset what it has answered already.
  stream.on("error", () => {});
  stream.resume();
  stream.end(body);
  await new Promise((resolve) => stream.on("close", resolve));
  session.destroy();
  return answer;
}

Deno.test("a client that vanishes in mid-call ends what it asked for", async () => {
  const objects = await Deno.makeTempDir({ prefix: "lab_" });
  await using process = await startPlain(objects, { TF_LOG_PROVIDER: "debug" });
  const type = typeOf("lab_fault");
  const planned = {
    msgpack: encodeMsgpack(
      fields({
        kind: "waits",
        name: "first",
        note: null,
        result: null,
        timeouts: null,
      }),
      type,
    ),
  };
  const apply = rpc.ApplyResourceChange.request.encode({
    typeName: "lab_fault",
    plannedState: planned,
    config: planned,
  }).finish();
  {
    using client = await RawConnection.open(process.handshake.address);
    const block = headerBlock(callHeaders(rpc.ApplyResourceChange.path));
    await client.send(
      callFrames(client.nextStream(), block, grpcMessage(apply)),
    );
    while ([...Deno.readDirSync(objects)].length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  await livesOn(process);
  const { stderr } = await process.shutdown();
  assertStringIncludes(stderr, "the client cancelled the call");
  await Deno.remove(objects, { recursive: true });
});

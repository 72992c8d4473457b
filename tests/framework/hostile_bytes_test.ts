/**
 * Bytes that are no requests at all, on the socket of the real provider's
 * process.
 *
 * @module
 */
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
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
import { livesOn, startPlain } from "./protocol_support.ts";
import { encodeText } from "../support/text.ts";

const rpc = tfplugin6.Provider;

const { seed } = Random.ofEnvironment();

const functionsBlock = headerBlock(callHeaders(rpc.GetFunctions.path));
const settings = frameBytes({ type: frameType.settings });
const { headers, data, reset, ping, windowUpdate } = frameType;
const { endHeaders } = frameFlag;

/** The bytes sent on a connection of their own, by name. */
const openings: Readonly<Record<string, (random: Random) => Uint8Array>> = {
  "nothing": () => new Uint8Array(),
  "random bytes": (random) => random.bytes(5000),
  "HTTP/1.1": () => encodeText("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
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

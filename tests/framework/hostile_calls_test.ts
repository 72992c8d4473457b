/**
 * Calls that break the rules of gRPC, and clients that leave, with the real
 * provider's process.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { connect as connectHttp2 } from "node:http2";
import { connect as connectSocket } from "node:net";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { objectType } from "../../provider/framework/schema/schema.ts";
import { encodeMsgpack } from "../../provider/framework/values/msgpack_encode.ts";
import {
  callFrames,
  callHeaders,
  concat,
  grpcMessage,
  headerBlock,
  RawConnection,
} from "../support/raw_http2.ts";
import { fields, livesOn, startPlain } from "./protocol_support.ts";
import { fault } from "./provider/fault.ts";

const rpc = tfplugin6.Provider;

interface OddCall {
  readonly title: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The `grpc-status` it may end with; none: it is no gRPC to the server. */
  readonly statuses: readonly string[];
}

const empty = grpcMessage(new Uint8Array());

const oddCalls: readonly OddCall[] = [
  { title: "a good call", body: empty, statuses: ["0"] },
  { title: "no message", body: new Uint8Array(), statuses: ["12", "13"] },
  {
    title: "two messages",
    body: concat([empty, empty]),
    statuses: ["12", "13"],
  },
  {
    title: "half of a message",
    body: empty.subarray(0, 3),
    statuses: ["12", "13"],
  },
  {
    title: "a message that is shorter than it says",
    body: grpcMessage(new Uint8Array(3), { length: 1000 }),
    statuses: ["12", "13"],
  },
  {
    title: "a message of four gigabytes",
    body: grpcMessage(new Uint8Array(3), { length: 2 ** 32 - 1 }),
    statuses: ["8"],
  },
  {
    title: "a message that is compressed",
    body: grpcMessage(new Uint8Array(3), { compressed: 1 }),
    statuses: ["3", "12", "13"],
  },
  {
    title: "a method that there is not",
    headers: { ":path": "/__proto__/constructor" },
    body: empty,
    statuses: ["12"],
  },
  {
    title: "a time limit that is none",
    headers: { "grpc-timeout": "soon" },
    body: empty,
    statuses: ["13"],
  },
  {
    title: "another type of content",
    headers: { "content-type": "text/plain" },
    body: empty,
    statuses: [],
  },
];

Deno.test("calls that break the rules of gRPC get a status", async (t) => {
  await using process = await startPlain(Deno.cwd());
  for (const { title, headers, body, statuses } of oddCalls) {
    await t.step(title, async () => {
      const answer = await request(process.handshake.address, headers, body);
      const status = answer["grpc-status"];
      if (statuses.length === 0) {
        assertEquals(status, undefined);
      } else {
        assert(statuses.includes(String(status)), `It ends with ${status}`);
        const message = String(answer["grpc-message"] ?? "");
        assertEquals(message.length > 10, status !== "0", message);
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
  const type = objectType(fault.schema);
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
  await process.logged("the client cancelled the call");
  await livesOn(process);
  await Deno.remove(objects, { recursive: true });
});

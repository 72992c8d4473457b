/**
 * A very large number of requests at fault, and the memory of the real
 * provider's process.
 *
 * @module
 */
import { assert } from "@std/assert";
import type { Init } from "../../proto/codec.ts";
import type { Method } from "../../proto/service.ts";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { Random } from "../support/random_values.ts";
import {
  callHeaders,
  grpcMessage,
  headerBlock,
  RawConnection,
} from "../support/raw_http2.ts";
import { testIf } from "../support/skip.ts";
import { badJson, badMsgpack } from "./hostile_requests.ts";
import { livesOn, startPlain } from "./protocol_support.ts";

const rpc = tfplugin6.Provider;

const { seed } = Random.ofEnvironment();

/** One hostile call, ready to be sent. */
interface ReadyCall {
  readonly block: Uint8Array;
  readonly data: Uint8Array;
}

/** Calls at fault of many kinds, none of them large. */
function hostileCalls(random: Random): readonly ReadyCall[] {
  const typeName = "lab_record";
  const bad = Object.values(badMsgpack)
    .map((msgpack) => ({ typeName, value: { msgpack } }));
  const calls = bad.flatMap(({ typeName, value }) => [
    ready(rpc.ValidateResourceConfig, { typeName, config: value }),
    ready(rpc.ReadResource, { typeName, currentState: value }),
    ready(rpc.PlanResourceChange, {
      typeName,
      config: value,
      proposedNewState: value,
    }),
    ready(rpc.ApplyResourceChange, {
      typeName,
      config: value,
      plannedState: value,
    }),
    ready(rpc.ReadDataSource, { typeName: "lab_things", config: value }),
    ready(rpc.CallFunction, { name: "join", arguments: [value] }),
  ]);
  const states = Object.values(badJson).map((json) =>
    ready(rpc.UpgradeResourceState, {
      typeName,
      version: 2,
      rawState: { json },
    })
  );
  const noise = Array.from({ length: 300 }, () => {
    const path = random.pick(Object.values(rpc)).path;
    const quiet = /Configure|Stop/.test(path) ? rpc.ReadResource.path : path;
    return readyBytes(quiet, random.bytes(random.below(80)));
  });
  return [...calls, ...states, ...noise];
}

function ready<Request>(
  method: Method<Request, object>,
  message: Init<Request>,
): ReadyCall {
  return readyBytes(method.path, method.request.encode(message).finish());
}

function readyBytes(path: string, message: Uint8Array): ReadyCall {
  return { block: headerBlock(callHeaders(path)), data: grpcMessage(message) };
}

const hasProc = Deno.build.os === "linux";

/** The memory that a process has, in MiB. */
function residentMiB(pid: number): number {
  const [, pages = ""] = Deno.readTextFileSync(`/proc/${pid}/statm`).split(" ");
  return Number(pages) * 4096 / 2 ** 20;
}

testIf({
  name: `30 000 calls at fault leave no memory behind (SEED=${seed})`,
  skipped: hasProc ? undefined : "the memory of a process is read from /proc",
  async fn() {
    await using process = await startPlain(Deno.cwd());
    const calls = hostileCalls(new Random(seed));
    using client = await RawConnection.open(process.handshake.address);
    let next = 0;
    const send = async (count: number) => {
      for (let sent = 0; sent < count; sent += 100) {
        await client.callAll(
          Array.from({ length: 100 }, () => at(calls, next++)),
        );
      }
    };
    // The heap grows to its working size first.
    await send(10_000);
    const before = residentMiB(process.pid);
    await send(20_000);
    const grown = residentMiB(process.pid) - before;
    // A leak of 1,600 bytes for each call would be more.
    assert(grown < 30, `It grew by ${grown} MiB`);
    await livesOn(process);
  },
});

function at(calls: readonly ReadyCall[], index: number): ReadyCall {
  const call = calls[index % calls.length];
  assert(call !== undefined);
  return call;
}

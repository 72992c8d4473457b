/**
 * A very large number of requests at fault, and the memory of the real
 * provider's process.
 *
 * @module
 */
import { assert } from "@std/assert";
import type { Method } from "../../proto/service.ts";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { corruptRequest } from "../support/corrupt_request.ts";
import { Random } from "../support/random_values.ts";
import {
  callHeaders,
  grpcMessage,
  headerBlock,
  RawConnection,
} from "../support/raw_http2.ts";
import { testIf } from "../support/skip.ts";
import { objectType } from "../../provider/framework/schema/schema.ts";
import { whole } from "../provider/framework/engine/support.ts";
import { encodeValue } from "../provider/framework/rpc/support.ts";
import { livesOn, startPlain } from "./protocol_support.ts";
import { thing } from "./provider/thing.ts";

const rpc = tfplugin6.Provider;

const { seed } = Random.ofEnvironment();

/** A call that is ready to be sent. */
interface ReadyCall {
  readonly block: Uint8Array;
  readonly data: Uint8Array;
}

/** Calls at fault of many kinds, none of them large. */
function hostileCalls(random: Random): readonly ReadyCall[] {
  const all: readonly Method<object, object>[] = Object.values(rpc);
  const methods = all.filter(({ path }) => !/Configure|Stop/.test(path));
  const value = encodeValue(
    whole(thing.schema, { name: "first" }),
    objectType(thing.schema),
  );
  return Array.from({ length: 600 }, (_, i) => {
    const method = random.pick(methods);
    const message = i % 2
      ? random.bytes(random.below(80))
      : corruptRequest(method, value, random);
    const block = headerBlock(callHeaders(method.path));
    return { block, data: grpcMessage(message) };
  });
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
    const objects = await Deno.makeTempDir({ prefix: "lab_" });
    await using process = await startPlain(objects);
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
    await Deno.remove(objects, { recursive: true });
  },
});

function at(calls: readonly ReadyCall[], index: number): ReadyCall {
  const call = calls[index % calls.length];
  assert(call !== undefined);
  return call;
}

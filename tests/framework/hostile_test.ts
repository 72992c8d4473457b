/**
 * Clients that are broken or mean, and the real provider's process: each
 * request ends in a diagnostic or a gRPC error with the cause, and the process
 * lives on.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Method } from "../../proto/service.ts";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { makeIdentity } from "../../provider/framework/plugin/certificate.ts";
import { PluginConnection } from "../support/plugin_client.ts";
import {
  badJson,
  badMsgpack,
  dynamicBytes,
  oddMsgpack,
  recordBytes,
  utf8,
} from "./hostile_requests.ts";
import { livesOn, processTest } from "./protocol_support.ts";

const rpc = tfplugin6.Provider;
const typeName = "lab_record";

interface Told {
  readonly severity: number;
  readonly summary: string;
  readonly detail: string;
}

/** Fails unless there is an error that says what is wrong. */
function assertRefused(name: string, diagnostics: readonly Told[]): void {
  const [error] = diagnostics;
  assert(error !== undefined, `${name}: there is no error`);
  assertEquals(error.severity, 1, name);
  assert(/[A-Z].{10,}/.test(error.summary), `${name}: ${error.summary}`);
  assert(/[A-Z].{20,}\.$/.test(error.detail), `${name}: ${error.detail}`);
}

/** The status that a call ends with. */
async function statusOf(
  call: Promise<unknown>,
): Promise<{ code: unknown; details: string }> {
  try {
    await call;
  } catch (error) {
    const { code, details } = Object(error);
    return { code, details: String(details) };
  }
  throw new Error("The call succeeded");
}

processTest("broken requests", {
  "broken msgpack is refused, wherever it stands": async (process) => {
    const { connection } = process;
    const good = { msgpack: recordBytes({}) };
    for (const [name, msgpack] of Object.entries(badMsgpack)) {
      const bad = { msgpack };
      const answers = [
        await connection.rpc(rpc.ValidateResourceConfig, {
          typeName,
          config: bad,
        }),
        await connection.rpc(rpc.ReadResource, { typeName, currentState: bad }),
        await connection.rpc(rpc.PlanResourceChange, {
          typeName,
          config: bad,
          proposedNewState: good,
        }),
        await connection.rpc(rpc.ApplyResourceChange, {
          typeName,
          config: bad,
          plannedState: good,
        }),
      ];
      for (const { diagnostics } of answers) assertRefused(name, diagnostics);
    }
    await livesOn(process);
  },
  "every message that is cut is refused": async ({ connection }) => {
    const whole = recordBytes({ any: dynamicBytes('"string"', utf8("\xa1x")) });
    for (let end = 1; end < whole.length; end++) {
      const config = { msgpack: whole.subarray(0, end) };
      const { diagnostics } = await connection.rpc(rpc.ValidateResourceConfig, {
        typeName,
        config,
      });
      assertRefused(`${end} bytes`, diagnostics);
    }
  },
  "what is odd, but no fault to Terraform, is none here": async (process) => {
    for (const [name, msgpack] of Object.entries(oddMsgpack)) {
      const { diagnostics } = await process.connection.rpc(
        rpc.ValidateResourceConfig,
        { typeName, config: { msgpack } },
      );
      assertEquals(diagnostics, [], name);
    }
  },
  "broken JSON of a state is refused": async (process) => {
    for (const [name, json] of Object.entries(badJson)) {
      const { diagnostics } = await process.connection.rpc(
        rpc.UpgradeResourceState,
        { typeName, version: 2, rawState: { json } },
      );
      assertRefused(name, diagnostics);
    }
    await livesOn(process);
  },
  "the key `__proto__` is a key as any other": async ({ connection }) => {
    const evil = '{"__proto__":{"value":{"polluted":"yes"},' +
      '"type":["map","string"]},"id":"x"}';
    const upgraded = await connection.rpc(rpc.UpgradeResourceState, {
      typeName,
      version: 2,
      rawState: { json: utf8(evil) },
    });
    assertEquals(upgraded.diagnostics, []);
    const map = '{"any":{"value":{"__proto__":"a","constructor":"b"},' +
      '"type":["map","string"]}}';
    const { upgradedState } = await connection.rpc(rpc.UpgradeResourceState, {
      typeName,
      version: 2,
      rawState: { json: utf8(map) },
    });
    const { newState } = await connection.rpc(rpc.ReadResource, {
      typeName,
      currentState: upgradedState,
    });
    const text = new TextDecoder().decode(newState?.msgpack);
    assertStringIncludes(text, "__proto__");
    assertStringIncludes(text, "constructor");
  },
  "each method answers a message that is absent": async (process) => {
    for (const method of allMethods()) {
      const { path, response } = method;
      if (unserved.test(path)) continue;
      const bytes = await process.connection.call(path, new Uint8Array());
      const text = JSON.stringify(response.decode(bytes));
      const refused = /sent no|has no/.test(text);
      assertEquals(refused, !asksForNothing.test(path), `${path}: ${text}`);
    }
  },
  "bytes that are no message are refused with the cause": async (process) => {
    const { connection } = process;
    for (const { path } of allMethods()) {
      if (asksForNothing.test(path)) continue;
      const call = connection.call(path, Uint8Array.of(0xff, 0xff, 0xff));
      const { code, details } = await statusOf(call);
      assertEquals(code, unserved.test(path) ? 12 : 3, path);
      assertStringIncludes(details, path.slice(path.lastIndexOf("/") + 1));
    }
    await livesOn(process);
  },
  "a message of 20 MB is read, and refused for what it holds": async (
    { connection },
  ) => {
    const json = new Uint8Array(20_000_000).fill(0x20);
    const { diagnostics } = await connection.rpc(rpc.UpgradeResourceState, {
      typeName,
      version: 2,
      rawState: { json },
    });
    assertRefused("only spaces", diagnostics);
  },
  "a client without a certificate, or with another one": async (process) => {
    for (const identity of [undefined, makeIdentity()]) {
      const foreign = process.connect(identity);
      const { code } = await statusOf(foreign.rpc(rpc.GetFunctions, {}));
      foreign.close();
      assertEquals(code, 14);
    }
    const { network, address } = process.handshake;
    const plain = new PluginConnection({ network, address });
    assertEquals((await statusOf(plain.rpc(rpc.GetFunctions, {}))).code, 14);
    plain.close();
    await livesOn(process);
  },
  "100 broken calls and 100 good ones at once": async ({ connection }) => {
    const bad = Object.values(badMsgpack);
    const calls = Array.from({ length: 200 }, async (_, i) => {
      const msgpack = i % 2 === 0 ? recordBytes({}) : bad[i % bad.length];
      const { diagnostics } = await connection.rpc(rpc.ValidateResourceConfig, {
        typeName,
        config: { msgpack },
      });
      return diagnostics.length;
    });
    const counts = await Promise.all(calls);
    assertEquals(counts, counts.map((_, i) => i % 2));
  },
});

const unserved = /State(Store|Bytes)|\/(Lock|Unlock|Delete)State$|\/GetStates$/;

/** Methods whose requests hold nothing; what comes instead is not read. */
const asksForNothing =
  /\/(GetMetadata|GetProviderSchema|GetResourceIdentitySchemas|GetFunctions|StopProvider)$/;

function allMethods(): readonly Method<object, object>[] {
  return Object.values(rpc);
}

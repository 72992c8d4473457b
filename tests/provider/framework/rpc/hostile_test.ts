/**
 * Requests that are broken in every way a random change can break them.
 *
 * @module
 */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { tfplugin6 } from "../../../../proto/gen/tfplugin6.ts";
import type { Method } from "../../../../proto/service.ts";
import {
  RpcError,
  Status,
} from "../../../../provider/framework/plugin/call.ts";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import { corruptRequest } from "../../../support/corrupt_request.ts";
import { Random } from "../../../support/random_values.ts";
import { makeProvider, resource } from "../verify/support.ts";
import { callMethod, callRaw, methods, serviceOf } from "./support.ts";
import { DiagnosticsError } from "../../../../provider/framework/diagnostics.ts";
import {
  readCapabilities,
  wireDeferred,
  wireTimestamp,
} from "../../../../provider/framework/rpc/messages.ts";
import { cacheResponse } from "../../../../provider/framework/rpc/route.ts";
import {
  readRawState,
  readValue,
  wireValue,
} from "../../../../provider/framework/rpc/values.ts";

const description = "What it is.";
const schema = s.schema({
  description,
  attributes: {
    text: s.string({ optional: true, description }),
    any: s.dynamic({ optional: true, description }),
    number: s.number({ optional: true, computed: true, description }),
    map: s.map(types.set(types.string), { optional: true, description }),
    nested: s.objectList({
      deep: s.bool({ optional: true, default: true, description }),
    }, { optional: true, description }),
  },
});

const value = {
  msgpack: encodeMsgpack(
    record([
      ["text", "x"],
      ["any", null],
      ["number", unknown],
      ["map", record([["__proto__", ["a", "b"]]])],
      ["nested", [record([["deep", true]])]],
    ]),
    objectType(schema),
  ),
};

Deno.test("broken requests end in an answer or in INVALID_ARGUMENT", async () => {
  const service = serviceOf(
    makeProvider({ resources: [resource({ schema })] }),
  );
  const config = { msgpack: Uint8Array.of(0x80) };
  await callMethod(service, methods.ConfigureProvider, { config });
  const random = Random.ofEnvironment();
  const all: readonly Method<object, object>[] = Object.values(
    tfplugin6.Provider,
  );
  const served = all.filter(({ path }) =>
    Object.hasOwn(service.unary, path.slice(path.lastIndexOf("/") + 1))
  );
  assertEquals(served.length, 26);
  let refused = 0;
  for (let i = 0; i < 4000; i++) {
    const method = served[i % served.length];
    if (method === undefined) continue;
    const name = method.path.slice(method.path.lastIndexOf("/") + 1);
    const request = corruptRequest(method, value, random);
    try {
      method.response.decode(await callRaw(service, name, request));
    } catch (error) {
      refused++;
      assert(
        error instanceof RpcError && error.code === Status.INVALID_ARGUMENT,
        `${name}, SEED=${random.seed}, case ${i}: ${error}`,
      );
    }
  }
  assert(refused > 100, "some are no messages at all");
});

const none = new Uint8Array();
const text = (value: string) => new TextEncoder().encode(value);

Deno.test("points in time keep their milliseconds, before 1970 too", () => {
  const cases = [
    ["1970-01-01T00:00:00.000Z", 0, 0],
    ["2024-02-29T12:00:00.123Z", 1709208000, 123_000_000],
    ["1969-12-31T23:59:59.900Z", -1, 900_000_000],
  ] as const;
  for (const [date, seconds, nanos] of cases) {
    assertEquals(wireTimestamp(new Date(date)), { seconds, nanos });
  }
  assertEquals(wireTimestamp(undefined), undefined);
});

Deno.test("a client can do what it says, and no more", () => {
  assertEquals(readCapabilities(undefined), {
    deferralAllowed: false,
    writeOnlyAttributesAllowed: false,
  });
  const all = { deferralAllowed: true, writeOnlyAttributesAllowed: true };
  assertEquals(readCapabilities(all), all);
});

Deno.test("every reason of a deferral has its number", () => {
  assertEquals(wireDeferred(undefined), undefined);
  assertEquals(wireDeferred("resource_config_unknown"), { reason: 1 });
  assertEquals(wireDeferred("provider_config_unknown"), { reason: 2 });
  assertEquals(wireDeferred("absent_prerequisite"), { reason: 3 });
});

Deno.test("stored data is text, or too old, or not there", () => {
  const cases = [
    [undefined, { kind: "absent" }],
    [{ json: none, flatmap: {} }, { kind: "absent" }],
    [{ json: none, flatmap: { a: "b" } }, { kind: "flatmap" }],
    [{ json: text("{}"), flatmap: {} }, { kind: "json", text: "{}" }],
  ] as const;
  for (const [message, expected] of cases) {
    assertEquals(readRawState(message, "raw_state"), expected);
  }
  assertThrows(
    () => readRawState({ json: Uint8Array.of(0xff), flatmap: {} }, "raw_state"),
    DiagnosticsError,
    "`raw_state` cannot be read: it is not UTF-8 text",
  );
});

Deno.test("msgpack goes before JSON, and neither is null", () => {
  const msgpack = Uint8Array.of(0xa1, 0x61);
  const json = text('"b"');
  assertEquals(readValue({ msgpack, json }, "string", "x"), "a");
  assertEquals(readValue({ msgpack: none, json }, "string", "x"), "b");
  assertEquals(readValue({ msgpack: none, json: none }, "string", "x"), null);
  assertEquals(readValue(undefined, "string", "x"), null);
  assertEquals(readValue({ msgpack, json }, undefined, "x"), null);
});

Deno.test("null is one byte, whatever its type", () => {
  const types = ["string", "dynamic", ["object", {}], undefined] as const;
  for (const type of types) {
    assertEquals([...wireValue(null, type).msgpack ?? none], [0xc0]);
  }
});

Deno.test("an answer that could not be made is tried again", async () => {
  let calls = 0;
  const handle = cacheResponse(() => {
    calls++;
    return calls === 1
      ? Promise.reject(new Error("not yet"))
      : Promise.resolve(Uint8Array.of(calls));
  });
  const { signal } = new AbortController();
  await assertRejects(() => handle(none, { signal }), Error, "not yet");
  assertEquals(await handle(none, { signal }), Uint8Array.of(2));
  assertEquals(await handle(none, { signal }), Uint8Array.of(2));
});

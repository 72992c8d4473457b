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

/** A message with every field that any request has, by their usual names. */
const everything = {
  typeName: "lab_thing",
  config: value,
  priorState: value,
  proposedNewState: value,
  currentState: value,
  plannedState: value,
  state: value,
  private: new TextEncoder().encode("{}"),
  priorPrivate: new TextEncoder().encode("{}"),
  plannedPrivate: new TextEncoder().encode("{}"),
  rawState: { json: new TextEncoder().encode('{"text":"x","nested":[]}') },
  id: "x",
  name: "join",
};

/** Cuts, overwrites, repeats or inserts a few bytes. */
function corrupt(bytes: Uint8Array, random: Random) {
  const all = [...bytes];
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = random.below(all.length + 1);
    switch (random.below(4)) {
      case 0:
        all.splice(at);
        break;
      case 1:
        all.splice(at, 1, random.below(256));
        break;
      case 2:
        all.splice(at, random.below(8));
        break;
      default:
        all.splice(
          at,
          0,
          ...all.slice(at, at + random.below(16)),
          random.below(256),
        );
    }
  }
  return Uint8Array.from(all);
}

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
    const request = corrupt(method.request.encode(everything).finish(), random);
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

Deno.test("values that nest deeply are refused, not followed", async () => {
  const service = serviceOf(
    makeProvider({ resources: [resource({ schema })] }),
  );
  const depth = 200_000;
  const msgpack = new Uint8Array(depth).fill(0x91);
  const text = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const json = new TextEncoder().encode(`{"text":${text}}`);
  for (const config of [{ msgpack }, { json }]) {
    const { diagnostics } = await callMethod(
      service,
      methods.ValidateResourceConfig,
      { typeName: "lab_thing", config },
    );
    assertEquals(diagnostics[0]?.severity, 1);
  }
  const upgraded = await callMethod(service, methods.UpgradeResourceState, {
    typeName: "lab_thing",
    rawState: { json },
  });
  assertEquals(upgraded.diagnostics[0]?.severity, 1);
});

Deno.test("a dynamic value that nests deeply in its type is refused", async () => {
  const service = serviceOf(
    makeProvider({ resources: [resource({ schema })] }),
  );
  const type = `${'["list",'.repeat(50_000)}"string"${"]".repeat(50_000)}`;
  const bytes = new TextEncoder().encode(type);
  const dynamic = [
    ...[0x92, 0xc6],
    ...[24, 16, 8, 0].map((shift) => (bytes.length >>> shift) & 0xff),
    ...bytes,
    0xc0,
  ];
  const config = {
    msgpack: Uint8Array.from([
      ...[0x85, 0xa3, 0x61, 0x6e, 0x79, ...dynamic],
      ...[0xa3, 0x6d, 0x61, 0x70, 0xc0],
    ]),
  };
  const { diagnostics } = await callMethod(
    service,
    methods.ValidateResourceConfig,
    {
      typeName: "lab_thing",
      config,
    },
  );
  assertEquals(diagnostics[0]?.summary, "Malformed request");
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

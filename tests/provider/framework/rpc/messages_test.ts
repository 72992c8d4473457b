import { assertEquals, assertThrows } from "@std/assert";
import { DiagnosticsError } from "../../../../provider/framework/diagnostics.ts";
import {
  readCapabilities,
  wireDeferred,
  wireTimestamp,
} from "../../../../provider/framework/rpc/messages.ts";
import {
  readRawState,
  readValue,
  wireValue,
} from "../../../../provider/framework/rpc/values.ts";

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

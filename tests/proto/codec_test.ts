import {
  assert,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { WireError } from "../../proto/codec.ts";
import { tfplugin5 } from "../../proto/gen/tfplugin5.ts";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";

const { AttributePath, FunctionError, RawState, Schema, StateRange } =
  tfplugin6;

Deno.test("an absent argument position differs from position 0", () => {
  const first = FunctionError.encode({ functionArgument: 0 }).finish();
  assertEquals([...first], [0x10, 0x00]);
  assertEquals(FunctionError.decode(first).functionArgument, 0);
  const none = FunctionError.encode({ text: "no" }).finish();
  assert(!("functionArgument" in FunctionError.decode(none)));
});

Deno.test("a step keeps which of its kinds it is, also for empty values", () => {
  for (
    const step of [
      { attributeName: "" },
      { elementKeyString: "" },
      { elementKeyInt: 0 },
    ]
  ) {
    const bytes = AttributePath.encode({ steps: [step] }).finish();
    assertEquals(AttributePath.decode(bytes).steps, [step]);
  }
});

Deno.test("of several members of a oneof the last one counts", () => {
  const both = Uint8Array.of(0x0a, 1, 0x61, 0x18, 7);
  assertEquals(AttributePath.Step.decode(both), { elementKeyInt: 7 });
});

Deno.test("integers of up to 53 bits are kept, others are refused", () => {
  for (const start of [0, 1, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1]) {
    const bytes = StateRange.encode({ start }).finish();
    assertEquals(StateRange.decode(bytes).start, start);
  }
  for (const start of [2 ** 53, 0.5, NaN, Infinity]) {
    assertThrows(() => StateRange.encode({ start }), RangeError, `${start}`);
  }
  const large = Uint8Array.of(0x08, ...Array(8).fill(0xff), 0x7f);
  const error = assertThrows(() => StateRange.decode(large), WireError);
  assertStringIncludes(`${error}`, "9223372036854775807 has more than 53 bits");
});

Deno.test("a map may have any keys", () => {
  const flatmap = Object.fromEntries([
    ["", "empty"],
    ["__proto__", "polluted"],
    ["constructor", "c"],
  ]);
  const bytes = RawState.encode({ flatmap }).finish();
  const decoded = RawState.decode(bytes).flatmap;
  assertEquals(Object.entries(decoded), Object.entries(flatmap));
  assertEquals(Object.getPrototypeOf(decoded), null);
});

Deno.test("a map entry may lack its key, its value, or hold more", () => {
  const entries = [
    [[0x12, 0], '[["",""]]'],
    [[0x12, 3, 0x0a, 1, 0x6b], '[["k",""]]'],
    [[0x12, 5, 0x12, 1, 0x76, 0x18, 1], '[["","v"]]'],
  ] as const;
  for (const [bytes, expected] of entries) {
    const { flatmap } = RawState.decode(Uint8Array.from(bytes));
    assertEquals(JSON.stringify(Object.entries(flatmap)), expected);
  }
});

Deno.test("unknown fields and fields of another type are passed over", () => {
  const unknown = [0xa0, 0x06, 0x01, 0xa5, 0x06, 1, 2, 3, 4];
  const group = [0xa3, 0x06, 0x08, 0x01, 0xa4, 0x06];
  const otherType = [0x0a, 0x02, 0x68, 0x69];
  const start = [0x08, 0x05];
  const bytes = Uint8Array.from([...unknown, ...group, ...otherType, ...start]);
  assertEquals(StateRange.decode(bytes), { start: 5, end: 0 });
});

const MALFORMED: readonly (readonly [string, readonly number[]])[] = [
  ["ends within a tag", [0x80]],
  ["ends within a number", [0x08, 0x80]],
  ["ends within a text", [0x22, 0x05, 0x61]],
  ["ends within a nested message", [0x12, 0x05, 0x08]],
  ["has a nested field that reaches beyond its message", [
    ...[0x12, 0x03, 0x0a, 0x05, 0x01],
    ...[0x08, 0x01, 0x08, 0x01, 0x08],
  ]],
  ["has field number 0", [0x00, 0x01]],
  ["has wire type 7", [0x0f, 0x01]],
  ["has a number of eleven bytes", [0x08, ...Array(10).fill(0xff), 0x01]],
  ["has a group that never ends", [0xa3, 0x06, 0x08, 0x01]],
  ["ends a group that did not begin", [0xa4, 0x06]],
];

for (const [name, bytes] of MALFORMED) {
  Deno.test(`a message that ${name} is refused by name`, () => {
    assertThrows(
      () => Schema.decode(Uint8Array.from(bytes)),
      WireError,
      "Cannot decode tfplugin6.Schema:",
    );
  });
}

Deno.test("half a surrogate pair becomes text that others read", () => {
  for (const length of [0, 100]) {
    const text = `${"x".repeat(length)}\ud800`;
    const bytes = FunctionError.encode({ text }).finish();
    assertEquals(FunctionError.decode(bytes).text, text.toWellFormed());
  }
});

Deno.test("text that is not UTF-8 is refused", () => {
  const { Diagnostic } = tfplugin6;
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
    const message = Uint8Array.from([0x12, bytes.length, ...bytes]);
    assertThrows(() => Diagnostic.decode(message), WireError);
  }
});

Deno.test("messages that nest without end are refused, not overrun", () => {
  let bytes: number[] = [];
  for (let depth = 0; depth < 1000; depth++) {
    const nested = [0x12, ...varint(bytes.length), ...bytes];
    bytes = [0x1a, ...varint(nested.length), ...nested];
  }
  assertThrows(() => Schema.Block.decode(Uint8Array.from(bytes)), WireError);
});

Deno.test("both protocols read what the other wrote where they are equal", () => {
  const request = { typeName: "t", config: { msgpack: Uint8Array.of(0x80) } };
  const five = tfplugin5.ReadDataSource.Request.encode(request).finish();
  const six = tfplugin6.ReadDataSource.Request.encode(request).finish();
  assertEquals(five, six);
});

function varint(value: number): number[] {
  return value < 0x80
    ? [value]
    : [value % 0x80 | 0x80, ...varint(Math.floor(value / 0x80))];
}

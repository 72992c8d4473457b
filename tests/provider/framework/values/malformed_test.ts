import {
  assert,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { ValueError } from "../../../../provider/framework/values/errors.ts";
import { decodeJson } from "../../../../provider/framework/values/json.ts";
import { decodeMsgpack } from "../../../../provider/framework/values/msgpack_decode.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import {
  parseType,
  type Type,
} from "../../../../provider/framework/values/type.ts";
import {
  isUnknown,
  Unknown,
} from "../../../../provider/framework/values/unknown.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";

const image: Type = ["object", {
  model: ["list", ["object", { env: ["map", "string"], port: "number" }]],
}];

/** A name, the bytes, their type, the path of the error, part of its text. */
const bytes: readonly [string, string, Type, string, string][] = [
  ["nothing", "", "string", "", "ends too early"],
  ["a text cut short", "a561", "string", "", "ends too early"],
  ["half a header", "d9", "string", "", "ends too early"],
  ["half a number", "cf0000", "number", "", "ends too early"],
  ["NaN", "cb7ff8000000000000", "number", "", "NaN"],
  ["a number in words", "a3666f6f", "number", "", "decimal number"],
  ["the reserved byte", "c1", "string", "", "0xc1"],
  ["a list of 4 billion", "ddffffffff", ["list", "bool"], "", "announces"],
  ["a map of 4 billion", "dfffffffff", ["map", "bool"], "", "announces"],
  ["a text of 4 GB", "dbffffffff", "string", "", "ends too early"],
  ["a bin of 4 GB", "c6ffffffff", "string", "", "ends too early"],
  ["an extension of 4 GB", "c9ffffffff0c", "string", "", "ends too early"],
  ["a list for a map", "90", ["map", "bool"], "", "a map is required"],
  ["a map for a list", "80", ["list", "bool"], "", "an array is required"],
  ["an int for a bool", "01", "bool", "", "a bool is required"],
  ["a tuple too short", "91c3", ["tuple", ["bool", "bool"]], "", "2 elements"],
  [
    "an attribute twice",
    "82a161c3a161c3",
    ["object", { a: "bool", b: "bool" }],
    "",
    '"b" is missing',
  ],
  [
    "a wrong value deep inside",
    "81a56d6f64656c9182a3656e7681a14101a4706f727401",
    image,
    'model[0].env["A"]',
    "a text is required",
  ],
  ["a dynamic of one", "91c3", "dynamic", "", "not an array of 1"],
  ["a dynamic without type", "92c0c3", "dynamic", "", "a text is required"],
  ["a dynamic of no type", "92a3226122c3", "dynamic", "", "Not a type"],
  ["a dynamic of no JSON", "92a17bc3", "dynamic", "", "not valid"],
  ["refinements that are no map", "d60c93010203", "string", "", "a map is"],
  ["a prefix of a number", "d60c8102a161", "number", "", "prefix"],
  ["a length of a text", "c7030c810501", "string", "", "lengthMin"],
  ["a negative length", "c7030c8105ff", ["list", "bool"], "", "whole number"],
  ["a bound of text", "d60c8103a161", "number", "", "an array is required"],
  ["nullness of text", "d60c8101a161", "string", "", "a bool is required"],
  [
    "bounds that exclude each other",
    "c7050c8205020601",
    ["list", "bool"],
    "",
    "exclude each other",
  ],
  [
    "refinements of 1025 bytes",
    "c804010c80" + "00".repeat(1024),
    "string",
    "",
    "at most 1024",
  ],
];

for (const [what, hex, type, path, text] of bytes) {
  Deno.test(`msgpack with ${what} is refused`, () => {
    const error = assertThrows(
      () => decodeMsgpack(Uint8Array.fromHex(hex), type),
      ValueError,
    );
    assertEquals(error.path.toString(), path);
    assertStringIncludes(error.problem, text);
  });
}

Deno.test("refinements with keys of the future are read", () => {
  const bytes = Uint8Array.fromHex("c7070c826392010201c2");
  const value = decodeMsgpack(bytes, "string");
  assert(isUnknown(value));
  assertEquals(value.refinements, { nullness: false });
});

Deno.test("an unknown that is surely null is null", () => {
  assertEquals(
    decodeMsgpack(Uint8Array.fromHex("c7030c8101c3"), "string"),
    null,
  );
  const value = new Unknown({ nullness: true });
  assertEquals(encodeMsgpack(value, "string").toHex(), "c0");
});

Deno.test("dynamic values nested without end are refused", () => {
  const wrapper = Uint8Array.fromHex("92a92264796e616d696322");
  const endless = new Uint8Array(wrapper.length * 100_000);
  for (let i = 0; i < endless.length; i += wrapper.length) {
    endless.set(wrapper, i);
  }
  const error = assertThrows(
    () => decodeMsgpack(endless, "dynamic"),
    ValueError,
  );
  assertStringIncludes(error.problem, "nested deeper than 1000");
});

Deno.test("arrays nested without end are refused", () => {
  const inner = new Uint8Array(100_000).fill(0x91);
  const payload = Uint8Array.from([0x81, 99, ...inner.subarray(0, 1020)]);
  const ext = Uint8Array.from([
    0xc8,
    payload.length >> 8,
    payload.length & 255,
  ]);
  const error = assertThrows(
    () => decodeMsgpack(Uint8Array.from([...ext, 12, ...payload]), "string"),
    ValueError,
  );
  assertStringIncludes(error.problem, "nested deeper");
  const nested = (open: string, inner: string) =>
    open.repeat(100_000) + inner + "]".repeat(100_000);
  for (
    const parse of [
      () => decodeJson(nested("[", ""), "string"),
      () => parseType(nested('["list",', '"string"')),
    ]
  ) assertThrows(parse, ValueError, "nested deeper");
});

Deno.test("a message of too many values is refused before it is read", () => {
  const many = 2_000_000;
  const packed = new Uint8Array(many + 5).fill(0x80);
  packed.set([0xdd, 0, 0x1e, 0x84, 0x80]);
  const list: Type = ["list", ["object", {}]];
  const error = assertThrows(() => decodeMsgpack(packed, list), ValueError);
  assertStringIncludes(error.problem, "more than 1000000 values");
  assertThrows(
    () => decodeJson(`[${"{},".repeat(many)}{}]`, list),
    ValueError,
    "more than 1000000 values",
  );
});

Deno.test("a number that would be written out at length is refused", () => {
  for (const text of ["1e19999", "-1e1001", "1e-1002"]) {
    assertThrows(() => decodeJson(text, "number"), ValueError, "too ");
  }
  assertEquals(decodeJson("1e999", "number"), 10n ** 999n);
});

const json: readonly [string, string, Type, string, string][] = [
  ["nothing", "", "string", "", "not valid"],
  ["two values", "1 2", "number", "", "not valid"],
  ["a number for a name", "{1:1}", ["map", "number"], "", "not valid"],
  ["two numbers in one", "[1-2]", ["list", "number"], "", "not valid"],
  ["a name without quotes", "{a:1}", image, "", "not valid"],
  ["a comma too many", "[1,]", ["list", "number"], "", "not valid"],
  ["a wrong escape", '"\\x"', "string", "", "not valid"],
  ["a raw line break", '"\n"', "string", "", "not valid"],
  ["a text without end", '"abc', "string", "", "not valid"],
  ["a number with a zero before", "01", "number", "", "not valid"],
  ["an unknown name", '{"modell":[]}', image, "", '"modell"'],
  ["a text for a bool", '"yes"', "bool", "", "bool is required"],
  ["a text for a number", '"five"', "number", "", "decimal number"],
  ["a list for a map", "[]", ["map", "bool"], "", "not an array"],
  ["an object for a list", "{}", ["list", "bool"], "", "not an object"],
  ["a tuple too long", "[1,2]", ["tuple", ["number"]], "", "1 elements"],
  ["a dynamic without type", '{"value":1}', "dynamic", "", '"type"'],
  ["a dynamic of text", '"x"', "dynamic", "", "not a string"],
  [
    "a wrong value deep inside",
    '{"model":[{"env":{"A":[]},"port":1}]}',
    image,
    'model[0].env["A"]',
    "string is required",
  ],
];

for (const [what, text, type, path, problem] of json) {
  Deno.test(`JSON with ${what} is refused`, () => {
    const error = assertThrows(() => decodeJson(text, type), ValueError);
    assertEquals(error.path.toString(), path);
    assertStringIncludes(error.message, problem);
  });
}

Deno.test("no error shows the text of a string", () => {
  const secret = "hf_secret";
  const attempts: (() => unknown)[] = [
    () => decodeJson(`"${secret}\\x"`, "string"),
    () => decodeJson(`"${secret}"`, "bool"),
    () => decodeJson(`"${secret}"`, "number"),
    () => decodeJson(`"${secret}`, "string"),
    () => encodeMsgpack(secret, "number"),
    () => decodeMsgpack(encodeMsgpack(secret, "string"), "bool"),
  ];
  for (const attempt of attempts) {
    const error = assertThrows(attempt, ValueError);
    assertEquals(error.message.includes(secret), false, error.message);
  }
});

const unfit: readonly [string, Value, Type, string, string][] = [
  ["a number for a text", 1, "string", "", "not a number"],
  ["NaN", NaN, "number", "", "NaN"],
  ["a missing attribute", {}, ["object", { a: "bool" }], "", '"a" is missing'],
  ["a misspelt one", { a: true, b: 1 }, ["object", { a: "bool" }], "", '"b"'],
  ["a bare dynamic", "x", "dynamic", "", "not a string"],
  ["a wrong element", [true, 1], ["list", "bool"], "[1]", "not a number"],
  ["a wrong set element", [1], ["set", "bool"], "", "not a number"],
  ["a short tuple", [], ["tuple", ["bool"]], "", "1 elements"],
  [
    "a prefix of a list",
    new Unknown({ prefix: "a" }),
    ["list", "bool"],
    "",
    "prefix",
  ],
  [
    "bounds that exclude each other",
    new Unknown({ lengthMin: 2, lengthMax: 1 }),
    ["list", "bool"],
    "",
    "exclude each other",
  ],
];

for (const [what, value, type, path, problem] of unfit) {
  Deno.test(`encoding ${what} is refused`, () => {
    const error = assertThrows(() => encodeMsgpack(value, type), ValueError);
    assertEquals(error.path.toString(), path);
    assertStringIncludes(error.message, problem);
  });
}

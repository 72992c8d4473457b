import { assert, assertEquals, assertThrows } from "@std/assert";
import { validateValue } from "../../../../provider/framework/values/conform.ts";
import {
  equalValues,
  valueKey,
} from "../../../../provider/framework/values/equal.ts";
import { ValueError } from "../../../../provider/framework/values/errors.ts";
import { decodeJson } from "../../../../provider/framework/values/json.ts";
import { parseJson } from "../../../../provider/framework/values/json_parser.ts";
import { decodeMsgpack } from "../../../../provider/framework/values/msgpack_decode.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import {
  parseType,
  type Type,
  typeJson,
} from "../../../../provider/framework/values/type.ts";
import { isWhollyKnown } from "../../../../provider/framework/values/value.ts";
import { encodeJson } from "../../../support/encode_json.ts";
import { property } from "../../../support/property.ts";
import {
  concreteType,
  randomText,
  randomType,
  randomValue,
} from "../../../support/random_values.ts";

property("types survive their JSON", 2000, (random, size) => {
  const type = randomType(random, size);
  assertEquals(typeJson(parseType(typeJson(type))), typeJson(type));
});

property(
  "values survive msgpack, refinements included",
  5000,
  (random, size) => {
    const type = randomType(random, size);
    const value = randomValue(random, type);
    assertEquals(validateValue(value, type), undefined);
    const bytes = encodeMsgpack(value, type);
    const again = decodeMsgpack(bytes, type);
    assert(equalValues(again, value, type), typeJson(type));
    assertEquals(valueKey(again, type), valueKey(value, type));
    assertEquals(encodeMsgpack(again, type).toHex(), bytes.toHex());
  },
);

property("known values survive JSON", 3000, (random, size) => {
  const type = randomType(random, size);
  const value = randomValue(random, type, { unknowns: false });
  assert(isWhollyKnown(value));
  const again = decodeJson(encodeJson(value, type), type);
  assert(equalValues(again, value, type), typeJson(type));
});

property("no prefix of an encoding is a value", 500, (random, size) => {
  const type = concreteType(random, size);
  const bytes = encodeMsgpack(randomValue(random, type), type);
  for (let end = 0; end < Math.min(bytes.length, 200); end++) {
    assert(refusal(() => decodeMsgpack(bytes.subarray(0, end), type)));
  }
});

property("damaged encodings fail as they should", 5000, (random, size) => {
  const type = randomType(random, size);
  const bytes = encodeMsgpack(randomValue(random, type), type);
  for (let i = random.below(4); i >= 0; i--) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  refusal(() => encodeMsgpack(decodeMsgpack(bytes, type), type));
});

property("random bytes fail as they should", 10_000, (random, size) => {
  const type: Type = randomType(random, size);
  const bytes = random.bytes(random.below(60));
  refusal(() => encodeMsgpack(decodeMsgpack(bytes, type), type));
});

property("random JSON fails as it should", 5000, (random, size) => {
  const type: Type = randomType(random, size);
  const pieces = [
    "\u0000",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "1",
    "-",
    "e9",
    ".",
    "null",
  ];
  const text = Array.from(
    { length: random.below(12) },
    () => random.once(5) ? randomText(random) : random.pick(pieces),
  ).join("");
  refusal(() => decodeJson(text, type));
  refusal(() => parseType(text));
});

/** Whether `run` throws; anything but a ValueError fails the test. */
function refusal(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch (error) {
    if (error instanceof ValueError) {
      return true;
    }
    throw error;
  }
}

const lines = Deno.readTextFileSync(
  new URL("./testdata/vectors.tsv", import.meta.url),
).trimEnd().split("\n");

const vectors = lines.filter((line) => !line.startsWith("#")).map((line) => {
  const [name = "", type = "", hex = "", json = ""] = line.split("\t");
  return { name, type: parseType(type), hex, json };
});

/** A JS number means its decimal text, which Terraform writes as text. */
const rewritten = new Map([["number from float64 0.1", "a3302e31"]]);

Deno.test("the table of vectors is complete", () => {
  assertEquals(vectors.length, 81);
});

for (const { name, type, hex, json } of vectors) {
  Deno.test(`vector ${name}: msgpack in both directions`, () => {
    const value = decodeMsgpack(Uint8Array.fromHex(hex), type);
    const again = encodeMsgpack(value, type).toHex();
    assertEquals(again, rewritten.get(name) ?? hex);
  });

  Deno.test(`vector ${name}: JSON in both directions`, () => {
    const value = decodeMsgpack(Uint8Array.fromHex(hex), type);
    if (json.startsWith("ERR")) {
      assertThrows(() => encodeJson(value, type), ValueError);
      return;
    }
    assert(isWhollyKnown(value));
    const text = encodeJson(value, type);
    assert(equalValues(decodeJson(json, type), value, type));
    assert(equalValues(decodeJson(text, type), value, type));
    if (!json.includes("\\u")) {
      assertEquals(text, json);
    }
    assertEquals(parseJson(text), parseJson(json));
  });
}

/** The type and our result of each `# decode` line; undefined: refused. */
const verdicts: readonly [string, string, string | undefined][] = [
  ["object missing attr", '["object",{"a":"string","b":"number"}]', undefined],
  ["object extra attr", '["object",{"a":"string","b":"number"}]', undefined],
  [
    "object unsorted attrs",
    '["object",{"a":"string","b":"number"}]',
    '{"a":"x","b":1}',
  ],
  // The reference gives an empty object here, and fails on it a step later.
  [
    "empty map for non-empty object",
    '["object",{"a":"string","b":"number"}]',
    undefined,
  ],
  ["number as float32", '"number"', "1.5"],
  ["number as double 5.0", '"number"', "5"],
  ["number string", '"number"', "5"],
  ["number string 1e3", '"number"', "1000"],
  ["number hex str", '"number"', undefined],
  ["uint64 max", '"number"', "18446744073709551615"],
  ["string from bin type", '"string"', '"abc"'],
  ["bool from string", '"bool"', undefined],
  ["string from int", '"string"', undefined],
  ["ext 0 len 0", '"string"', "unknown"],
  ["ext 12 len1", '"string"', "unknown"],
  ["ext 5 len 2", '"string"', undefined],
  ["ext 12 empty map", '"string"', "unknown"],
  ["ext 99 len1", '"string"', "unknown"],
  [
    "dynamic with str type JSON",
    '"dynamic"',
    '{"value":"x","type":"string"}',
  ],
  [
    "dynamic with bin type JSON",
    '"dynamic"',
    '{"value":"x","type":"string"}',
  ],
  ["invalid utf8 string", '"string"', '"\ufffd("'],
  ["NFD string", '"string"', '"é"'],
  ["empty bytes", '"string"', undefined],
  ["trailing bytes", '"string"', '"a"'],
  ["map dup keys", '["map","number"]', '{"a":2}'],
  ["map nil key", '["map","number"]', '{"":1}'],
];

Deno.test("every verdict of the reference decoder has its row here", () => {
  const decodes = lines.filter((line) => line.startsWith("# decode"));
  assertEquals(decodes.length, verdicts.length);
});

for (const [i, [name, typeText, expected]] of verdicts.entries()) {
  const line = lines.filter((text) => text.startsWith("# decode"))[i] ?? "";
  const match = /^# decode (.*) ([0-9a-f]*) -> .* err=(.*)$/.exec(line);

  Deno.test(`decoding ${name}: ${expected ?? "refused"}`, () => {
    assertEquals(match?.[1]?.trim(), name);
    const bytes = Uint8Array.fromHex(match?.[2] ?? "");
    const type = parseType(typeText);
    if (expected === undefined) {
      assertThrows(() => decodeMsgpack(bytes, type), ValueError);
      return;
    }
    assertEquals(match?.[3], "<nil>");
    const value = decodeMsgpack(bytes, type);
    assertEquals(
      isWhollyKnown(value) ? encodeJson(value, type) : String(value),
      expected,
    );
  });
}

import { assertEquals } from "@std/assert";
import { unknown } from "../../../../provider/framework/mod.ts";
import { milliseconds } from "../../../../provider/huggingface/define/inputs.ts";
import {
  canonicalJson,
  parseRecord,
  sameJson,
} from "../../../../provider/huggingface/schema/json.ts";
import { same } from "../../../../provider/huggingface/schema/same.ts";

Deno.test("values are the same by content, and unknown ones never", () => {
  const alike: [unknown, unknown][] = [
    [null, null],
    ["a", "a"],
    [1, 1],
    [[1, [2]], [1, [2]]],
    [{ a: 1, b: null }, { b: null, a: 1 }],
  ];
  for (const [a, b] of alike) assertEquals(same(a, b), true);
  const unlike: [unknown, unknown][] = [
    [null, undefined],
    [null, {}],
    [unknown, unknown],
    [{ a: unknown }, { a: unknown }],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: undefined }, { b: 1 }],
    [[], {}],
    ["1", 1],
  ];
  for (const [a, b] of unlike) assertEquals(same(a, b), false);
});

Deno.test("JSON is compared by meaning", () => {
  assertEquals(sameJson('{"a":1,"b":[2]}', ' { "b": [2], "a": 1.0 } '), true);
  assertEquals(sameJson('{"a":{"c":1,"b":2}}', '{"a":{"b":2,"c":1}}'), true);
  assertEquals(sameJson("[1,2]", "[2,1]"), false);
  assertEquals(sameJson("no json", "no json"), true);
  assertEquals(sameJson("no json", "{}"), false);
  assertEquals(
    canonicalJson({ b: 1, a: { d: 1, c: 2 } }),
    '{"a":{"c":2,"d":1},"b":1}',
  );
  assertEquals(parseRecord('{"a":1}'), { a: 1 });
  for (const text of ["[]", "null", "1", "", "{"]) {
    assertEquals(parseRecord(text), undefined, text);
  }
});

Deno.test("durations add up", () => {
  const table: Record<string, number> = {
    "30s": 30_000,
    "1h30m": 5_400_000,
    "1.5s": 1500,
    "250ms": 250,
    "2m3s4ms": 123_004,
    "1ns": 1,
    "0": 1,
  };
  for (const [text, expected] of Object.entries(table)) {
    assertEquals(milliseconds(text), expected, text);
  }
});

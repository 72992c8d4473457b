import { assertEquals } from "@std/assert";
import { same } from "../../../../provider/framework/mod.ts";

const cases: readonly (readonly [
  kind: string,
  equal: (a: string, b: string) => boolean,
  a: string,
  b: string,
  expected: boolean,
])[] = [
  ["JSON", same.json, '{"a":1,"b":[2]}', '{ "b": [2], "a": 1.0 }', true],
  ["JSON", same.json, '{"a":null}', "{}", false],
  ["JSON", same.json, "[1,2]", "[2,1]", false],
  ["JSON", same.json, "[1]", '{"0":1}', false],
  ["JSON", same.json, '"1"', "1", false],
  ["JSON", same.json, "9007199254740993", "9007199254740992", false],
  ["JSON", same.json, '{"__proto__":1}', '{"__proto__":2}', false],
  ["JSON", same.json, "no JSON", "no JSON", true],
  ["JSON", same.json, "no JSON", " no JSON", false],
  ["durations", same.duration, "60m", "1h", true],
  ["durations", same.duration, "1.5h", "1h30m", true],
  ["durations", same.duration, "1h", "61m", false],
  ["durations", same.duration, "soon", "soon", true],
  ["durations", same.duration, "soon", "1h", false],
  [
    "normal forms",
    same.normalize((text) => text.trim().toLowerCase()),
    " EU ",
    "eu",
    true,
  ],
  ["normal forms", same.normalize((text) => text.trim()), "EU", "eu", false],
];

for (const [kind, equal, a, b, expected] of cases) {
  const verdict = expected ? "mean the same" : "differ";
  Deno.test(`as ${kind} ${a} and ${b} ${verdict}`, () => {
    assertEquals(equal(a, b), expected);
    assertEquals(equal(b, a), expected);
  });
}

/**
 * The values that the test kit's expectations accept, without a CLI.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  differences,
  type ExpectedValue,
  type Json,
  knownValue,
} from "@hf-terraform/framework/testing";

/** Name, what is expected, the value, and what differs. */
const rows: [string, ExpectedValue, Json | undefined, string[]][] = [
  ["null where there is nothing", null, undefined, []],
  ["null, but a value", null, 1, ["x: expected null, but found 1"]],
  ["a value where there is nothing", 1, undefined, [
    "x: expected 1, but found nothing",
  ]],
  ["a text for a number", 1, "1", ['x: expected 1, but found "1"']],
  ["a pattern", /^a/, "ab", []],
  ["a pattern, and a number", /1/, 1, ["x: expected /1/, but found 1"]],
  ["a list in another order", ["a", "b"], ["b", "a"], [
    'x[0]: expected "a", but found "b"',
    'x[1]: expected "b", but found "a"',
  ]],
  ["a list that is longer", ["a"], ["a", "b"], [
    'x: expected ["a"], but found ["a","b"]',
  ]],
  ["an object", { a: 1, b: { c: [/x/] } }, { a: 1, b: { c: ["x"] } }, []],
  ["an object with a null more", { a: 1 }, { a: 1, b: null }, []],
  ["an object with a value more", { a: 1 }, { a: 1, b: 2 }, [
    "x.b: expected null, but found 2",
  ]],
  ["an object, and a text", { a: 1 }, "a", [
    'x: expected { a: 1 }, but found "a"',
  ]],
  ["a set in any order", knownValue.set(["a", /b/]), ["b", "a"], []],
  ["a set with a twin", knownValue.set(["a", "a"]), ["a", "b"], [
    'x: expected these in any order: ["a", "a"], but found ["a","b"]',
  ]],
  ["a set that is larger", knownValue.set(["a"]), ["a", "b"], [
    'x: expected these in any order: ["a"], but found ["a","b"]',
  ]],
  ["among others", knownValue.including({ a: 1 }), [{ a: 2 }, { a: 1 }], []],
  ["not among others", knownValue.including("c"), ["a"], [
    'x: expected these among others: ["c"], but found ["a"]',
  ]],
  ["members among others", knownValue.partial({ a: 1 }), { a: 1, b: 2 }, []],
  ["an element by index", knownValue.partial({ 1: "b" }), ["a", "b"], []],
  ["another member", knownValue.partial({ a: 1 }), { a: 2 }, [
    "x.a: expected 1, but found 2",
  ]],
  ["not null", knownValue.notNull(), false, []],
  ["null", knownValue.notNull(), null, ["x: expected a value, but found null"]],
  ["so many", knownValue.size(2), { a: 1, b: 2 }, []],
  ["too many", knownValue.size(1), [1, 2], [
    "x: expected 1 elements, but found [1,2]",
  ]],
  [
    "a test of one's own",
    knownValue.where("even", (x) => Number(x) % 2 === 0),
    3,
    [
      "x: expected even, but found 3",
    ],
  ],
  ["known", knownValue.unknown(), 1, [
    "x: expected an unknown value, but found 1",
  ]],
  ["no secret", knownValue.sensitive(), 1, [
    "x: expected a sensitive value, but it is not sensitive",
  ]],
];

for (const [name, expected, value, differing] of rows) {
  Deno.test(`known: ${name}`, () => {
    const observed = { value, unknown: false, sensitive: false };
    assertEquals(differences(expected, observed, "x"), differing);
  });
}

Deno.test("known: parts that are unknown or sensitive", () => {
  const observed = {
    value: { a: { b: 1 }, list: ["x", null] },
    unknown: { a: { c: true }, list: [false, true] },
    sensitive: { a: true },
  };
  assertEquals(
    differences({
      a: { b: knownValue.sensitive(1), c: knownValue.unknown() },
      list: ["x", knownValue.unknown()],
    }, observed),
    [],
  );
  const later = { value: undefined, unknown: true, sensitive: false };
  assertEquals(
    differences(knownValue.partial({ a: knownValue.unknown() }), later),
    [],
  );
  assertEquals(differences({ a: { b: 1 }, list: ["x", null] }, observed), [
    "a.c: expected null, but it is not known yet",
    "list[1]: expected null, but it is not known yet",
  ]);
});

Deno.test("known: a value is remembered, and changes", () => {
  const id = knownValue.remembered();
  const of = (value: Json) => ({ value, unknown: false, sensitive: false });
  assertEquals(differences(id, of("a")), []);
  assertEquals(differences(id, of("a")), []);
  assertEquals(differences(id, of("b")), [
    'expected the same value as before, but found "b"',
  ]);
  assertEquals(differences(id.changed, of("a")).length, 1);
  assertEquals(differences(id.changed, of("b")), []);
  assertEquals(differences(id, of("b")), []);
});

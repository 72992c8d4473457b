import { assertEquals } from "@std/assert";
import { v } from "../../../../provider/framework/validators/v.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";
import type { Type } from "../../../../provider/framework/values/type.ts";
import type { Validator } from "../../../../provider/framework/schema/rules.ts";
import { check, object } from "./support.ts";

const list: Type = ["list", "string"];
const set: Type = ["set", "string"];
const map: Type = ["map", "string"];
const objects: Type = ["list", ["object", { n: "number" }]];

interface Case {
  readonly name: string;
  readonly validator: Validator<never>;
  readonly type: Type;
  readonly value: Value;
  readonly found: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: "sizeBetween within",
    validator: v.sizeBetween(1, 2),
    type: list,
    value: ["a"],
    found: [],
  },
  {
    name: "sizeBetween of too many",
    validator: v.sizeBetween(1, 2),
    type: list,
    value: ["a", "b", "c"],
    found: ["a: `a` must have 1 to 2 elements, but it has 3."],
  },
  {
    name: "sizeAtLeast of a map",
    validator: v.sizeAtLeast(1),
    type: map,
    value: object({}),
    found: ["a: `a` must have at least 1 element, but it has 0."],
  },
  {
    name: "sizeAtMost of a map",
    validator: v.sizeAtMost(1),
    type: map,
    value: object({ a: "x", b: "y" }),
    found: ["a: `a` must have at most 1 element, but it has 2."],
  },
  {
    name: "uniqueValues blames the later one",
    validator: v.uniqueValues(),
    type: list,
    value: ["x", "y", "x"],
    found: [
      "a[2]: `a[2]` equals `a[0]`. Remove one.",
    ],
  },
  {
    name: "uniqueValues of objects leaves open what is unknown",
    validator: v.uniqueValues(),
    type: objects,
    value: [object({ n: unknown }), object({ n: unknown }), object({ n: 1 })],
    found: [],
  },
  {
    name: "uniqueValues of equal objects",
    validator: v.uniqueValues(),
    type: objects,
    value: [object({ n: 1 }), object({ n: 1 })],
    found: [
      "a[1]: `a[1]` equals `a[0]`. Remove one.",
    ],
  },
  {
    name: "uniqueValues of a key",
    validator: v.uniqueValues((one) => String(one).toLowerCase()),
    type: list,
    value: ["x", "X"],
    found: ["a[1]: `a` has x twice. Remove one."],
  },
  {
    name: "each of a list",
    validator: v.each(v.lengthAtLeast(1)),
    type: list,
    value: ["x", ""],
    found: ['a[1]: `a[1]` must be text that is not empty, but it is "".'],
  },
  {
    name: "each of a set ends at the set",
    validator: v.each(v.lengthAtLeast(1)),
    type: set,
    value: ["x", ""],
    found: ['a: `a` must be text that is not empty, but it is "".'],
  },
  {
    name: "each of a map",
    validator: v.each(v.lengthAtLeast(1), v.matches(/^x/, "x")),
    type: map,
    value: object({ k: "" }),
    found: [
      'a["k"]: `a["k"]` must be text that is not empty, but it is "".',
      'a["k"]: `a["k"]` must be x, but it is "".',
    ],
  },
  {
    name: "each skips null and unknown elements",
    validator: v.each(v.lengthAtLeast(1)),
    type: list,
    value: [null, unknown],
    found: [],
  },
  {
    name: "each beside an unknown element",
    validator: v.each(v.lengthAtLeast(1)),
    type: list,
    value: [unknown, ""],
    found: ['a[1]: `a[1]` must be text that is not empty, but it is "".'],
  },
  {
    name: "sizeAtMost of a set whose unknown element may be one of the others",
    validator: v.sizeAtMost(1),
    type: set,
    value: ["x", unknown],
    found: [],
  },
  {
    name: "sizeAtMost of a set that is too large whatever is unknown",
    validator: v.sizeAtMost(1),
    type: set,
    value: ["x", "y", unknown],
    found: ["a: `a` must have at most 1 element, but it has 3."],
  },
  {
    name: "sizeAtLeast of a set that is too small whatever is unknown",
    validator: v.sizeAtLeast(3),
    type: set,
    value: ["x", unknown],
    found: ["a: `a` must have at least 3 elements, but it has 2."],
  },
  {
    name: "keys",
    validator: v.keys(v.matches(/^[A-Z_]+$/, "upper-case letters")),
    type: map,
    value: object({ A: "x", b: "y" }),
    found: [
      'a["b"]: `a["b"]` must be upper-case letters, but it is "b".',
    ],
  },
  {
    name: "keys named like parts of JavaScript",
    validator: v.keys(v.noneOf("__proto__")),
    type: map,
    value: object({ ["__proto__"]: "x", constructor: "y" }),
    found: [
      'a["__proto__"]: `a["__proto__"]` must be something other than ' +
      '`__proto__`, but it is "__proto__".',
    ],
  },
];

for (const { name, validator, type, value, found } of cases) {
  Deno.test(`validator ${name}`, () => {
    assertEquals(check(validator as Validator<Value>, value, { type }), found);
  });
}

Deno.test("allOf joins descriptions and checks", () => {
  const both = v.allOf(v.lengthAtLeast(1), v.matches(/^x/, "x"));
  assertEquals(both.description, "text that is not empty and x");
  assertEquals(check(both, "").length, 2);
  assertEquals(
    v.each(both).description,
    "a collection in which each element is text that is not empty and x",
  );
});

Deno.test("allOf passes on that a check looks at others, or at absence", () => {
  const text: Validator<string> = v.matches(/^x/, "x");
  const both = v.allOf<string>(text, v.exactlyOneOf("b"), v.conflictsWith("c"));
  assertEquals(both.references, ["b", "c"]);
  assertEquals([both.onAbsent, both.optionalOnly], [true, true]);
  assertEquals(check<unknown>(both as Validator<unknown>, undefined), [
    ": Exactly one of `a` and `b` must be set. Add one.",
  ]);
  const plain = v.allOf(text);
  assertEquals(plain.onAbsent, undefined);
});

import { assertEquals } from "@std/assert";
import { checkOutcome } from "../../../../provider/framework/check/compatibility.ts";
import { unknownPaths } from "../../../support/walk.ts";
import type { Type } from "../../../../provider/framework/values/type.ts";
import {
  Unknown,
  unknown,
} from "../../../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  type Value,
} from "../../../../provider/framework/values/value.ts";
import {
  type BlockJson,
  schemaFromJson,
} from "../../../support/schema_json.ts";

interface Case {
  readonly rule: string;
  readonly planned: Value;
  readonly actual: Value;
  /** The errors as `path: message`; none by default. */
  readonly errors?: readonly string[];
}

/** The values of an attribute `a` of one type. */
const byType: readonly (readonly [Type, readonly Case[]])[] = [
  ["string", [
    { rule: "a known value stays", planned: "x", actual: "x" },
    {
      rule: "a known value doesn't change",
      planned: "x",
      actual: "y",
      errors: ['a: the value was planned as "x", but is "y"'],
    },
    {
      rule: "a known value doesn't vanish",
      planned: "x",
      actual: null,
      errors: ['a: the value was planned as "x", but is null'],
    },
    {
      rule: "null stays null",
      planned: null,
      actual: "y",
      errors: ['a: the value was planned as null, but is "y"'],
    },
    { rule: "an unknown becomes known", planned: unknown, actual: "y" },
    { rule: "an unknown becomes null", planned: unknown, actual: null },
    { rule: "an unknown stays unknown", planned: unknown, actual: unknown },
    {
      rule: "a known value doesn't become unknown",
      planned: "x",
      actual: unknown,
      errors: ["a: the value was planned known, but is unknown"],
    },
    {
      rule: "an unknown that isn't null isn't null",
      planned: new Unknown({ nullness: false }),
      actual: null,
      errors: ["a: the value was planned not to be null, but is"],
    },
    {
      rule: "a prefix is kept",
      planned: new Unknown({ nullness: false, prefix: "ami-" }),
      actual: "ami-1",
    },
    {
      rule: "a prefix doesn't change",
      planned: new Unknown({ nullness: false, prefix: "ami-" }),
      actual: "abc",
      errors: ["a: the value doesn't begin with the prefix that was planned"],
    },
    {
      rule: "a prefix says nothing of null",
      planned: new Unknown({ prefix: "ami-" }),
      actual: null,
    },
  ]],
  ["number", [
    { rule: "a number in another form", planned: 1, actual: 1n },
    {
      rule: "a number stays within its bounds",
      planned: new Unknown({
        numberMin: { value: 1, inclusive: true },
        numberMax: { value: 3, inclusive: false },
      }),
      actual: 1,
    },
    ...[0, 3].map((actual) => ({
      rule: `a number isn't ${actual}, outside of its bounds`,
      planned: new Unknown({
        numberMin: { value: 1, inclusive: true },
        numberMax: { value: 3, inclusive: false },
      }),
      actual,
      errors: ["a: the number is outside of the bounds that were planned"],
    })),
  ]],
  [["list", "string"], [
    {
      rule: "elements that were unknown become known",
      planned: ["x", unknown],
      actual: ["x", "y"],
    },
    {
      rule: "no element vanishes",
      planned: ["x", unknown],
      actual: ["x"],
      errors: ["a: the planned element 1 is missing"],
    },
    {
      rule: "no element appears",
      planned: ["x"],
      actual: ["x", "y"],
      errors: ["a: the element 1 was not planned"],
    },
    {
      rule: "null and empty are not the same",
      planned: null,
      actual: [],
      errors: ["a: the value was planned as null, but is []"],
    },
    {
      rule: "a length stays within its bounds",
      planned: new Unknown({ lengthMin: 1, lengthMax: 2 }),
      actual: [],
      errors: [
        "a: the number of elements is outside of the bounds that were planned",
      ],
    },
  ]],
  [["map", "string"], [
    {
      rule: "keys stay",
      planned: { k: "x" },
      actual: { l: "x" },
      errors: [
        'a: the planned element "k" is missing',
        'a: the element "l" was not planned',
      ],
    },
    {
      rule: "elements are named",
      planned: { k: "x", l: unknown },
      actual: { k: "y", l: "z" },
      errors: ['a["k"]: the value was planned as "x", but is "y"'],
    },
  ]],
  [["set", "string"], [
    {
      rule: "sets are not ordered",
      planned: ["x", "y"],
      actual: ["y", "x"],
    },
    {
      rule: "an unknown element may be any",
      planned: ["x", unknown],
      actual: ["x", "y"],
    },
    {
      rule: "an unknown element may be one of the others",
      planned: ["x", unknown],
      actual: ["x"],
    },
    {
      rule: "no set grows",
      planned: [unknown],
      actual: ["x", "y"],
      errors: ["a: 1 element was planned, but the set has 2"],
    },
    {
      rule: "no planned element is lost",
      planned: ["x", "y"],
      actual: ["x"],
      errors: [
        "a: 1 planned element of the set has no match in the result",
      ],
    },
    {
      rule: "no element comes from nowhere",
      planned: ["x", "y"],
      actual: ["x", "y", "z"],
      errors: [
        "a: 1 actual element of the set has no match in the plan",
        "a: 2 elements were planned, but the set has 3",
      ],
    },
  ]],
  ["dynamic", [
    {
      rule: "an unknown type becomes any",
      planned: unknown,
      actual: new Dynamic("bool", true),
    },
    {
      rule: "a type stays",
      planned: new Dynamic("string", unknown),
      actual: new Dynamic("bool", true),
      errors: ["a: the type was planned as string, but is bool"],
    },
    {
      rule: "a type doesn't get lost with null",
      planned: new Dynamic("string", unknown),
      actual: null,
      errors: ["a: the type was planned as string, but is no type"],
    },
    {
      rule: "a value of a type stays",
      planned: new Dynamic(["list", "string"], ["x"]),
      actual: new Dynamic(["list", "string"], ["y"]),
      errors: ['a[0]: the value was planned as "x", but is "y"'],
    },
  ]],
];

for (const [type, cases] of byType) {
  for (const { rule, planned, actual, errors } of cases) {
    Deno.test(`outcome of a ${type}: ${rule}`, () => {
      const schema = { attributes: { a: { type, computed: true } } };
      assertEquals(
        outcome(schema, { a: planned }, { a: actual }),
        errors ?? [],
      );
    });
  }
}

const member = {
  x: { type: "string", optional: true },
  y: { type: "string", computed: true },
} as const;
const promised = { x: "1", y: unknown };
const kept = { x: "1", y: "2" };
const broken = { x: "3", y: "2" };

/** The values of blocks `a` of one nesting. */
const byNesting: readonly (readonly [
  "single" | "group" | "list" | "set" | "map",
  readonly Case[],
])[] = [
  ["single", [
    { rule: "what was planned", planned: promised, actual: kept },
    {
      rule: "not what was planned",
      planned: promised,
      actual: broken,
      errors: ['a.x: the value was planned as "1", but is "3"'],
    },
    {
      rule: "absent instead of present",
      planned: promised,
      actual: null,
      errors: ["a: the object was planned present, but is absent"],
    },
    {
      rule: "present instead of absent",
      planned: null,
      actual: kept,
      errors: ["a: the object was planned absent, but is present"],
    },
    { rule: "absent instead of unknown", planned: unknown, actual: null },
    { rule: "present instead of unknown", planned: unknown, actual: kept },
  ]],
  ["list", [
    { rule: "what was planned", planned: [promised], actual: [kept] },
    {
      rule: "one too many",
      planned: [promised],
      actual: [kept, kept],
      errors: ["a: 1 block was planned, but the result has 2"],
    },
    {
      rule: "not what was planned",
      planned: [promised],
      actual: [broken],
      errors: ['a[0].x: the value was planned as "1", but is "3"'],
    },
    { rule: "known instead of unknown", planned: unknown, actual: [kept] },
  ]],
  ["map", [
    { rule: "what was planned", planned: { k: promised }, actual: { k: kept } },
    {
      rule: "one too many",
      planned: { k: promised },
      actual: { k: kept, l: kept },
      errors: ["a: 1 block was planned, but the result has 2"],
    },
    {
      rule: "not what was planned",
      planned: { k: promised },
      actual: { k: broken },
      errors: ['a["k"].x: the value was planned as "1", but is "3"'],
    },
  ]],
  ["set", [
    { rule: "what was planned", planned: [promised], actual: [kept] },
    {
      rule: "fewer, as two became equal",
      planned: [promised, { x: unknown, y: unknown }],
      actual: [kept],
    },
    {
      rule: "not what was planned",
      planned: [promised],
      actual: [broken],
      errors: [
        "a: 1 planned element of the set has no match in the result",
      ],
    },
    {
      rule: "one too many",
      planned: [promised],
      actual: [kept, { x: "1", y: "3" }],
      errors: ["a: 1 block was planned, but the result has 2"],
    },
  ]],
];

for (const [nesting, cases] of byNesting) {
  for (const { rule, planned, actual, errors } of cases) {
    Deno.test(`outcome of a ${nesting} of blocks: ${rule}`, () => {
      const schema = { blocks: { a: { nesting, attributes: member } } };
      assertEquals(
        outcome(schema, { a: planned }, { a: actual }),
        errors ?? [],
      );
    });
  }
}

Deno.test("outcome of an object: present or absent as planned", () => {
  const schema = { attributes: member };
  assertEquals(outcome(schema, promised, null), [
    ": the object was planned present, but is absent",
  ]);
  assertEquals(outcome(schema, null, kept), [
    ": the object was planned absent, but is present",
  ]);
  assertEquals(outcome(schema, null, null), []);
});

Deno.test("the outcome of a sensitive attribute is not shown", () => {
  const secret = { type: "string", optional: true, sensitive: true } as const;
  const attributes = { s: secret };
  const schema: BlockJson = {
    attributes: {
      s: secret,
      n: { nested: { nesting: "list", attributes }, optional: true },
    },
  };
  const found = outcome(
    schema,
    { s: "one secret", n: [{ s: "two secret" }] },
    { s: "other", n: [{ s: "other" }] },
  );
  assertEquals(found, [
    "s: the value is not the planned one; it is sensitive",
    "n[0].s: the value is not the planned one; it is sensitive",
  ]);
});

Deno.test("what is still unknown is found at any depth", () => {
  const schema = schemaFromJson({
    attributes: { ...member, z: { type: "dynamic", computed: true } },
    blocks: { b: { nesting: "list", attributes: member } },
  });
  const value: Value = {
    x: "1",
    y: unknown,
    z: new Dynamic(["list", "string"], ["x", unknown]),
    b: [{ x: "1", y: unknown }],
  };
  assertEquals(
    unknownPaths(schema, value),
    ["y", "z[1]", "b[0].y"],
  );
  assertEquals(unknownPaths(schema, null), []);
});

function outcome(
  schema: BlockJson,
  planned: Value,
  actual: Value,
): readonly string[] {
  return checkOutcome(schemaFromJson(schema), { planned, actual })
    .map(({ path, message }) => `${path}: ${message}`);
}

import { assertEquals } from "@std/assert";
import { Diagnostics } from "../../../../provider/framework/diagnostics.ts";
import type { Validator } from "../../../../provider/framework/schema/rules.ts";
import { v } from "../../../../provider/framework/validators/v.ts";
import { Path } from "../../../../provider/framework/values/path.ts";
import {
  isUnknown,
  unknown,
} from "../../../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  isValueObject,
  type Value,
} from "../../../../provider/framework/values/value.ts";
import { valueAt } from "../../../../provider/framework/values/walk.ts";
import { check, object } from "./support.ts";

const a = Path.root.attribute("a");

/** A validator of `a`, or of the path, a configuration, and what it finds. */
type Case = readonly [
  name: string,
  validator: Validator<unknown>,
  config: Readonly<Record<string, Value>>,
  found: readonly string[],
  path?: Path,
];

const cases: readonly Case[] = [
  ["conflictsWith an absent sibling", v.conflictsWith("b", "c"), {
    a: "x",
    b: null,
  }, []],
  ["conflictsWith set siblings", v.conflictsWith("b", "c"), {
    a: "x",
    b: "y",
    c: false,
  }, [
    "a: `a` and `b` exclude each other. Remove one of them.",
    "a: `a` and `c` exclude each other. Remove one of them.",
  ]],
  ...([
    ["atLeastSumOf", v.atLeastSumOf("b", "c"), [[3.3, true], [3, false]]],
    ["atMostSumOf", v.atMostSumOf("b", "c"), [[3.3, true], [3.4, false]]],
    ["equalToSumOf", v.equalToSumOf("b", "c"), [[3.3, true], [3, false]]],
  ] as const).flatMap(([name, validator, values]) =>
    values.map(([value, fits]): Case => [
      `${name} of ${value}`,
      validator as Validator<unknown>,
      { a: value, b: 1.1, c: 2.2 },
      fits
        ? []
        : [`a: \`a\` must be ${validator.description}, but it is ${value}.`],
    ])
  ),
  [
    "a sum with something unknown",
    v.equalToSumOf("b", "c") as Validator<unknown>,
    { a: 1, b: unknown, c: null },
    [],
  ],
  ["noNulls", v.noNulls() as Validator<unknown>, { a: ["x", null] }, [
    "a: `a` must be a collection without null.",
  ]],
  ["keysNotIn other maps", v.keysNotIn("b", "c", "d") as Validator<unknown>, {
    a: object({ X: "1", Y: "2" }),
    b: object({ Y: unknown, Z: "3" }),
    c: unknown,
    d: null,
  }, ['a["Y"]: `Y` is in `a` and in `b`. Take it out of one of them.']],
  ["conflictsWith an unknown sibling", v.conflictsWith("b"), {
    a: "x",
    b: unknown,
  }, []],
  ["conflictsWith an attribute of a sibling", v.conflictsWith("b/c"), {
    a: "x",
    b: object({ c: "y" }),
  }, ["a: `a` and `b.c` exclude each other. Remove one of them."]],
  ["conflictsWith an attribute inside an unknown", v.conflictsWith("b/c"), {
    a: "x",
    b: unknown,
  }, []],
  [
    "conflictsWith an attribute of the object around",
    v.conflictsWith("../b"),
    { o: object({ a: "x" }), b: "y" },
    ["o.a: `o.a` and `b` exclude each other. Remove one of them."],
    Path.root.attribute("o").attribute("a"),
  ],
  [
    "conflictsWith an attribute of the object around a list",
    v.conflictsWith("../b"),
    { l: [object({ a: "x" })], b: "y" },
    ["l[0].a: `l[0].a` and `b` exclude each other. Remove one of them."],
    Path.root.attribute("l").index(0).attribute("a"),
  ],
  ["conflictsWith an absolute path into a list", v.conflictsWith("/l/0/b"), {
    a: "x",
    l: [object({ b: "y" })],
  }, ["a: `a` and `l[0].b` exclude each other. Remove one of them."]],
  ["requiredWith a set sibling", v.requiredWith("b"), { a: "x", b: "y" }, []],
  ["requiredWith an unknown sibling", v.requiredWith("b"), {
    a: "x",
    b: unknown,
  }, []],
  ["requiredWith an absent sibling", v.requiredWith("b"), { a: "x", b: null }, [
    "a: `a` requires `b`. Set both, or neither.",
  ]],
  ["exactlyOneOf with one", v.exactlyOneOf("b"), { a: "x", b: null }, []],
  [
    "exactlyOneOf with the other",
    v.exactlyOneOf("a", "b"),
    { a: null, b: "x" },
    [],
  ],
  ["exactlyOneOf with both", v.exactlyOneOf("a", "b"), { a: "x", b: "y" }, [
    "a: `a` and `b` exclude each other. Remove one of them.",
  ]],
  ["exactlyOneOf with none", v.exactlyOneOf("b"), { a: null, b: null }, [
    ": Exactly one of `a` and `b` must be set. Add one.",
  ]],
  ["exactlyOneOf with none, but one unknown", v.exactlyOneOf("b"), {
    a: null,
    b: unknown,
  }, []],
  ["exactlyOneOf with one, and one unknown", v.exactlyOneOf("b"), {
    a: "x",
    b: unknown,
  }, []],
  ["exactlyOneOf with two, and one unknown", v.exactlyOneOf("b", "c"), {
    a: "x",
    b: "y",
    c: unknown,
  }, [
    "a: `a` and `b` exclude each other. Remove one of them.",
  ]],
  [
    "exactlyOneOf with none inside an object blames the object",
    v.exactlyOneOf("b"),
    { o: object({ a: null, b: null }) },
    ["o: `o` must have exactly one of `a` and `b`. Add one."],
    Path.root.attribute("o").attribute("a"),
  ],
  ["atLeastOneOf with two", v.atLeastOneOf("b"), { a: "x", b: "y" }, []],
  ["atLeastOneOf with none", v.atLeastOneOf("b"), { a: null, b: null }, [
    ": At least one of `a` and `b` must be set. Add one.",
  ]],
  ["atLeastOneOf with none, but one unknown", v.atLeastOneOf("b"), {
    a: null,
    b: unknown,
  }, []],
];

/** The same value as a dynamic attribute has it: null and unknown, too. */
function typed(value: Value): Value {
  return value === null || isUnknown(value)
    ? new Dynamic("string", value)
    : value;
}

/** The configuration, and the one whose other attributes are dynamic. */
function formsOf(config: Case[2]): readonly Case[2][] {
  const others = Object.entries(config).map(([name, value]) =>
    [name, name === "a" ? value : typed(value)] as const
  );
  return [config, Object.fromEntries(others)];
}

const tests = cases.flatMap(([name, validator, config, ...rest]) =>
  formsOf(config).map((form, at) =>
    [`${name}${at ? ", dynamic" : ""}`, validator, form, ...rest] as const
  )
);

for (const [name, validator, config, found, path = a] of tests) {
  Deno.test(`validator ${name}`, () => {
    const root = object(config);
    const holder = valueAt(root, path.parent) ?? null;
    const value = valueAt(root, path) ?? undefined;
    const result = check(validator, value, {
      path,
      config: root,
      holder: isValueObject(holder) ? holder : root,
    });
    assertEquals(result, found);
  });
}

Deno.test("a relation inside a set sees its own object", () => {
  const holder = object({ a: "x", b: "y" });
  const found = check<unknown>(v.conflictsWith("b"), "x", {
    path: Path.root.attribute("s").attribute("a"),
    config: object({ s: [object({ a: "x", b: null }), holder] }),
    holder,
  });
  assertEquals(found.length, 1);
});

Deno.test("only the relations that must see absent values ask for them", () => {
  assertEquals(v.exactlyOneOf("b").onAbsent, true);
  assertEquals(v.atLeastOneOf("b").onAbsent, true);
  assertEquals(v.conflictsWith("b").onAbsent, undefined);
  assertEquals(v.requiredWith("b").onAbsent, undefined);
});

Deno.test("preferWriteOnly warns and names the better attribute", () => {
  const diagnostics = new Diagnostics();
  v.preferWriteOnly("a_wo").validate("secret", {
    path: a,
    type: "string",
    sensitive: true,
    holder: object({}),
    config: object({}),
    diagnostics,
  });
  assertEquals(diagnostics.items.map((item) => item.severity), ["warning"]);
  assertEquals(diagnostics.items[0]?.detail.includes("`a_wo`"), true);
  assertEquals(diagnostics.items[0]?.detail.includes("secret"), false);
});

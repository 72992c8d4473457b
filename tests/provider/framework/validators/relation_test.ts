import { assertEquals } from "@std/assert";
import { Diagnostics } from "../../../../provider/framework/diagnostics.ts";
import type {
  ConfigValidator,
  Validator,
} from "../../../../provider/framework/schema/rules.ts";
import { rules, v } from "../../../../provider/framework/validators/v.ts";
import { Path } from "../../../../provider/framework/values/path.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  isValueObject,
  type Value,
} from "../../../../provider/framework/values/value.ts";
import { valueAt } from "../../../../provider/framework/values/walk.ts";
import { check, linesOf, object } from "./support.ts";

const a = Path.root.attribute("a");

interface Case {
  readonly name: string;
  readonly validator: Validator<unknown>;
  readonly config: Readonly<Record<string, Value>>;
  readonly path?: Path;
  readonly found: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: "conflictsWith an absent sibling",
    validator: v.conflictsWith("b", "c"),
    config: { a: "x", b: null },
    found: [],
  },
  {
    name: "conflictsWith set siblings",
    validator: v.conflictsWith("b", "c"),
    config: { a: "x", b: "y", c: false },
    found: [
      "a: `a` and `b` exclude each other. Remove one of them.",
      "a: `a` and `c` exclude each other. Remove one of them.",
    ],
  },
  ...([
    ["atLeastSumOf", v.atLeastSumOf("b", "c"), [[3.3, true], [3, false]]],
    ["atMostSumOf", v.atMostSumOf("b", "c"), [[3.3, true], [3.4, false]]],
    ["equalToSumOf", v.equalToSumOf("b", "c"), [[3.3, true], [3, false]]],
  ] as const).flatMap(([name, validator, values]) =>
    values.map(([value, fits]): Case => ({
      name: `${name} of ${value}`,
      validator: validator as Validator<unknown>,
      config: { a: value, b: 1.1, c: 2.2 },
      found: fits
        ? []
        : [`a: \`a\` must be ${validator.description}, but it is ${value}.`],
    }))
  ),
  {
    name: "a sum with something unknown",
    validator: v.equalToSumOf("b", "c") as Validator<unknown>,
    config: { a: 1, b: unknown, c: null },
    found: [],
  },
  {
    name: "noNulls",
    validator: v.noNulls() as Validator<unknown>,
    config: { a: ["x", null] },
    found: ["a: `a` must be a collection without null."],
  },
  {
    name: "keysNotIn other maps",
    validator: v.keysNotIn("b", "c", "d") as Validator<unknown>,
    config: {
      a: object({ X: "1", Y: "2" }),
      b: object({ Y: unknown, Z: "3" }),
      c: unknown,
      d: null,
    },
    found: ['a["Y"]: `Y` is in `a` and in `b`. Take it out of one of them.'],
  },
  {
    name: "conflictsWith an unknown sibling",
    validator: v.conflictsWith("b"),
    config: { a: "x", b: unknown },
    found: [],
  },
  {
    name: "conflictsWith an attribute of a sibling",
    validator: v.conflictsWith("b/c"),
    config: { a: "x", b: object({ c: "y" }) },
    found: ["a: `a` and `b.c` exclude each other. Remove one of them."],
  },
  {
    name: "conflictsWith an attribute inside an unknown",
    validator: v.conflictsWith("b/c"),
    config: { a: "x", b: unknown },
    found: [],
  },
  {
    name: "conflictsWith an attribute of the object around",
    validator: v.conflictsWith("../b"),
    path: Path.root.attribute("o").attribute("a"),
    config: { o: object({ a: "x" }), b: "y" },
    found: ["o.a: `o.a` and `b` exclude each other. Remove one of them."],
  },
  {
    name: "conflictsWith an attribute of the object around a list",
    validator: v.conflictsWith("../b"),
    path: Path.root.attribute("l").index(0).attribute("a"),
    config: { l: [object({ a: "x" })], b: "y" },
    found: ["l[0].a: `l[0].a` and `b` exclude each other. Remove one of them."],
  },
  {
    name: "conflictsWith an absolute path into a list",
    validator: v.conflictsWith("/l/0/b"),
    config: { a: "x", l: [object({ b: "y" })] },
    found: ["a: `a` and `l[0].b` exclude each other. Remove one of them."],
  },
  {
    name: "requiredWith a set sibling",
    validator: v.requiredWith("b"),
    config: { a: "x", b: "y" },
    found: [],
  },
  {
    name: "requiredWith an unknown sibling",
    validator: v.requiredWith("b"),
    config: { a: "x", b: unknown },
    found: [],
  },
  {
    name: "requiredWith an absent sibling",
    validator: v.requiredWith("b"),
    config: { a: "x", b: null },
    found: ["a: `a` requires `b`. Set both, or neither."],
  },
  {
    name: "exactlyOneOf with one",
    validator: v.exactlyOneOf("b"),
    config: { a: "x", b: null },
    found: [],
  },
  {
    name: "exactlyOneOf with the other",
    validator: v.exactlyOneOf("a", "b"),
    config: { a: null, b: "x" },
    found: [],
  },
  {
    name: "exactlyOneOf with both",
    validator: v.exactlyOneOf("a", "b"),
    config: { a: "x", b: "y" },
    found: [
      "a: `a` and `b` exclude each other. Remove one of them.",
    ],
  },
  {
    name: "exactlyOneOf with none",
    validator: v.exactlyOneOf("b"),
    config: { a: null, b: null },
    found: [": Exactly one of `a` and `b` must be set. Add one."],
  },
  {
    name: "exactlyOneOf with none, but one unknown",
    validator: v.exactlyOneOf("b"),
    config: { a: null, b: unknown },
    found: [],
  },
  {
    name: "exactlyOneOf with one, and one unknown",
    validator: v.exactlyOneOf("b"),
    config: { a: "x", b: unknown },
    found: [],
  },
  {
    name: "exactlyOneOf with two, and one unknown",
    validator: v.exactlyOneOf("b", "c"),
    config: { a: "x", b: "y", c: unknown },
    found: [
      "a: `a` and `b` exclude each other. Remove one of them.",
    ],
  },
  {
    name: "exactlyOneOf with none inside an object blames the object",
    validator: v.exactlyOneOf("b"),
    path: Path.root.attribute("o").attribute("a"),
    config: { o: object({ a: null, b: null }) },
    found: ["o: `o` must have exactly one of `a` and `b`. Add one."],
  },
  {
    name: "atLeastOneOf with two",
    validator: v.atLeastOneOf("b"),
    config: { a: "x", b: "y" },
    found: [],
  },
  {
    name: "atLeastOneOf with none",
    validator: v.atLeastOneOf("b"),
    config: { a: null, b: null },
    found: [": At least one of `a` and `b` must be set. Add one."],
  },
  {
    name: "atLeastOneOf with none, but one unknown",
    validator: v.atLeastOneOf("b"),
    config: { a: null, b: unknown },
    found: [],
  },
];

for (const { name, validator, config, path = a, found } of cases) {
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

interface RuleCase {
  readonly name: string;
  readonly rule: ConfigValidator;
  readonly config: Readonly<Record<string, Value>>;
  readonly found: readonly string[];
}

const tooMany = "a: `a` and `b` exclude each other. Remove one of them.";

const ruleCases: readonly RuleCase[] = [
  {
    name: "conflicting with both",
    rule: rules.conflicting("a", "b"),
    config: { a: "x", b: "y" },
    found: [tooMany],
  },
  {
    name: "conflicting with an unknown",
    rule: rules.conflicting("a", "b"),
    config: { a: "x", b: unknown },
    found: [],
  },
  {
    name: "conflicting with none",
    rule: rules.conflicting("a", "b"),
    config: { a: null, b: null },
    found: [],
  },
  {
    name: "exactlyOneOf with both",
    rule: rules.exactlyOneOf("a", "b"),
    config: { a: "x", b: "y" },
    found: [tooMany],
  },
  {
    name: "exactlyOneOf with none",
    rule: rules.exactlyOneOf("a", "b"),
    config: { a: null, b: null },
    found: [": Exactly one of `a` and `b` must be set. Add one."],
  },
  {
    name: "exactlyOneOf with an unknown",
    rule: rules.exactlyOneOf("a", "b"),
    config: { a: null, b: unknown },
    found: [],
  },
  {
    name: "atLeastOneOf deep inside",
    rule: rules.atLeastOneOf("o/a", "o/b"),
    config: { o: object({ a: null, b: null }) },
    found: ["o: `o` must have at least one of `a` and `b`. Add one."],
  },
  {
    name: "atLeastOneOf with one",
    rule: rules.atLeastOneOf("a", "b"),
    config: { a: null, b: "x" },
    found: [],
  },
  {
    name: "requiredTogether with one",
    rule: rules.requiredTogether("a", "b", "c"),
    config: { a: "x", b: null, c: unknown },
    found: [
      "a: `a`, `b` and `c` belong together, but `b` is not set. Set all or " +
      "none.",
    ],
  },
  {
    name: "requiredTogether with all or none",
    rule: rules.requiredTogether("a", "b"),
    config: { a: null, b: null },
    found: [],
  },
];

for (const { name, rule, config, found } of ruleCases) {
  Deno.test(`rule ${name}`, () => {
    const diagnostics = new Diagnostics();
    rule.validate(object(config), diagnostics);
    assertEquals(linesOf(diagnostics), found);
  });
}

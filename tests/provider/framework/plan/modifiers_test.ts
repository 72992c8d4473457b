import { Diagnostics } from "../../../../provider/framework/diagnostics.ts";
import { assertEquals, equal } from "@std/assert";
import { p } from "../../../../provider/framework/plan/p.ts";
import type {
  PlanModifier,
  PlanModifierContext,
  PlanModifierResult,
} from "../../../../provider/framework/schema/rules.ts";
import { Path } from "../../../../provider/framework/values/path.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  record,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/values/value.ts";
import { same } from "../../../../provider/framework/mod.ts";

type Values = Readonly<Record<string, Value>>;

/** The context of the attribute `a` of a resource. */
function context(
  config: Values,
  prior: Values | null,
  planned: Values,
): PlanModifierContext {
  const object = (values: Values): ValueObject =>
    record(Object.entries(values));
  const priorRoot = prior === null ? null : object(prior);
  return {
    privateState: { get: () => undefined },
    diagnostics: new Diagnostics(),
    path: Path.root.attribute("a"),
    isOptional: true,
    config: config["a"] ?? null,
    prior: prior?.["a"] ?? null,
    planned: planned["a"] ?? null,
    configRoot: object(config),
    priorRoot,
    plannedRoot: object(planned),
    parentState: priorRoot,
    parentPlan: object(planned),
    changes: (reference) =>
      prior === null || !equal(prior[reference], planned[reference]),
  };
}

interface Case {
  readonly name: string;
  readonly modifier: PlanModifier;
  readonly config?: Values;
  readonly prior: Values | null;
  readonly planned: Values;
  readonly result: PlanModifierResult | undefined;
}

const upper = (value: Value) =>
  typeof value === "string" && value !== "" ? value.toUpperCase() : undefined;

const cases: readonly Case[] = [
  {
    name: "requiresReplace",
    modifier: p.requiresReplace(),
    prior: { a: "x" },
    planned: { a: "y" },
    result: { requiresReplace: true },
  },
  {
    name: "requiresReplaceIf whose condition holds",
    modifier: p.requiresReplaceIf(({ planned }) => planned === "y"),
    prior: { a: "x" },
    planned: { a: "y" },
    result: { requiresReplace: true },
  },
  {
    name: "requiresReplaceIf whose condition does not hold",
    modifier: p.requiresReplaceIf(({ planned }) => planned === "z"),
    prior: { a: "x" },
    planned: { a: "y" },
    result: undefined,
  },
  {
    name: "requiresReplaceIf at create",
    modifier: p.requiresReplaceIf(() => true),
    prior: null,
    planned: { a: "y" },
    result: undefined,
  },
  {
    name: "requiresReplaceIfConfigured",
    modifier: p.requiresReplaceIfConfigured(),
    config: { a: "y" },
    prior: { a: "x" },
    planned: { a: "y" },
    result: { requiresReplace: true },
  },
  {
    name: "requiresReplaceIfConfigured without a configuration",
    modifier: p.requiresReplaceIfConfigured(),
    prior: { a: "x" },
    planned: { a: unknown },
    result: undefined,
  },
  {
    name: "useStateForUnknown",
    modifier: p.useStateForUnknown(),
    prior: { a: "x" },
    planned: { a: unknown },
    result: { planned: "x" },
  },
  {
    name: "useStateForUnknown keeps null, too",
    modifier: p.useStateForUnknown(),
    prior: { a: null },
    planned: { a: unknown },
    result: { planned: null },
  },
  {
    name: "useNonNullStateForUnknown",
    modifier: p.useNonNullStateForUnknown(),
    prior: { a: "x" },
    planned: { a: unknown },
    result: { planned: "x" },
  },
  {
    name: "useNonNullStateForUnknown with null in the state",
    modifier: p.useNonNullStateForUnknown(),
    prior: { a: null },
    planned: { a: unknown },
    result: undefined,
  },
  {
    name: "useNonNullStateForUnknown at create",
    modifier: p.useNonNullStateForUnknown(),
    prior: null,
    planned: { a: unknown },
    result: undefined,
  },
  {
    name: "useStateForUnknown at create",
    modifier: p.useStateForUnknown(),
    prior: null,
    planned: { a: unknown },
    result: undefined,
  },
  {
    name: "useStateForUnknown with a known plan",
    modifier: p.useStateForUnknown(),
    prior: { a: "x" },
    planned: { a: "y" },
    result: undefined,
  },
  {
    name: "useStateForUnknown with an unknown configuration",
    modifier: p.useStateForUnknown(),
    config: { a: unknown },
    prior: { a: "x" },
    planned: { a: unknown },
    result: undefined,
  },
  {
    name: "computedFrom without a function, nothing changes",
    modifier: p.computedFrom(["b", "c"]),
    prior: { a: "x", b: 1, c: ["y"] },
    planned: { a: unknown, b: 1, c: ["y"] },
    result: { planned: "x" },
  },
  {
    name: "computedFrom without a function, one changes",
    modifier: p.computedFrom(["b", "c"]),
    prior: { a: "x", b: 1, c: ["y"] },
    planned: { a: unknown, b: 1, c: ["z"] },
    result: { planned: unknown },
  },
  {
    name: "computedFrom without a function, one is not known yet",
    modifier: p.computedFrom(["b"]),
    prior: { a: "x", b: 1 },
    planned: { a: unknown, b: unknown },
    result: { planned: unknown },
  },
  {
    name: "computedFrom at create",
    modifier: p.computedFrom(["b"], upper),
    prior: null,
    planned: { a: unknown, b: "x" },
    result: { planned: "X" },
  },
  {
    name: "computedFrom an unknown source",
    modifier: p.computedFrom(["b"], upper),
    prior: { a: "X", b: "x" },
    planned: { a: "X", b: unknown },
    result: { planned: unknown },
  },
  {
    name: "computedFrom with something unknown deep inside",
    modifier: p.computedFrom(["b"], () => "never"),
    prior: null,
    planned: { a: unknown, b: ["x", unknown] },
    result: { planned: unknown },
  },
  {
    name: "computedFrom with a configured value",
    modifier: p.computedFrom(["b"], upper),
    config: { a: "mine" },
    prior: null,
    planned: { a: "mine", b: "x" },
    result: undefined,
  },
  {
    name: "computedFrom that cannot tell at create",
    modifier: p.computedFrom(["b"], upper),
    prior: null,
    planned: { a: null, b: "" },
    result: { planned: unknown },
  },
  {
    name: "computedFrom that cannot tell, without a change",
    modifier: p.computedFrom(["b"], upper),
    prior: { a: "looked up", b: "" },
    planned: { a: unknown, b: "" },
    result: { planned: "looked up" },
  },
  {
    name: "computedFrom that cannot tell, with a change",
    modifier: p.computedFrom(["b"], upper),
    prior: { a: "X", b: "x" },
    planned: { a: "X", b: "" },
    result: { planned: unknown },
  },
  {
    name: "computedFrom several, one of them absent",
    modifier: p.computedFrom(["b", "c"], (b, c) => `${b}${c}`),
    prior: null,
    planned: { a: unknown, b: "x" },
    result: { planned: "xnull" },
  },
];

for (const { name, modifier, config = {}, prior, planned, result } of cases) {
  Deno.test(`plan modifier ${name}`, () => {
    assertEquals(modifier.modify(context(config, prior, planned)), result);
  });
}

Deno.test("a new element of a list keeps nothing of the state", () => {
  const inside = {
    ...context({}, { a: null }, { a: unknown }),
    parentState: null,
  };
  assertEquals(p.useStateForUnknown().modify(inside), undefined);
  assertEquals(p.computedFrom(["b"]).modify(inside), { planned: unknown });
});

const pairs: readonly (readonly [
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

for (const [kind, equal, a, b, expected] of pairs) {
  const verdict = expected ? "mean the same" : "differ";
  Deno.test(`as ${kind} ${a} and ${b} ${verdict}`, () => {
    assertEquals(equal(a, b), expected);
    assertEquals(equal(b, a), expected);
  });
}

import { assertEquals } from "@std/assert";
import { writeOnlyPaths } from "../../../support/walk.ts";
import { checkPlan } from "../../../support/check_plan.ts";
import {
  Unknown,
  unknown,
} from "../../../../provider/framework/values/unknown.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";
import {
  type BlockJson,
  schemaFromJson,
} from "../../../support/schema_json.ts";

/** One attribute `a` with these flags, and what the three values hold. */
interface Case {
  readonly rule: string;
  readonly schema: BlockJson;
  readonly prior?: Value;
  readonly config: Value;
  readonly planned: Value;
  /** The errors as `path: message`; none by default. */
  readonly errors?: readonly string[];
}

const required: BlockJson = {
  attributes: { a: { type: "string", required: true } },
};
const optional: BlockJson = {
  attributes: { a: { type: "string", optional: true } },
};
const computed: BlockJson = {
  attributes: { a: { type: "string", computed: true } },
};
const either: BlockJson = {
  attributes: { a: { type: "string", optional: true, computed: true } },
};
const hidden: BlockJson = {
  attributes: { a: { type: "string", optional: true, sensitive: true } },
};
const writeOnly: BlockJson = {
  attributes: { a: { type: "string", optional: true, writeOnly: true } },
};
const cases: readonly Case[] = [
  {
    rule: "1: a configured object is not planned null",
    schema: required,
    config: { a: "1" },
    planned: null,
    errors: [": the object is configured but planned null"],
  },
  {
    rule: "1: an object without configuration is planned null",
    schema: required,
    prior: { a: "1" },
    config: null,
    planned: { a: "1" },
    errors: [": the object is planned but not configured"],
  },
  {
    rule: "1: a destroy plan is null",
    schema: required,
    prior: { a: "1" },
    config: null,
    planned: null,
  },
  {
    rule: "2: planned as configured",
    schema: required,
    config: { a: "1" },
    planned: { a: "1" },
  },
  {
    rule: "2: the same text in another normal form",
    schema: required,
    config: { a: "\u00e9" },
    planned: { a: "e\u0301" },
  },
  {
    rule: "2: an unknown without its refinements",
    schema: required,
    config: { a: new Unknown({ prefix: "x" }) },
    planned: { a: unknown },
  },
  {
    rule: "3: the prior value in place of the configured one",
    schema: required,
    prior: { a: "A" },
    config: { a: "a" },
    planned: { a: "A" },
  },
  {
    rule: "3: the prior value in place of an unknown one",
    schema: required,
    prior: { a: "A" },
    config: { a: unknown },
    planned: { a: "A" },
  },
  {
    rule: "3: not the prior value where nothing is configured",
    schema: optional,
    prior: { a: "A" },
    config: { a: null },
    planned: { a: "A" },
    errors: [
      'a: the attribute is not configured, is not computed, and must be planned null, not "A"',
    ],
  },
  {
    rule: "4: a write-only attribute is planned null",
    schema: writeOnly,
    config: { a: "secret" },
    planned: { a: null },
  },
  {
    rule: "4: a write-only attribute is not planned otherwise",
    schema: writeOnly,
    config: { a: "secret" },
    planned: { a: "other" },
    errors: ["a: a write-only attribute must be null in the plan"],
  },
  ...[null, "x", unknown].map((planned) => ({
    rule: `5: a computed attribute may be planned ${planned}`,
    schema: computed,
    prior: { a: "A" },
    config: { a: null },
    planned: { a: planned },
  })),
  ...[null, "x", unknown].map((planned) => ({
    rule: `6: an optional and computed attribute may be planned ${planned}`,
    schema: either,
    prior: { a: "A" },
    config: { a: null },
    planned: { a: planned },
  })),
  {
    rule: "7: an optional attribute without configuration is null",
    schema: optional,
    config: { a: null },
    planned: { a: unknown },
    errors: [
      "a: the attribute is not configured, is not computed, and must be planned null, not unknown",
    ],
  },
  {
    rule: "8: a configured value is not normalised",
    schema: required,
    config: { a: "A" },
    planned: { a: "a" },
    errors: ['a: the planned value "a" is not the configured value "A"'],
  },
  {
    rule: "8: nor is that of a computed attribute",
    schema: either,
    prior: { a: "b" },
    config: { a: "A" },
    planned: { a: "a" },
    errors: [
      'a: the planned value "a" is not the configured value "A" nor the prior value "b"',
    ],
  },
  {
    rule: "8: what is configured unknown is planned unknown",
    schema: either,
    config: { a: unknown },
    planned: { a: "a" },
    errors: ['a: the planned value "a" is not the configured value unknown'],
  },
  {
    rule: "8: what is configured known is not planned unknown",
    schema: either,
    config: { a: "a" },
    planned: { a: unknown },
    errors: ['a: the planned value unknown is not the configured value "a"'],
  },
  {
    rule: "8: what is configured is not planned null",
    schema: either,
    config: { a: "a" },
    planned: { a: null },
    errors: ['a: the planned value null is not the configured value "a"'],
  },
  {
    rule: "8: the value of a sensitive attribute is not shown",
    schema: hidden,
    prior: { a: "old secret" },
    config: { a: "secret" },
    planned: { a: "other secret" },
    errors: [
      "a: the planned value of the sensitive attribute is not the configured value nor the prior value",
    ],
  },
  {
    rule: "8: nor where nothing is configured",
    schema: hidden,
    config: { a: null },
    planned: { a: "other secret" },
    errors: [
      "a: the sensitive attribute is not configured, is not computed, and must be planned null",
    ],
  },
];

for (const { rule, schema, prior, config, planned, errors } of cases) {
  Deno.test(`plan rule ${rule}`, () => {
    const values = { prior: prior ?? null, config, planned };
    const found = checkPlan(schemaFromJson(schema), values);
    assertEquals(
      found.map(({ path, message }) => `${path}: ${message}`),
      errors ?? [],
    );
  });
}

Deno.test("write-only values are found at any depth", () => {
  const inner = {
    w: { type: "string", optional: true, writeOnly: true },
  } as const;
  const schema = schemaFromJson({
    attributes: {
      w: inner.w,
      one: { nested: { nesting: "single", attributes: inner }, optional: true },
      many: { nested: { nesting: "list", attributes: inner }, optional: true },
      named: { nested: { nesting: "map", attributes: inner }, optional: true },
    },
    blocks: { block: { nesting: "list", attributes: inner } },
  });
  const clean: Value = {
    w: null,
    one: null,
    many: [{ w: null }],
    named: unknown,
    block: [{ w: null }],
  };
  assertEquals(writeOnlyPaths(schema, clean), []);
  assertEquals(writeOnlyPaths(schema, null), []);
  const dirty: Value = {
    w: "x",
    one: { w: "x" },
    many: [{ w: null }, { w: "x" }],
    named: { k: { w: unknown } },
    block: [{ w: "x" }],
  };
  assertEquals(
    writeOnlyPaths(schema, dirty),
    ["w", "one.w", "many[1].w", 'named["k"].w', "block[0].w"],
  );
});

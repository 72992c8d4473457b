import { assertEquals } from "@std/assert";
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

const member = {
  x: { type: "string", optional: true },
  y: { type: "string", computed: true },
} as const;

function nested(
  nesting: "single" | "list" | "set" | "map",
  flags: { readonly computed?: boolean } = {},
): BlockJson {
  return {
    attributes: {
      a: { nested: { nesting, attributes: member }, optional: true, ...flags },
    },
  };
}

function blocks(
  nesting: "single" | "group" | "list" | "set" | "map",
): BlockJson {
  return { blocks: { a: { nesting, attributes: member } } };
}

const cases: readonly Case[] = [
  {
    rule: "9: computed attributes of a nested object are free",
    schema: nested("single"),
    config: { a: { x: "1", y: null } },
    planned: { a: { x: "1", y: unknown } },
  },
  {
    rule: "9: configured attributes of a nested object are not",
    schema: nested("single"),
    config: { a: { x: "1", y: null } },
    planned: { a: { x: "2", y: unknown } },
    errors: ['a.x: the planned value "2" is not the configured value "1"'],
  },
  {
    rule: "9: a configured nested object is not planned unknown",
    schema: nested("single"),
    config: { a: { x: "1", y: null } },
    planned: { a: unknown },
    errors: ["a: the value is configured but planned unknown"],
  },
  {
    rule: "9: a configured nested object is not planned null",
    schema: nested("single", { computed: true }),
    config: { a: { x: "1", y: null } },
    planned: { a: null },
    errors: ["a: the value is configured but planned null"],
  },
  {
    rule: "9: a nested object that is computed may be planned unknown",
    schema: nested("single", { computed: true }),
    config: { a: null },
    planned: { a: unknown },
  },
  {
    rule: "9: a nested list keeps its length",
    schema: nested("list"),
    config: { a: [{ x: "1", y: null }] },
    planned: { a: [] },
    errors: ["a: 0 elements are planned, but 1 configured"],
  },
  {
    rule: "9: prior elements of a nested list count by index",
    schema: nested("list"),
    prior: { a: [{ x: "A", y: "1" }] },
    config: { a: [{ x: "a", y: null }, { x: "a", y: null }] },
    planned: { a: [{ x: "A", y: "1" }, { x: "A", y: unknown }] },
    errors: ['a[1].x: the planned value "A" is not the configured value "a"'],
  },
  {
    rule: "9: an unknown nested list stays unknown",
    schema: nested("list"),
    config: { a: unknown },
    planned: { a: [] },
    errors: [
      "a: the number of elements is planned but not known in the configuration",
    ],
  },
  {
    rule: "9: a nested map keeps its keys",
    schema: nested("map"),
    config: { a: { k: { x: "1", y: null } } },
    planned: { a: { l: { x: "1", y: null } } },
    errors: [
      'a: the key "l" is planned but not configured',
      'a: the key "k" is configured but not planned',
    ],
  },
  {
    rule: "9: elements of a nested map are judged",
    schema: nested("map"),
    config: { a: { k: { x: "1", y: null } } },
    planned: { a: { k: { x: "2", y: unknown } } },
    errors: [
      'a["k"].x: the planned value "2" is not the configured value "1"',
    ],
  },
  {
    rule: "9: elements of a nested set are trusted",
    schema: nested("set"),
    config: { a: [{ x: "1", y: null }] },
    planned: { a: [{ x: "2", y: unknown }] },
  },
  {
    rule: "9: a nested set of unknown size may get any size",
    schema: nested("set"),
    config: { a: [{ x: "1", y: null }, { x: unknown, y: null }] },
    planned: { a: [{ x: "2", y: "z" }] },
  },
  {
    rule: "9: a nested set keeps a size that is known",
    schema: nested("set"),
    config: { a: [{ x: "1", y: null }] },
    planned: { a: [{ x: "1", y: "z" }, { x: "2", y: "z" }] },
    errors: [
      "a: the number of elements is planned as 2, but configured as 1",
    ],
  },
  {
    rule: "10: blocks are not planned unknown",
    schema: blocks("list"),
    config: { a: [{ x: "1", y: null }] },
    planned: { a: unknown },
    errors: [
      "a: a block must not be planned unknown itself, only the attributes in it",
    ],
  },
  {
    rule: "10: nor is one of them",
    schema: blocks("set"),
    config: { a: [{ x: "1", y: null }] },
    planned: { a: [unknown] },
    errors: [
      "a: a block must not be planned unknown itself, only the attributes in it",
    ],
  },
  {
    rule: "10: unknown blocks stay as they are",
    schema: blocks("list"),
    config: { a: unknown },
    planned: { a: [] },
    errors: [
      "a: the number of blocks is not known yet, so they must be planned as configured",
    ],
  },
  {
    rule: "10: unknown blocks keep even their refinements",
    schema: blocks("list"),
    config: { a: new Unknown({ nullness: false }) },
    planned: { a: unknown },
    errors: [
      "a: the number of blocks is not known yet, so they must be planned as configured",
    ],
  },
  ...(["list", "set", "map"] as const).map((nesting) => ({
    rule: `10: no ${nesting} of blocks is null`,
    schema: blocks(nesting),
    config: { a: nesting === "map" ? {} : [] },
    planned: { a: null },
    errors: ["a: no blocks must be planned as empty, not as null"],
  })),
  {
    rule: "10: no block is lost",
    schema: blocks("list"),
    config: { a: [{ x: "1", y: null }] },
    planned: { a: [] },
    errors: ["a: 0 elements are planned, but 1 configured"],
  },
  {
    rule: "10: blocks of a map keep their keys",
    schema: blocks("map"),
    config: { a: { k: { x: "1", y: null } } },
    planned: { a: { l: { x: "1", y: null } } },
    errors: [
      'a: the block "l" is planned but not configured',
      'a: the block "k" is configured but not planned',
    ],
  },
  {
    rule: "10: a block that is absent stays absent",
    schema: blocks("single"),
    config: { a: null },
    planned: { a: { x: null, y: unknown } },
    errors: ["a: the object is planned but not configured"],
  },
  {
    rule: "10: a group may get what it computes",
    schema: blocks("group"),
    config: { a: { x: null, y: null } },
    planned: { a: { x: null, y: unknown } },
  },
  {
    rule: "10: a group gets nothing that it doesn't compute",
    schema: blocks("group"),
    config: { a: { x: null, y: null } },
    planned: { a: { x: "1", y: unknown } },
    errors: [
      'a.x: the attribute is not configured, is not computed, and must be planned null, not "1"',
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

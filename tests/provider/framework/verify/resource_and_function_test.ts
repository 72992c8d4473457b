import { assertEquals } from "@std/assert";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import { p } from "../../../../provider/framework/plan/p.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import { verify } from "../../../../provider/framework/testing/verify/verify.ts";
import { description, makeProvider, makeSchema, resource } from "./support.ts";
import { defineFunction } from "../../../../provider/framework/define/definers.ts";
import {
  parameter,
  type ProviderFunction,
} from "../../../../provider/framework/define/function.ts";

const text = s.string({ optional: true, description });
const empty = () => Promise.resolve(record());

const { update: _, ...withoutUpdate } = resource();
const identityText = {
  expression: types.string,
  description,
  requiredForImport: true,
};

const resourceCases: readonly {
  readonly name: string;
  readonly resource: Resource;
  readonly faults: readonly string[];
}[] = [
  {
    name: "no delete",
    resource: { ...resource(), delete: undefined as never },
    faults: ["must have delete"],
  },
  {
    name: "no update, and an attribute that does not replace",
    resource: withoutUpdate,
    faults: [
      ', "name": must replace the resource when it changes, as the resource ' +
      "has no update",
    ],
  },
  {
    name: "no update, and a nested attribute that does not replace",
    resource: {
      ...withoutUpdate,
      schema: makeSchema({
        o: s.object({
          a: text,
          b: s.string({
            optional: true,
            description,
            planModifiers: [p.requiresReplace()],
          }),
          c: s.string({ computed: true, description }),
          d: s.string({ optional: true, writeOnly: true, description }),
        }, { optional: true, description }),
      }, {
        k: s.block.list({ description, attributes: { a: text } }),
      }),
    },
    faults: [
      ', "o.a": must replace the resource when it changes, as the resource ' +
      "has no update",
      ', "k.a": must replace the resource when it changes, as the resource ' +
      "has no update",
    ],
  },
  {
    name: "no update, and an object that replaces as a whole, is fine",
    resource: {
      ...withoutUpdate,
      schema: makeSchema({
        o: s.object({ a: text }, {
          optional: true,
          description,
          planModifiers: [p.requiresReplace()],
        }),
        timeouts: s.timeouts({ create: "1m" }),
      }),
    },
    faults: [],
  },
  {
    name: "no update, but a plan of its own, is fine",
    resource: { ...withoutUpdate, modifyPlan: () => {} },
    faults: [],
  },
  {
    name: "an update of nothing",
    resource: resource({
      schema: makeSchema({
        name: s.string({
          required: true,
          description,
          planModifiers: [p.requiresReplace()],
        }),
      }),
    }),
    faults: ["has an update, but nothing that could be updated"],
  },
  {
    name: "a negative schema version",
    resource: resource({ schema: { ...resource().schema, version: -1 } }),
    faults: [
      "must have a schema version that is a whole number of at least 0, not -1",
    ],
  },
  {
    name: "no description",
    resource: resource({ schema: { ...resource().schema, description: "" } }),
    faults: ["must have a description"],
  },
  {
    name: "a gap in the state upgrades",
    resource: resource({
      schema: { ...resource().schema, version: 3 },
      upgradeState: { 0: empty, 2: empty },
    }),
    faults: ["must upgrade states of version 1"],
  },
  {
    name: "an upgrade from a version that is not older",
    resource: resource({ upgradeState: { 0: empty } }),
    faults: [
      "upgrades states of version 0, which is not older than its own version 0",
    ],
  },
  {
    name: "an identity of an object",
    resource: resource({
      identity: {
        schema: {
          attributes: {
            a: identityText,
            b: { ...identityText, expression: types.object({}) },
            c: { ...identityText, expression: types.list(types.int) },
          },
        },
        of: () => record(),
      },
    }),
    faults: [
      ', "identity.b": must be a string, number, bool, or a list of these',
    ],
  },
  {
    name: "an identity that imports need not give",
    resource: resource({
      identity: {
        schema: {
          version: -1,
          attributes: { A: { ...identityText, requiredForImport: false } },
        },
        of: () => record(),
      },
    }),
    faults: [
      "must have an identity version of at least 0, not -1",
      "must have an identity with an attribute that imports need",
      ', "identity.A": must be named with lower-case letters, digits and ' +
      "underscores, and not begin with a digit",
    ],
  },
  {
    name: "a block of time limits that make no sense",
    resource: {
      ...withoutUpdate,
      schema: makeSchema({}, {
        limits: s.block.timeouts({ create: "soon", update: "1m" }),
      }),
    },
    faults: [
      ', "limits": must be named "timeouts"',
      ', "limits": must have a duration such as "30m", not "soon"',
      ', "limits": must not limit the update, as the resource has none',
    ],
  },
];

for (const { name, resource, faults } of resourceCases) {
  Deno.test(`verify finds in a resource: ${name}`, () => {
    assertEquals(
      verify(makeProvider({ resources: [resource] })),
      faults.map((fault) =>
        fault.startsWith(",")
          ? `resource "lab_thing"${fault}`
          : `resource "lab_thing": ${fault}`
      ),
    );
  });
}

const good = defineFunction({
  name: "join",
  summary: "Joins.",
  description,
  parameters: [parameter("left", types.string, description)],
  returns: types.string,
  run: ([left]) => left,
});

const functionCases: readonly {
  readonly name: string;
  readonly parts: Partial<ProviderFunction>;
  readonly faults: readonly string[];
}[] = [
  { name: "nothing wrong", parts: {}, faults: [] },
  {
    name: "a name with a space",
    parts: { name: "join it" },
    faults: [
      'function "join it": its name must consist of letters, digits, ' +
      "underscores and hyphens, and begin with a letter or underscore",
    ],
  },
  {
    name: "two parameters of one name",
    parts: { variadic: parameter("left", types.int, description) },
    faults: [
      'function "join": has two parameters with the name "left"',
    ],
  },
  {
    name: "a parameter without a name or description",
    parts: { parameters: [parameter("", types.int, "")] },
    faults: [
      'function "join": its name must consist of letters, digits, ' +
      "underscores and hyphens, and begin with a letter or underscore",
      'function "join": must have a description',
    ],
  },
  {
    name: "no summary and no description",
    parts: { summary: "", description: "" },
    faults: [
      'function "join": must have a summary',
      'function "join": must have a description',
    ],
  },
  {
    name: "dynamic elements",
    parts: {
      parameters: [parameter("a", types.list(types.dynamic), description)],
      returns: types.map(types.dynamic),
    },
    faults: ["a", "result"].map((where) =>
      `function "join", "${where}": must not have dynamic elements in a list, ` +
      "set or map: all elements need one type. Use a dynamic attribute for " +
      "the whole"
    ),
  },
  {
    name: "no result",
    parts: { returns: undefined as never },
    faults: ['function "join": must have a result'],
  },
];

for (const { name, parts, faults } of functionCases) {
  Deno.test(`verify finds in a function: ${name}`, () => {
    const functions = [{ ...good, ...parts }];
    assertEquals(verify(makeProvider({ functions })), faults);
  });
}

Deno.test("verify finds two functions of one name", () => {
  assertEquals(verify(makeProvider({ functions: [good, good] })), [
    'function "join": is defined more than once',
  ]);
});

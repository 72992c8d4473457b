import { assertEquals } from "@std/assert";
import type { Provider } from "../../../../provider/framework/define/provider.ts";
import { p } from "../../../../provider/framework/plan/p.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import { verify } from "../../../../provider/framework/testing/verify/verify.ts";
import { description, makeProvider, makeSchema, resource } from "./support.ts";

const text = s.string({ optional: true, description });
const name = s.string({ required: true, description });
const empty = () => Promise.resolve(record());

Deno.test("verify finds nothing in a good provider", () => {
  assertEquals(verify(makeProvider({ resources: [resource()] })), []);
});

const dataSource = {
  kind: "data_source",
  typeName: "lab_thing",
  schema: makeSchema({ name }),
  read: empty,
} as const;

const providerCases: readonly {
  readonly name: string;
  readonly parts: Partial<Provider>;
  readonly faults: readonly string[];
}[] = [
  ...["my_lab", "my--lab"].map((name) => ({
    name: `the provider name ${name}`,
    parts: { name },
    faults: [
      "provider: must be named with lower-case letters, digits and single " +
      `hyphens, not "${name}"`,
    ],
  })),
  {
    name: "a resource that is not there",
    parts: Object.defineProperty({}, "resources", {
      value: [undefined],
      enumerable: true,
    }),
    faults: ["resource: is undefined; perhaps two modules import each other"],
  },
  {
    name: "no version",
    parts: { version: "" },
    faults: ["provider: must have a version"],
  },
  ...["alias", "version"].map((reserved) => ({
    name: `the reserved provider attribute ${reserved}`,
    parts: { schema: makeSchema({ [reserved]: text }) },
    faults: [
      `provider, "${reserved}": must have another name: Terraform uses this ` +
      "one itself",
    ],
  })),
  {
    name: "what a provider block cannot have",
    parts: {
      schema: makeSchema({
        a: s.string({ optional: true, default: "x", description }),
        b: s.string({
          optional: true,
          description,
          planModifiers: [p.requiresReplace()],
        }),
        c: s.string({ optional: true, writeOnly: true, description }),
        d: s.string({ computed: true, description }),
      }),
    },
    faults: [
      'provider, "a": must not have a default: only resources are planned',
      'provider, "b": must not have plan modifiers: only resources are planned',
      'provider, "c": must not be write-only: only resources and actions are in a plan',
      'provider, "d": must not be computed: nothing is given back here',
    ],
  },
  {
    name: "a write-only value in provider_meta",
    parts: {
      metaSchema: makeSchema({
        c: s.string({ optional: true, writeOnly: true, description }),
      }),
    },
    faults: [
      'provider_meta, "c": must not be write-only: only resources and actions are in a plan',
    ],
  },
  {
    name: "a type name without the prefix",
    parts: { resources: [resource({ typeName: "thing" })] },
    faults: [
      'resource "thing": the type name must begin with "lab_", or Terraform ' +
      "does not find its provider",
    ],
  },
  {
    name: "a type name that is the provider's is fine",
    parts: { resources: [resource({ typeName: "lab" })] },
    faults: [],
  },
  {
    name: "a type name with the name of a provider that has a hyphen is fine",
    parts: {
      name: "my-lab",
      resources: [resource({ typeName: "my_lab_thing" })],
    },
    faults: [],
  },
  {
    name: "a type name with capitals",
    parts: { resources: [resource({ typeName: "lab_Thing" })] },
    faults: [
      'resource "lab_Thing": the type name must consist of lower-case ' +
      "letters, digits and underscores, and not begin with a digit",
    ],
  },
  {
    name: "two resources of one name",
    parts: { resources: [resource(), resource()] },
    faults: ['resource "lab_thing": is defined more than once'],
  },
  {
    name: "a resource and a data source of one name are fine",
    parts: { resources: [resource()], dataSources: [dataSource] },
    faults: [],
  },
  {
    name: "two data sources of one name",
    parts: { dataSources: [dataSource, dataSource] },
    faults: ['data source "lab_thing": is defined more than once'],
  },
  {
    name: "a default and a write-only value of a data source",
    parts: {
      dataSources: [{
        ...dataSource,
        schema: makeSchema({
          a: s.string({ optional: true, default: "x", description }),
          b: s.string({ optional: true, writeOnly: true, description }),
          c: s.string({ computed: true, description }),
        }, {
          d: s.block.single({
            attributes: { name },
            planModifiers: [p.requiresReplace()],
            description,
          }),
        }),
      }],
    },
    faults: [
      'data source "lab_thing", "a": must not have a default: only resources are planned',
      'data source "lab_thing", "b": must not be write-only: only resources and actions are in a plan',
      'data source "lab_thing", "d": must not have plan modifiers: only resources are planned',
    ],
  },
  {
    name: "a reserved name in an ephemeral resource",
    parts: {
      ephemeralResources: [{
        kind: "ephemeral_resource",
        typeName: "lab_token",
        schema: makeSchema({ count: text }),
        open: () => Promise.resolve({ result: record() }),
      }],
    },
    faults: [
      'ephemeral resource "lab_token", "count": must have another name: ' +
      "Terraform uses this one itself",
    ],
  },
  {
    name: "a computed attribute of an action",
    parts: {
      actions: [{
        kind: "action",
        typeName: "lab_press",
        schema: makeSchema({ a: s.string({ computed: true, description }) }),
        invoke: () => Promise.resolve(),
      }],
    },
    faults: [
      'action "lab_press", "a": must not be computed: nothing is given back here',
    ],
  },
  {
    name: "a list of nothing",
    parts: {
      listResources: [{
        kind: "list_resource",
        typeName: "lab_thing",
        schema: makeSchema({}),
        list: async function* () {},
      }],
    },
    faults: [
      'list resource "lab_thing": must list a resource of the same name, and ' +
      "there is none",
    ],
  },
  {
    name: "a list of a resource without an identity",
    parts: {
      resources: [resource()],
      listResources: [{
        kind: "list_resource",
        typeName: "lab_thing",
        schema: makeSchema({}),
        list: async function* () {},
      }],
    },
    faults: [
      'list resource "lab_thing": must list a resource with an identity, and ' +
      "it has none",
    ],
  },
];

for (const { name, parts, faults } of providerCases) {
  Deno.test(`verify finds: ${name}`, () => {
    assertEquals(verify(makeProvider(parts)), faults);
  });
}

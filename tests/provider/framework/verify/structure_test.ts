import { p } from "../../../../provider/framework/plan/p.ts";
import type { PlanModifier } from "../../../../provider/framework/schema/rules.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import type { Type } from "../../../../provider/framework/values/type.ts";
import { v } from "../../../../provider/framework/validators/v.ts";
import { any, type Case, odd, testFaults, text } from "./cases.ts";
import { description } from "./support.ts";

const shared: PlanModifier = {
  configReferences: ["a", "b"],
  modify: () => undefined,
};

const typeCases: readonly Case[] = [
  {
    name: "neither type nor nested attributes",
    attributes: { a: odd({ expression: undefined }) },
    faults: ['"a": must have either a type or nested attributes'],
  },
  {
    name: "both type and nested attributes",
    attributes: {
      a: odd({ nested: { nesting: "single", attributes: { b: text } } }),
    },
    faults: ['"a": must have either a type or nested attributes, not both'],
  },
  {
    name: "no nested attributes at all",
    attributes: { o: s.object({}, { optional: true, description }) },
    faults: ['"o": must have at least one nested attribute'],
  },
  {
    name: "a type that nobody can read",
    attributes: { a: odd({ type: "text" as Type }) },
    faults: ['"a": has a type that Terraform cannot read: "text"'],
  },
  ...([
    ["list", types.list(types.dynamic)],
    ["set", types.set(types.dynamic)],
    ["map", types.map(types.dynamic)],
    ["list of objects", types.list(types.object({ a: types.dynamic }))],
    [
      "tuple in an object",
      types.object({
        a: types.tuple([types.map(types.dynamic)]),
      }),
    ],
  ] as const).map(([name, type]): Case => ({
    name: `dynamic elements of a ${name}`,
    attributes: { a: odd({ type: type.type, expression: type }) },
    faults: [
      '"a": must not have dynamic elements in a list, set or map: all ' +
      "elements need one type. Use a dynamic attribute for the whole",
    ],
  })),
  {
    name: "dynamic values in a list of objects",
    attributes: {
      l: s.objectList({ a: any }, { optional: true, description }),
    },
    faults: [
      '"l": must not hold dynamic attributes: all objects in a list, set or ' +
      "map need one type",
    ],
  },
  {
    name: "good dynamic values",
    attributes: {
      a: any,
      o: s.object({ a: any }, { optional: true, description }),
      t: s.value(types.tuple([types.dynamic]), { optional: true, description }),
    },
    faults: [],
  },
];

/** Attributes, and those at whose plan they look. */
const ring = [["a", "b"], ["b", "c"], ["c", "a"]] as const;

const attributes = { a: text };

const blocks: readonly Case[] = [
  {
    name: "limits that are no whole numbers",
    blocks: {
      b: s.block.list({ description, attributes, minItems: -1 }),
      c: s.block.list({ description, attributes, maxItems: 1.5 }),
    },
    faults: ["b", "c"].map((name) =>
      `"${name}": must have limits that are whole numbers of at least 0`
    ),
  },
  {
    name: "two single blocks",
    blocks: {
      b: s.block.single({ description, attributes, minItems: 2 }),
      c: s.block.single({ description, attributes, maxItems: 2 }),
    },
    faults: ["b", "c"].map((name) =>
      `"${name}": must not have limits above 1, as it is a single block`
    ),
  },
  {
    name: "limits of a group",
    blocks: { b: s.block.group({ description, attributes, minItems: 1 }) },
    faults: ['"b": must not have limits, as it is a group of blocks'],
  },
  {
    name: "limits of a map",
    blocks: { b: s.block.map({ description, attributes, maxItems: 1 }) },
    faults: ['"b": must not have limits, as it is a map of blocks'],
  },
  {
    name: "crossed limits",
    blocks: {
      b: s.block.list({ description, attributes, minItems: 3, maxItems: 2 }),
    },
    faults: ['"b": must not have a lower limit above the upper one'],
  },
  {
    name: "dynamic values in a list of blocks",
    blocks: {
      b: s.block.list({ description, attributes: { a: any } }),
      c: s.block.set({ description, attributes: { a: any } }),
      d: s.block.map({ description, attributes: { a: any } }),
      e: s.block.single({ description, attributes: { a: any } }),
    },
    faults: ["b", "c", "d"].map((name) =>
      `"${name}": must not hold dynamic attributes: all objects in a list, ` +
      "set or map need one type"
    ),
  },
  {
    name: "good blocks",
    blocks: {
      a: s.block.single({ description, attributes, minItems: 1 }),
      b: s.block.group({ description, attributes }),
      c: s.block.list({ description, attributes, minItems: 1 }),
      d: s.block.set({ description, attributes, minItems: 1, maxItems: 1 }),
      e: s.block.map({ description, attributes }),
    },
    faults: [],
  },
];

const references: readonly Case[] = [
  {
    name: "a relation to itself",
    attributes: {
      a: s.string({
        optional: true,
        description,
        validators: [v.conflictsWith("a")],
      }),
      o: s.object({
        b: s.string({
          computed: true,
          description,
          planModifiers: [p.computedFrom(["/o/b"])],
        }),
      }, { optional: true, description }),
    },
    faults: ['"a": refers to itself', '"o.b": refers to itself'],
  },
  {
    name: "a misspelt relation, and the attribute that was meant",
    attributes: {
      a: s.string({
        optional: true,
        validators: [v.conflictsWith("/contry")],
        description,
      }),
      country: text,
    },
    faults: [
      '"a": refers to "/contry", which does not exist. Did you mean `country`?',
    ],
  },
  {
    name: "nothing, where attributes share a rule that names each of them",
    attributes: {
      a: s.string({ optional: true, planModifiers: [shared], description }),
      b: s.string({ optional: true, planModifiers: [shared], description }),
    },
    faults: [],
  },
  {
    name: "a relation to an attribute that is required",
    attributes: {
      a: s.string({
        optional: true,
        description,
        validators: [v.exactlyOneOf("name")],
      }),
    },
    faults: ['"a": refers to "name", which is required and so never absent'],
  },
  {
    name: "a relation of an attribute that is required",
    attributes: {
      a: s.string({
        required: true,
        description,
        validators: [v.atLeastOneOf("b")],
      }),
      b: text,
    },
    faults: [
      '"a": is required, so "set unless one of `b` is set" makes no sense',
    ],
  },
  {
    name: "relations into lists and sets without a position",
    attributes: {
      a: s.string({
        optional: true,
        description,
        validators: [v.conflictsWith("l/b", "t/0/b", "l/0/c")],
      }),
      l: s.objectList({ b: text }, { optional: true, description }),
      t: s.objectSet({ b: text }, { optional: true, description }),
    },
    faults: [
      '"a": refers to "l/b", which does not exist',
      '"a": refers to "t/0/b", which does not exist',
      '"a": refers to "l/0/c", which does not exist',
    ],
  },
  {
    name: "good relations",
    attributes: {
      a: s.string({
        optional: true,
        description,
        validators: [v.conflictsWith("o/b", "/o/b", "l/0/b", "m/key/b")],
      }),
      o: s.object({
        b: s.string({
          optional: true,
          description,
          validators: [v.requiredWith("../a", "/l/0/b")],
        }),
      }, { optional: true, description }),
      l: s.objectList({ b: text }, { optional: true, description }),
      m: s.objectMap({ b: text }, { optional: true, description }),
    },
    faults: [],
  },
  {
    name: "a configuration that is nowhere, and a block's",
    attributes: {},
    blocks: {
      b: s.block.list({
        description,
        attributes: {},
        planModifiers: [{
          configReferences: ["c"],
          modify: () => undefined,
        }],
      }),
    },
    faults: ['"b": refers to "c", which does not exist'],
  },
  {
    name: "three plans that look at each other",
    attributes: Object.fromEntries(
      ring.map(([name, source]) => [
        name,
        s.string({
          computed: true,
          description,
          planModifiers: [p.computedFrom([source])],
        }),
      ]),
    ),
    faults: ring.map(([name, source]) =>
      `"${name}": looks at the plan of "${source}", which looks at its own`
    ),
  },
];

testFaults([...typeCases, ...blocks, ...references]);

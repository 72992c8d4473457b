import { assertEquals } from "@std/assert";
import { p } from "../../../../provider/framework/plan/p.ts";
import type {
  Attribute,
  Attributes,
} from "../../../../provider/framework/schema/attribute.ts";
import type { Blocks } from "../../../../provider/framework/schema/block.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import type { Type } from "../../../../provider/framework/values/type.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import { v } from "../../../../provider/framework/validators/v.ts";
import { description, faultsIn } from "./support.ts";

/** An attribute that the builders would not make. */
function odd(parts: Partial<Attribute>): Attribute {
  return { ...s.string({ optional: true, description }), ...parts };
}

const text = s.string({ optional: true, description });
const number = s.int({ optional: true, description });
const need = s.string({ required: true, description });
const given = s.string({ computed: true, description });
const secret = s.string({ optional: true, writeOnly: true, description });
const any = s.dynamic({ optional: true, description });

interface Case {
  readonly name: string;
  readonly attributes?: Attributes;
  readonly blocks?: Blocks;
  /** Messages after `resource "lab_thing", `. */
  readonly faults: readonly string[];
}

const names: readonly Case[] = [
  {
    name: "a name with capitals",
    attributes: { Name: text },
    faults: [
      '"Name": must be named with lower-case letters, digits and ' +
      "underscores, and not begin with a digit",
    ],
  },
  {
    name: "a name that begins with a digit, deep inside",
    attributes: {
      o: s.object({ "1a": text }, { optional: true, description }),
    },
    faults: [
      '"o.1a": must be named with lower-case letters, digits and ' +
      "underscores, and not begin with a digit",
    ],
  },
  ...["connection", "count", "depends_on", "for_each", "lifecycle", "provider"]
    .map((reserved): Case => ({
      name: `the reserved name ${reserved}`,
      attributes: { [reserved]: text },
      faults: [
        `"${reserved}": must have another name: Terraform uses this one itself`,
      ],
    })),
  {
    name: "a reserved block name",
    blocks: { provisioner: s.block.list({ description, attributes: {} }) },
    faults: [
      '"provisioner": must have another name: Terraform uses this one itself',
    ],
  },
  {
    name: "a reserved name below the top is fine",
    attributes: {
      o: s.object({ count: number }, { optional: true, description }),
    },
    faults: [],
  },
  {
    name: "no description",
    attributes: { a: s.string({ optional: true, description: " " }) },
    faults: ['"a": must have a description'],
  },
  {
    name: "an attribute and a block of one name",
    attributes: { a: text },
    blocks: { a: s.block.list({ description, attributes: {} }) },
    faults: ['"a": is both an attribute and a block'],
  },
];

const modes: readonly Case[] = [
  {
    name: "required and optional",
    attributes: { a: odd({ required: true }) },
    faults: ['"a": must not be both required and optional'],
  },
  {
    name: "required and computed",
    attributes: { a: odd({ required: true, optional: false, computed: true }) },
    faults: ['"a": must not be both required and computed'],
  },
  {
    name: "no mode",
    attributes: { a: odd({ optional: false }) },
    faults: ['"a": must be required, optional or computed'],
  },
  {
    name: "a default of something required",
    attributes: { a: odd({ required: true, optional: false, default: "x" }) },
    faults: ['"a": must be optional and computed to have a default'],
  },
  {
    name: "validators of something computed",
    attributes: { a: odd({ ...given, validators: [v.oneOf("x")] as never }) },
    faults: ['"a": is never configured, so it must not have validators'],
  },
  {
    name: "something required in something computed",
    attributes: {
      o: s.object({ a: need }, { computed: true, description }),
    },
    faults: ['"o.a": must be only computed, as the object around it is'],
  },
  {
    name: "own equality of a number",
    attributes: { a: odd({ ...number, semanticEquals: () => true }) },
    faults: ['"a": must be a string to have its own equality'],
  },
];

const defaults: readonly Case[] = [
  {
    name: "a default of another type",
    attributes: { a: odd({ computed: true, default: 1 }) },
    faults: [
      '"a": has a default that does not fit its type: ' +
      "A string is required, not a number",
    ],
  },
  {
    name: "the default null",
    attributes: { a: odd({ computed: true, default: null }) },
    faults: ['"a": must not have the default null, which is none'],
  },
  {
    name: "an unknown default",
    attributes: { a: odd({ computed: true, default: unknown }) },
    faults: ['"a": must have a default that is known'],
  },
  {
    name: "a fraction as the default of a whole number",
    attributes: { a: s.int({ optional: true, default: 1.5, description }) },
    faults: [
      '"a": has a default that does not fit its type: 1.5 is not a whole ' +
      "number within ±(2^53 − 1)",
    ],
  },
  {
    name: "a fraction in the default of a list of whole numbers",
    attributes: {
      a: s.list(types.int, { optional: true, default: [1, 1.5], description }),
    },
    faults: [
      '"a": has a default that does not fit its type: 1.5 is not a whole ' +
      "number within ±(2^53 − 1)",
    ],
  },
  {
    name: "a default object with an attribute of another type",
    attributes: {
      o: {
        ...s.object({ a: text }, { optional: true, default: {}, description }),
        default: { a: 1 },
      },
    },
    faults: [
      '"o.a": has a default that does not fit its type: ' +
      "A string is required, not a number",
    ],
  },
  {
    name: "a default object with an attribute that does not exist",
    attributes: {
      o: {
        ...s.object({ a: text }, { optional: true, default: {}, description }),
        default: { b: 1 },
      },
    },
    faults: ['"o": has a default with "b", which is no attribute of it'],
  },
  {
    name: "a default object without what is required",
    attributes: {
      o: s.object({ a: need }, { optional: true, default: {}, description }),
    },
    faults: ['"o": has a default without "a", which is required'],
  },
  {
    name: "good defaults",
    attributes: {
      a: s.string({ optional: true, default: "", description }),
      b: s.list(types.string, { optional: true, default: [], description }),
      c: s.object({
        d: s.int({ optional: true, default: 1, description }),
      }, { optional: true, default: {}, description }),
    },
    faults: [],
  },
];

const writeOnly: readonly Case[] = [
  {
    name: "write-only and computed",
    attributes: { a: odd({ writeOnly: true, computed: true }) },
    faults: ['"a": must not be write-only and computed'],
  },
  {
    name: "write-only with plan modifiers",
    attributes: {
      a: odd({ writeOnly: true, planModifiers: [p.requiresReplace()] }),
    },
    faults: ['"a": must not be write-only and have plan modifiers'],
  },
  {
    name: "write-only in a set of objects",
    attributes: {
      l: s.objectSet({ a: secret }, { optional: true, description }),
    },
    faults: ['"l.a": must not be write-only inside a set'],
  },
  {
    name: "write-only in a block in a set of blocks",
    blocks: {
      b: s.block.set({
        description,
        attributes: {},
        blocks: {
          c: s.block.single({ description, attributes: { a: secret } }),
        },
      }),
    },
    faults: ['"b.c.a": must not be write-only inside a set'],
  },
  {
    name: "write-only in something computed",
    attributes: {
      o: s.object({ a: secret }, {
        optional: true,
        computed: true,
        description,
      }),
    },
    faults: ['"o.a": must not be write-only inside something computed'],
  },
  {
    name: "a stored value in a write-only object",
    attributes: {
      o: s.object({ a: text }, {
        optional: true,
        writeOnly: true,
        description,
      }),
    },
    faults: ['"o.a": must be write-only, as the object around it is'],
  },
  {
    name: "good write-only values",
    attributes: {
      a: secret,
      o: s.object({ a: secret }, {
        optional: true,
        writeOnly: true,
        description,
      }),
      l: s.objectList({ a: secret }, { optional: true, description }),
    },
    faults: [],
  },
];

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

const attributes = { a: text };

const blocks: readonly Case[] = [
  {
    name: "limits that are no whole numbers",
    blocks: { b: s.block.list({ description, attributes, minItems: -1 }) },
    faults: ['"b": must have limits that are whole numbers of at least 0'],
  },
  {
    name: "two single blocks",
    blocks: { b: s.block.single({ description, attributes, minItems: 2 }) },
    faults: ['"b": must not have limits above 1, as it is a single block'],
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
    name: "dynamic values in a set of blocks",
    blocks: { b: s.block.set({ description, attributes: { a: any } }) },
    faults: ['"b": must not hold dynamic attributes, as it is a set'],
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
          planModifiers: [p.useStateForUnknownUnless("/o/b")],
        }),
      }, { optional: true, description }),
    },
    faults: ['"a": refers to itself', '"o.b": refers to itself'],
  },
  {
    name: "a relation to an attribute that does not exist",
    attributes: {
      a: s.string({
        optional: true,
        description,
        validators: [v.conflictsWith("b")],
      }),
    },
    faults: ['"a": refers to "b", which does not exist'],
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
          validators: [v.requiredWith("../a")],
        }),
      }, { optional: true, description }),
      l: s.objectList({ b: text }, { optional: true, description }),
      m: s.objectMap({ b: text }, { optional: true, description }),
    },
    faults: [],
  },
  {
    name: "a plan that is looked at too early",
    attributes: {
      a: s.string({
        computed: true,
        description,
        planModifiers: [p.computedFrom(["b"], (b) => b)],
      }),
      b: s.string({
        computed: true,
        description,
        planModifiers: [p.useStateForUnknown()],
      }),
    },
    faults: [
      '"a": looks at the plan of "b" before that is made: declare "b" earlier',
    ],
  },
  {
    name: "a plan modifier that refers to nothing",
    attributes: {
      a: s.string({
        computed: true,
        description,
        planModifiers: [p.useStateForUnknownUnless("zone")],
      }),
    },
    faults: ['"a": refers to "zone", which does not exist'],
  },
];

const groups = [
  names,
  modes,
  defaults,
  writeOnly,
  typeCases,
  blocks,
  references,
];

for (const { name, attributes, blocks, faults } of groups.flat()) {
  Deno.test(`verify finds: ${name}`, () => {
    assertEquals(
      faultsIn(attributes ?? {}, blocks ?? {}),
      faults.map((fault) => `resource "lab_thing", ${fault}`),
    );
  });
}

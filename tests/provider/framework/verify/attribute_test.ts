import { p } from "../../../../provider/framework/plan/p.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import { v } from "../../../../provider/framework/validators/v.ts";
import {
  type Case,
  computedText,
  need,
  number,
  odd,
  secret,
  testFaults,
  text,
} from "./cases.ts";
import { description } from "./support.ts";

const names: readonly Case[] = [
  {
    name: "a name with capitals",
    attributes: { Name: text },
    faults: [
      '"Name": must be named with lower-case letters, digits and ' +
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
    name: "a default of something only computed",
    attributes: { a: s.string({ computed: true, default: "x", description }) },
    faults: [],
  },
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
    faults: ['"a": must not be required and have a default'],
  },
  {
    name: "validators of something computed",
    attributes: {
      a: odd({ ...computedText, validators: [v.oneOf("x")] as never }),
    },
    faults: ['"a": is never configured, so it must not have validators'],
  },
  {
    name: "something required, or optional, in something computed",
    attributes: {
      o: s.object({ a: need, b: text }, { computed: true, description }),
    },
    faults: ["a", "b"].map((name) =>
      `"o.${name}": must be only computed, as the object around it is`
    ),
  },
  {
    name: "own equality of a number",
    attributes: {
      a: odd({
        ...number,
        expression: { ...types.int, semanticEquals: () => true },
      }),
    },
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
    name: "a default that its own validators refuse",
    attributes: {
      a: s.int({
        optional: true,
        default: 9,
        validators: [v.atMost(3)],
        description,
      }),
    },
    faults: [
      '"a": has a default that its validators refuse: The value must be at ' +
      "most `3`, but it is 9.",
    ],
  },
  {
    name: "an unknown default",
    attributes: { a: odd({ computed: true, default: unknown }) },
    faults: ['"a": must have a default that is known'],
  },
  {
    name: "a fraction in the default of a list of whole numbers",
    attributes: {
      a: s.list(types.int, { optional: true, default: [1, 1.5], description }),
    },
    faults: [
      '"a": has a default that does not fit its type: must be a whole ' +
      "number, but it is 1.5.",
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
];

const writeOnly: readonly Case[] = [
  {
    name: "write-only and computed",
    attributes: { a: odd({ writeOnly: true, computed: true }) },
    faults: ['"a": must not be write-only and computed'],
  },
  {
    name: "write-only with a default",
    attributes: { a: odd({ writeOnly: true, default: "x" }) },
    faults: ['"a": must not be write-only and have a default'],
  },
  {
    name: "write-only with plan modifiers",
    attributes: {
      a: odd({ writeOnly: true, planModifiers: [p.requiresReplace()] }),
    },
    faults: [],
  },
  {
    name: "write-only at any depth in a set of objects",
    attributes: {
      l: s.objectSet({
        a: secret,
        o: s.object({ b: secret }, { optional: true, description }),
      }, { optional: true, description }),
    },
    faults: ["a", "o.b"].map((path) =>
      `"l.${path}": must not be write-only inside a set`
    ),
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
    name: "write-only at any depth in something computed",
    attributes: {
      o: s.object({
        p: s.object({ a: secret }, { optional: true, description }),
      }, { optional: true, computed: true, description }),
    },
    faults: ['"o.p.a": must not be write-only inside something computed'],
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

testFaults([...names, ...modes, ...defaults, ...writeOnly]);

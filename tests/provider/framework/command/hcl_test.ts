import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  importAndResource,
  secretVariable,
} from "../../../../provider/framework/command/hcl.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { maskSecret } from "../../../../provider/framework/secrets.ts";
import fc from "fast-check";
import { Dynamic, hclText, type Value } from "@hf-terraform/framework";
import {
  type HclName,
  readHcl as namesOf,
} from "../../../../provider/framework/command/hcl_reader.ts";
import { oddText } from "../../../support/odd_texts.ts";

const readHcl = (text: string) => [...namesOf(text)];

const description = "An attribute.";
const schema = s.schema({
  description: "A thing.",
  attributes: {
    id: s.string({ computed: true, description }),
    name: s.string({ required: true, description }),
    size: s.int({ optional: true, default: 1, description }),
    owner_id: s.string({ optional: true, description }),
    tags: s.set(types.string, { optional: true, description }),
    env: s.map(types.string, { optional: true, description }),
    parts: s.objectList({
      at: s.int({ required: true, description }),
    }, { optional: true, description }),
    inner: s.object({
      on: s.bool({ optional: true, description }),
      much: s.float({ optional: true, description }),
    }, { optional: true, description }),
  },
});

Deno.test("an object is written as terraform fmt would", () => {
  const state = {
    id: "1",
    name: "a",
    size: 1,
    owner_id: "o",
    tags: ["x", "y"],
    env: { A: "1", "b c": "2" },
    parts: [{ at: 1 }],
    inner: { on: true, much: 0.5 },
  };
  assertEquals(
    importAndResource({
      typeName: "lab_thing",
      name: "a",
      schema,
      state,
      id: "1",
      expression: (path) => path === "owner_id" ? "lab_owner.o.id" : undefined,
    }),
    `import {
  to = lab_thing.a
  id = "1"
}

resource "lab_thing" "a" {
  name     = "a"
  owner_id = lab_owner.o.id
  tags     = ["x", "y"]

  env = {
    A     = "1"
    "b c" = "2"
  }

  parts = [
    {
      at = 1
    },
  ]

  inner = {
    on   = true
    much = 0.5
  }
}
`,
  );
});

const name = "x";
const variables: [
  given: Parameters<typeof secretVariable>[0],
  block: readonly string[],
][] = [
  [{ name, description, required: true }, [
    "  sensitive   = true",
    "  type        = string",
  ]],
  [{ name, description, keys: ["A", "LONG"] }, [
    "  default     = null",
    "  sensitive   = true",
    "",
    "  type = object({",
    "    A    = string",
    "    LONG = string",
    "  })",
  ]],
  [{ name, description, keys: ["A", "no identifier"] }, [
    "  default     = null",
    "  sensitive   = true",
    "  type        = map(string)",
  ]],
];

for (const [given, block] of variables) {
  Deno.test(`the variable of the secrets ${given.keys ?? "without names"}`, () => {
    assertEquals(secretVariable(given).trimEnd().split("\n"), [
      'variable "x" {',
      '  description = "An attribute."',
      ...block,
      "}",
    ]);
  });
}

Deno.test("no secret of the process is written, whatever repeats it", () => {
  const secret = "kR8vQ2xZ9Lm4";
  maskSecret(secret);
  const block = importAndResource({
    typeName: "example_thing",
    name: "x",
    schema,
    state: {
      name: `is ${secret}`,
      tags: [secret],
      env: { [secret]: secret },
      parts: null,
      inner: null,
    },
    id: `a/${secret}`,
  });
  const variable = secretVariable({
    name: "x",
    description: `Secrets of ${secret}.`,
    keys: [secret, "B"],
  });
  assertEquals(block.includes(secret) || variable.includes(secret), false);
  assertStringIncludes(block, '"***" = "***"');
  assertStringIncludes(variable, "map(string)");
});

const { value } = fc.letrec<{ readonly value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    oddText,
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(oddText, tie("value"), {
      maxKeys: 4,
      noNullPrototype: false,
    }),
  ),
}));

type Names = HclName["path"];

/** The paths of the names in a value; one that needs an escape tells none. */
function pathsIn(value: Value, path: Names): readonly Names[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((one, at) => pathsIn(one, [...path, at]));
  }
  return Object.entries(value).flatMap(([key, one]) => {
    const isPlain = !/\\|[$%]\{/.test(hclText(key));
    const there = [...path, isPlain ? key : undefined];
    return [there, ...pathsIn(one, there)];
  });
}

Deno.test("a value of any type is written as the value it is", () => {
  assertEquals(hclText({ a: new Dynamic("string", "x") }), '{ a = "x" }');
});

Deno.test("names and structure are read back, whatever stands in keys and texts", () => {
  fc.assert(
    fc.property(value, (value) => {
      const text = `a "b" c { # "{\n  x = ${hclText(value)} // [\n}\n` +
        `/* { */ d = ${hclText(value, "  ")}\n`;
      const paths = [["a", "b", "c"], ["a", "b", "c", "x"], ["d"]].flatMap(
        (path) => [path, ...path.length === 3 ? [] : pathsIn(value, path)],
      );
      const sorted = (all: readonly Names[]) =>
        all.map((path) => JSON.stringify(path)).sort();
      assertEquals(
        sorted(readHcl(text).map(({ path }) => path)),
        sorted(paths),
      );
    }),
    { numRuns: 500, seed: 37 },
  );
});

/** The names that a text is read as, with the line of each. */
function namesIn(text: string): readonly string[] {
  return readHcl(text).map(({ path, line }) => `${path.at(-1) ?? "?"}:${line}`);
}

const read: Readonly<Record<string, string>> = {
  'a = "${"}"}"\nb = 1\n': "a:1 b:2",
  'a = "%{ if x }{%{ endif }"\nb = 1': "a:1 b:2",
  'a = "$${"\nb = "%%{"\n': "a:1 b:2",
  "a = <<EOT\nb = {\nEOT\nc = <<-E\n  d\n  E\nf = 1": "a:1 c:4 f:7",
  "a = { for x in y : x => { b = 1 } }\nc = [for x in y : { d = 1 }]":
    "a:1 c:2",
  'a = { for = 1, (b) = 2, c.d = 3, "e": 4 }': "a:1 for:1 ?:1 ?:1 e:1",
  "a = { b = { c = 1 }.c\n d = 2 }\ne = { f = 1 } == null": "a:1 b:1 d:2 e:3",
  "a = x ? {\n b = 1\n} : {}\nc = merge({\n d = 1\n}, { e = 1 })\nf = 1":
    "a:1 b:2 c:4 f:7",
  "a = (\n x\n ? { b = 1 }\n : y ? null : ({ c = { d = 1 } })\n)\ne = 1":
    "a:1 b:3 c:4 d:4 e:6",
  "a = [\n x ?\n { b = 1 } :\n { c = 1 }\n]\nd = 1": "a:1 b:3 c:4 d:6",
  "a = [x ? { b = 1 } : { c = 1 }, ({ d = 1 })]\ne = (x).y\nf = ({ g = 1 }).g":
    "a:1 b:1 c:1 d:1 e:2 f:3",
  "a = { b : x ? {} : { c : 1 }, d : 1 }\ne = x ? { f = 1 }.f : [{ g = 1 }][0]":
    "a:1 b:1 c:1 d:1 e:2",
  "a = x ? y ? { b = 1 } : { c = 1 } : { d = 1 }\ne = (x ? 1 : 2) + 1":
    "a:1 b:1 c:1 d:1 e:2",
  "a = [for x in y ? z : { b = 1 } : { c = 1 } if x ? true : false]\nd = 1":
    "a:1 d:2",
  "a = [\n  {\n    b = 1,\n    c = [2]\n  },\n\n  { d = 1 }, ]":
    "a:1 b:3 c:4 d:7",
  "a {\r\n  b = 1\r\n}\r\nc {}\r\n": "a:1 b:2 c:4",
  "a = b[*].c\nd = e[0].f ? 1 : -2\ng = !h && i >= 1": "a:1 d:2 g:3",
};

for (const [text, names] of Object.entries(read)) {
  Deno.test(`the names in ${JSON.stringify(text)} are ${names}`, () => {
    assertEquals(namesIn(text).join(" "), names);
  });
}

Deno.test("conditions one after the other have no bound", () => {
  const text = `a = ${"x ? { b = 1 } : ".repeat(50_000)}{ c = 1 }`;
  assertEquals(namesIn(text).length, 50_002);
});

Deno.test("what is not in Terraform's language is an error, and ends", () => {
  for (
    const text of [
      "a",
      "a {",
      'a = "',
      "a = [",
      "a = [ }",
      "}",
      "1 = 2",
      "a = { b }",
      "a = 1 /* b",
      "a = <<A\nb\n",
      "<<A\n".repeat(40_000),
    ]
  ) {
    assertThrows(() => readHcl(text), SyntaxError);
  }
});

Deno.test("names are told as they are read: no file is kept in memory whole", () => {
  const [first] = namesOf(`a = 1\nb = {\n${"c = 1\n".repeat(9)}`);
  assertEquals(first?.path, ["a"]);
});

Deno.test("names below a long label or key are as short as others", () => {
  const long = "x".repeat(100_000);
  const many = "a = { b = 1 }\n".repeat(5000);
  const paths = readHcl(`a "${long}" {\nc = { ${long} = {\n${many}} }\n}`)
    .map(({ path }) => path.join("."));
  assertEquals(paths.length, 10_003);
  assertEquals(Math.max(...paths.map(({ length }) => length)), 411);
});

Deno.test("a block with more labels than any has is an error", () => {
  const text = `${"a ".repeat(20_000)}{\n${"a=1\n".repeat(20_000)}}\n`;
  assertThrows(() => readHcl(text), SyntaxError, "Line 1");
});

Deno.test("what is nested too deep is an error that names the line", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["a {\n", "}\n"],
    ["a = [", "]"],
    ["a = [[", "]]"],
    ["a = { b = ", "}"],
    ["a = (", ")"],
    ["a = b[", "]"],
    ["a = f([{ c = ", "}])"],
  ];
  for (const [open, close] of cases) {
    const [, start = "", repeated = ""] = /^(a = )?([^]*)$/.exec(open) ?? [];
    const nested = (count: number) =>
      `x = 1\n${start}${repeated.repeat(count)}${close.repeat(count)}\n`;
    const outer = readHcl(nested(100)).filter(({ path }) => path.length === 1);
    assertEquals(outer.length, 2);
    for (const count of [600, 50_000]) {
      assertThrows(() => readHcl(nested(count)), SyntaxError, "Line ");
    }
  }
});

Deno.test("what is written grows with what is told, whatever the length of one key", () => {
  const keys = [
    "a".repeat(40_000),
    ...Array.from({ length: 4000 }, (_, i) => `k${i}`),
  ];
  const env = Object.fromEntries(keys.map((key) => [key, ""]));
  const names = Object.keys(schema.attributes);
  const none = Object.fromEntries(names.map((name) => [name, null]));
  const block = importAndResource({
    typeName: "lab_thing",
    name: "a",
    schema,
    state: { ...none, name: "o", env },
    id: "1",
  });
  assertEquals(block.length < 1_000_000, true);
});

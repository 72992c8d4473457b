import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  importAndResource,
  secretVariable,
} from "../../../../provider/framework/command/hcl.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { maskSecret } from "../../../../provider/framework/secrets.ts";

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

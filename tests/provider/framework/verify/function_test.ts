import { assertEquals } from "@std/assert";
import { defineFunction } from "../../../../provider/framework/define/definers.ts";
import {
  parameter,
  type ProviderFunction,
} from "../../../../provider/framework/define/function.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { verify } from "../../../../provider/framework/testing/verify/verify.ts";
import { description, makeProvider } from "./support.ts";

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

import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  ArgumentError,
  parameter,
  type ProviderFunction,
} from "../../../../provider/framework/define/function.ts";
import { defineFunction } from "../../../../provider/framework/define/definers.ts";
import { callFunction } from "../../../../provider/framework/engine/call_function.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";
import { call, plain, serverOf } from "./support.ts";

const join = defineFunction({
  name: "join",
  summary: "Joins texts.",
  description: "Joins texts.",
  parameters: [
    parameter("separator", types.nullable(types.string), "Between them."),
    parameter("times", types.int, "How often."),
  ],
  variadic: parameter("parts", types.string, "The texts."),
  returns: types.list(types.string),
  run([separator, times], parts) {
    if (times < 0) throw new ArgumentError(1, "Not so few.");
    if (times > 9) throw new Error("Not so many");
    return Array.from({ length: times }, () => parts.join(separator ?? "-"));
  },
});

const one = defineFunction({
  name: "one",
  summary: "One.",
  description: "One.",
  parameters: [parameter("value", types.string, "A value.")],
  returns: types.string,
  run: ([value]) => value,
});

function run(found: ProviderFunction, args: readonly Value[]) {
  const server = serverOf({ functions: [found] });
  server.configureResult = undefined;
  return callFunction(server, { name: found.name, arguments: args }, call);
}

const good: readonly [string, readonly Value[], unknown][] = [
  ["with all arguments", ["+", 2, "a", "b"], ["a+b", "a+b"]],
  ["without further arguments", ["+", 1], [""]],
  ["with null where that is allowed", [null, 1, "a", "b"], ["a-b"]],
];

for (const [title, args, expected] of good) {
  Deno.test(`function: called ${title}, on an unconfigured provider`, async () => {
    const { result, error } = await run(join, args);
    assertEquals(error, undefined);
    assertEquals(plain(result), expected);
  });
}

const bad: readonly {
  readonly title: string;
  readonly found?: ProviderFunction;
  readonly args: readonly Value[];
  readonly argument: number | undefined;
  readonly says: string;
}[] = [
  {
    title: "too few arguments",
    args: ["+"],
    argument: undefined,
    says: "takes 2 arguments or more, not 1",
  },
  {
    title: "too many arguments",
    found: one,
    args: ["a", "b"],
    argument: undefined,
    says: "takes 1 argument",
  },
  { title: "null", args: ["+", null], argument: 1, says: "must not be null" },
  { title: "an unknown", args: ["+", unknown], argument: 1, says: "known" },
  {
    title: "a number that does not fit",
    args: ["+", 1.5],
    argument: 1,
    says: '"times" must be a whole number.',
  },
  {
    title: "null among further arguments",
    args: ["+", 1, "a", null],
    argument: 3,
    says: "parts",
  },
  {
    title: "an argument that the function blames",
    args: ["+", -1],
    argument: 1,
    says: "Not so few.",
  },
  {
    title: "what the function throws",
    args: ["+", 10],
    argument: undefined,
    says: "Not so many.",
  },
  {
    title: "a result of a wrong type",
    found: { ...one, run: () => 5 },
    args: ["a"],
    argument: undefined,
    says: "report it",
  },
];

for (const { title, found = join, args, argument, says } of bad) {
  Deno.test(`function: ${title} is an error`, async () => {
    const { result, error } = await run(found, args);
    assertEquals(result, null);
    assertEquals(error?.argument, argument);
    assertStringIncludes(error?.text ?? "", says);
  });
}

Deno.test("function: an unknown name is an error", async () => {
  const request = { name: "nope", arguments: [] };
  const { error } = await callFunction(serverOf({}), request, call);
  assertStringIncludes(error?.text ?? "", '"nope"');
});

import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  defineFunction,
  definersFor,
} from "../../../../provider/framework/define/definers.ts";
import { configureProvider } from "../../../../provider/framework/engine/configure_provider.ts";
import { PrivateData } from "../../../../provider/framework/engine/private_state.ts";
import { validateProviderConfig } from "../../../../provider/framework/engine/validate_config.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  ableClient,
  applyChange,
  call,
  lines,
  plain,
  serverOf,
  whole,
} from "./support.ts";
import { decodeText, encodeText } from "../../../support/text.ts";
import {
  ArgumentError,
  parameter,
  type ProviderFunction,
} from "../../../../provider/framework/define/function.ts";
import { callFunction } from "../../../../provider/framework/engine/call_function.ts";
import { failure } from "../../../../provider/framework/diagnostics.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { callMethod, encodeValue, methods, serviceOf } from "../rpc/support.ts";
import { makeProvider } from "../verify/support.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";

const { defineResource } = definersFor<unknown>();

const schema = s.schema({
  description: "A provider.",
  attributes: {
    token: s.string({ required: true, description: "Token." }),
  },
});

const thing = defineResource({
  typeName: "test_thing",
  schema: s.schema({
    description: "A thing.",
    attributes: { id: s.string({ computed: true, description: "Id." }) },
  }),
  create: ({ provider }) => Promise.resolve({ id: String(provider) }),
  read: () => Promise.resolve(undefined),
  delete: () => Promise.resolve(),
});

function configure(token: unknown, version = "1.11.4") {
  const server = serverOf({
    schema,
    resources: [thing],
    configure({ config, terraformVersion, diagnostics }) {
      if (config["token"] === "old") diagnostics.addError("Old", "It is over.");
      if (config["token"] === "bad") throw new Error("HTTP 401");
      return `${String(config["token"])}@${terraformVersion}`;
    },
  });
  server.configureResult = undefined;
  const again = (token: unknown) =>
    configureProvider(server, {
      config: { token: typeof token === "string" ? token : unknown },
      terraformVersion: version,
      clientCapabilities: ableClient,
    }, call);
  return { server, again, first: again(token) };
}

const planned = whole(thing.schema, { id: unknown });

Deno.test("provider: what configure makes is given to operations, unknown values or not", async () => {
  const { server, first } = configure(unknown);
  assertEquals(lines((await first).diagnostics), []);
  const { newState } = await applyChange(thing, { planned }, server);
  assertEquals(
    decodeText(encodeText(JSON.stringify(newState))),
    '{"id":"unknown@1.11.4"}',
  );
});

Deno.test("provider: it can be configured again, and a failure leaves it unconfigured", async () => {
  const { server, first, again } = configure("a");
  await first;
  await again("b");
  const { newState } = await applyChange(thing, { planned }, server);
  assertEquals(JSON.stringify(newState), '{"id":"b@1.11.4"}');
  for (
    const [token, summary] of [
      ["bad", "Failed to configure the provider"],
      ["old", "Old"],
    ] as const
  ) {
    const { diagnostics } = await again(token);
    assertEquals(lines(diagnostics), [`error: ${summary}`]);
    const refused = await applyChange(thing, { planned }, server);
    assertEquals(lines(refused.diagnostics), [
      "error: The provider is not configured",
    ]);
  }
});

Deno.test("provider: only what was validated counts as no whole test", async () => {
  const server = serverOf({
    schema,
    configure: ({ isWholeTest }) => Promise.resolve(isWholeTest),
  });
  const config = whole(schema, { token: "a" });
  const request = {
    config,
    terraformVersion: "1.15.5",
    clientCapabilities: ableClient,
  };
  const found: unknown[] = [];
  for (const isValidated of [true, false]) {
    if (isValidated) await validateProviderConfig(server, { config }, call);
    await configureProvider(server, request, call);
    found.push(server.configureResult?.data);
  }
  assertEquals(found, [false, true]);
});

Deno.test("provider: its block is validated", async () => {
  const { server } = configure("a");
  const config = whole(schema, {});
  const { diagnostics } = await validateProviderConfig(
    server,
    { config },
    call,
  );
  assertEquals(lines(diagnostics), ["error token: Missing required attribute"]);
});

Deno.test("private data: unchanged bytes are handed on as they are", () => {
  const foreign = ' {"b": 1e400, "a": 12345678901234567890} ';
  assertEquals(
    decodeText(new PrivateData(encodeText(foreign)).encode()),
    foreign,
  );
});

Deno.test("private data: changes are stored, sorted, and bad JSON counts as empty", () => {
  const data = new PrivateData(encodeText('{"z":1,"__proto__":{"x":2}}'));
  data.set("a", { list: [1, "two", null] });
  data.delete("z");
  assertEquals(data.get("__proto__"), { x: 2 });
  assertEquals(
    decodeText(data.encode()),
    '{"__proto__":{"x":2},"a":{"list":[1,"two",null]}}',
  );
  data.delete("a");
  data.delete("__proto__");
  assertEquals(decodeText(data.encode()), "{}");
  assertEquals(new PrivateData(encodeText("not json")).get("a"), undefined);
});

Deno.test("private data: only a state with nothing beside it has lost it", () => {
  const stored = new PrivateData().encode();
  const lost = [new PrivateData(), new PrivateData(stored, true)]
    .map(({ isLost }) => isLost);
  assertEquals(lost, [false, false]);
  assertEquals(new PrivateData(new Uint8Array(), true).isLost, true);
});

Deno.test("private data: a value is copied, so that later changes do not show", () => {
  const data = new PrivateData();
  const list = [1];
  data.set("list", list);
  list.push(2);
  assertEquals(decodeText(data.encode()), '{"list":[1]}');
});

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
    if (times > 9) throw failure("Too many", "Not so many.");
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

Deno.test("function: the CLI ends the sentence about a blamed argument", async () => {
  const service = serviceOf(makeProvider({ functions: [join] }));
  const { error } = await callMethod(service, methods.CallFunction, {
    name: "join",
    arguments: [encodeValue("+", "string"), encodeValue(-1, "number")],
  });
  assertEquals(error, { text: "Not so few", functionArgument: 1 });
});

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
    title: "what the runtime throws, without its words",
    found: { ...one, run: () => new URL("s3cret") },
    args: ["s3cret"],
    argument: undefined,
    says: "It threw TypeError",
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
    assertEquals(error?.text.includes("s3cret"), false);
  });
}

Deno.test("function: an unknown name is an error", async () => {
  const request = { name: "nope", arguments: [] };
  const { error } = await callFunction(serverOf({}), request, call);
  assertStringIncludes(error?.text ?? "", '"nope"');
});

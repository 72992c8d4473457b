import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { definersFor } from "../../../../provider/framework/define/definers.ts";
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
  serverOf,
  whole,
} from "./support.ts";
import { decodeText, encodeText } from "../../../support/text.ts";

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

Deno.test("private data: keys of the framework are out of reach", () => {
  const data = new PrivateData(encodeText('{".own":1}'));
  assertEquals(data.get(".own"), undefined);
  const error = assertThrows(() => data.set(".own", 2), RangeError);
  assertStringIncludes(error.message, "reserved");
  assertThrows(() => data.delete(".own"), RangeError);
  data.set("a", 1);
  assertEquals(decodeText(data.encode()), '{".own":1,"a":1}');
});

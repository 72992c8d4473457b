import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { configureLogs } from "../../../../provider/framework/log.ts";
import { definersFor, types, v } from "../../../../provider/framework/mod.ts";
import { makeService } from "../../../../provider/framework/rpc/make_service.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { makeProvider } from "../verify/support.ts";
import { callMethod, methods } from "./support.ts";

/** Words of which messages, schemas and values consist. */
const common = [
  "about after again also another apply argument attribute attributes be",
  " because been before begin between both bug can cannot character change",
  " characters changed code compute configuration could created default",
  " delete developers does each element elements empty error every expected",
  " failed field file first from given has have import instead invalid its",
  " known least list long longer message missing more most must name names",
  " needs never nor number object old only operation other part",
  " password place plan please produced provider read report required",
  " resource result returned same schema secret service set should some",
  " state string test text than that the them then there these they this",
  " times to token type unknown update value values whole with without",
].join("").split(" ");

const description = "What it is.";
const { defineResource } = definersFor<unknown>();
const own = { optional: true, description } as const;

const resource = defineResource({
  typeName: "lab_thing",
  schema: s.schema({
    description,
    attributes: {
      password: s.string({ required: true, sensitive: true, description }),
      old_password: s.string({
        ...own,
        validators: [v.lengthAtLeast(40), v.conflictsWith("password")],
      }),
      type: s.string({ ...own, validators: [v.oneOf("public", "secret")] }),
      count: s.int({ ...own, validators: [v.between(1, 3)] }),
      made: s.string({ computed: true, description }),
    },
  }),
  create: () => Promise.reject(new TypeError("gone")),
  // A missing attribute is reported, and one of another type.
  read: () => Promise.resolve(JSON.parse('{"made":1,"count":"x"}')),
  update: () => Promise.reject(new TypeError("gone")),
  delete: () => Promise.reject(new TypeError("gone")),
});

const lab = makeProvider({
  schema: s.schema({
    description,
    attributes: {
      words: s.map(types.string, { ...own, sensitive: true }),
    },
  }),
  resources: [resource],
});

const json = (value: unknown) => ({
  json: new TextEncoder().encode(JSON.stringify(value)),
});

Deno.test("a hundred secrets that are common words leave messages and logs as they are, and quoted values are masked", async () => {
  assert(common.length >= 100);
  const service = await makeService(lab, 6);
  const thing = { typeName: "lab_thing" };
  const config = {
    password: null,
    old_password: "pineapple",
    type: "pubic",
    count: 7,
    made: "x",
  };
  const lines: string[] = [];
  await callMethod(service, methods.ConfigureProvider, { config: json({}) });
  const told = async () => {
    lines.length = 0;
    const answers = [
      await callMethod(service, methods.ValidateResourceConfig, {
        ...thing,
        config: json(config),
      }),
      await callMethod(service, methods.ReadResource, {
        ...thing,
        currentState: json({ ...config, password: "x", made: null }),
      }),
      await callMethod(service, methods.ReadResource, { typeName: "lab_thin" }),
      await callMethod(service, methods.ImportResourceState, {
        ...thing,
        id: "a",
      }),
      await callMethod(service, methods.MoveResourceState, {
        targetTypeName: "lab_thing",
        sourceTypeName: "other_thing",
      }),
      await callMethod(service, methods.CallFunction, { name: "none" }),
    ];
    const messages = lines.map((line) => JSON.parse(line)["@message"]);
    return JSON.stringify([answers.map((one) => ({ ...one })), messages]);
  };
  configureLogs({ env: () => "trace", write: (line) => lines.push(line) });
  try {
    const before = await told();
    assertStringIncludes(before, "old_password");
    assertStringIncludes(before, "invalid result");
    const words = Object.fromEntries(common.map((word, i) => [`w${i}`, word]));
    await callMethod(service, methods.ConfigureProvider, {
      config: json({ words }),
    });
    assertEquals(await told(), before);
    await callMethod(service, methods.ConfigureProvider, {
      config: json({ words: { one: "pubic" } }),
    });
    const after = await told();
    assert(!after.includes("pubic"), after);
    assertEquals(after.replaceAll('\\"***\\"', '\\"pubic\\"'), before);
  } finally {
    configureLogs({ env: () => undefined, write: () => {} });
  }
});

import {
  assertEquals,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import {
  defineProvider,
  definersFor,
  failure,
  s,
} from "../../../../provider/framework/mod.ts";
import { configureLogs } from "../../../../provider/framework/log.ts";
import { makeService } from "../../../../provider/framework/rpc/make_service.ts";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import { callMethod, callRaw, encodeValue, methods } from "./support.ts";

const schema = s.schema({
  description: "A file.",
  attributes: { name: s.string({ required: true, description: "The name." }) },
});

const file = definersFor<unknown>().defineDataSource({
  typeName: "lab_file",
  schema,
  read({ config, log }) {
    log.info("Reading", { name: config.name });
    if (config.name === "gone") throw failure("No file", "It is gone.");
    return Promise.resolve(config);
  },
});

const empty = s.schema({ description: "Nothing.", attributes: {} });
const provider = defineProvider({
  name: "lab",
  version: "1.0.0",
  schema: empty,
  configure: () => undefined,
  dataSources: [file],
});

/** Reads the data source, and returns what is logged by authors meanwhile. */
async function linesOf(
  level: string,
  name: string,
): Promise<readonly Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  configureLogs({
    env: (variable) => variable === "TF_LOG_PROVIDER" ? level : undefined,
    write: (line) => lines.push(JSON.parse(line)),
  });
  try {
    const service = await makeService(provider, 6);
    await callMethod(service, methods.ConfigureProvider, {
      config: encodeValue(record(), objectType(empty)),
    });
    await callMethod(service, methods.ReadDataSource, {
      typeName: "lab_file",
      config: encodeValue(record([["name", name]]), objectType(schema)),
    });
  } finally {
    configureLogs({ env: () => undefined, write: () => {} });
  }
  return lines.filter((line) => line["@module"] === "provider");
}

Deno.test("what an author logs tells operation and type", async () => {
  const [line, ...more] = await linesOf("info", "a");
  assertEquals(more, []);
  assertEquals(line?.["@message"], "Reading");
  assertEquals(line?.["name"], "a");
  assertEquals([line?.["operation"], line?.["type"]], ["read", "lab_file"]);
});

Deno.test("the stack of what is thrown is logged at level debug", async () => {
  const [, line] = await linesOf("debug", "gone");
  assertEquals(line?.["@message"], "The operation failed");
  assertEquals(line?.["@level"], "debug");
  assertStringIncludes(String(line?.["error"]), "make_service_test.ts");
  assertEquals((await linesOf("info", "gone")).length, 1);
});

Deno.test("the schemas are what the build has made, or are made once", async () => {
  const built = { GetProviderSchema: btoa("built") };
  const of = async (protocol: 5 | 6, name: string) => {
    const service = await makeService(provider, protocol, built);
    const ask = () => callRaw(service, name, new Uint8Array());
    return [await ask(), await ask()] as const;
  };
  const [text] = await of(6, "GetProviderSchema");
  assertEquals(new TextDecoder().decode(text), "built");
  for (
    const [protocol, name] of [[5, "GetSchema"], [
      6,
      "GetResourceIdentitySchemas",
    ]] as const
  ) {
    const [first, second] = await of(protocol, name);
    assertStrictEquals(second, first);
  }
});

import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  defineProvider,
  definersFor,
  failure,
  loadProvider,
  s,
} from "../../../../provider/framework/mod.ts";
import { configureLogs } from "../../../../provider/framework/log.ts";
import {
  makeMuxService,
  makeService,
  type MuxPart,
} from "../../../../provider/framework/rpc/make_service.ts";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import {
  callMethod,
  callRaw,
  encodeValue,
  methods,
  serviceOf,
} from "./support.ts";
import { makeProvider, makeSchema, resource } from "../verify/support.ts";
import type { RpcService } from "../../../../provider/framework/plugin/call.ts";
import { muxService } from "../../../../provider/framework/rpc/mux.ts";

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

Deno.test("the schemas are what the build has made", async () => {
  const built = { GetProviderSchema: btoa("built") };
  const service = await makeService(provider, 6, built);
  const text = await callRaw(service, "GetProviderSchema", new Uint8Array());
  assertEquals(new TextDecoder().decode(text), "built");
});

/** A provider that notes what it loads; the third loads the wrong thing. */
function lazyProvider() {
  const loads: string[] = [];
  const lazy = (typeName: string, defines = typeName) => ({
    typeName,
    load: () => {
      loads.push(typeName);
      return Promise.resolve(resource({ typeName: defines }));
    },
  });
  const provider = defineProvider({
    name: "lab",
    version: "1.0.0",
    schema: empty,
    configure: () => undefined,
    resources: [lazy("lab_a"), lazy("lab_b"), lazy("lab_c", "lab_d")],
  });
  return { provider, loads };
}

const request = (typeName: string) => ({
  typeName,
  config: { json: new TextEncoder().encode("{}") },
});

Deno.test("a resource is loaded at its first call, and only once", async () => {
  const { provider, loads } = lazyProvider();
  const service = serviceOf(provider);
  const { resources } = await callMethod(service, methods.GetMetadata, {});
  assertEquals(resources.map(({ typeName }) => typeName), [
    "lab_a",
    "lab_b",
    "lab_c",
  ]);
  assertEquals(loads, []);
  await callMethod(service, methods.ValidateResourceConfig, request("lab_b"));
  await callMethod(service, methods.ValidateResourceConfig, request("lab_b"));
  await callMethod(
    service,
    methods.ValidateResourceConfig,
    request("lab_none"),
  );
  assertEquals(loads, ["lab_b"]);
});

Deno.test("what loads another type is an error of the call", async () => {
  const { provider } = lazyProvider();
  const { diagnostics } = await callMethod(
    serviceOf(provider),
    methods.ValidateResourceConfig,
    request("lab_c"),
  );
  assertStringIncludes(
    diagnostics[0]?.detail ?? "",
    "Cannot load lab_c: what was loaded defines lab_d, the name to list it by",
  );
});

Deno.test("all is loaded for whoever looks at all", async () => {
  const { provider, loads } = lazyProvider();
  const good = { ...provider, resources: provider.resources.slice(0, 2) };
  const { resources } = await loadProvider(good);
  assertEquals(loads, ["lab_a", "lab_b"]);
  assertEquals(resources.map(({ kind }) => kind), ["resource", "resource"]);
});

const text = s.string({ optional: true, description: "A text." });
const url = (description: string) =>
  makeSchema({ url: s.string({ optional: true, description }) });
const { list } = s.block;
const block = (maxItems: number) =>
  makeSchema({}, {
    part: list({ description: "A part.", attributes: { text }, maxItems }),
  });

type Process = Extract<MuxPart, { readonly command: unknown }>;

const cases: readonly {
  readonly name: string;
  readonly parts: readonly (Parameters<typeof makeProvider>[0] | Process)[];
  readonly fault?: string;
}[] = [
  {
    name: "nothing twice",
    parts: [{ resources: [resource()] }, {
      resources: [resource({ typeName: "lab_other" })],
    }],
  },
  {
    name: "provider blocks that differ in descriptions",
    parts: [{ schema: url("An address.") }, { schema: url("Where it is.") }],
  },
  {
    name: "one resource in both",
    parts: [{ resources: [resource()] }, { resources: [resource()] }],
    fault: "More than one of them has lab_thing.",
  },
  {
    name: "an attribute that only one provider block has",
    parts: [{ schema: url("An address.") }, {}],
    fault: "Their provider blocks differ in url.",
  },
  {
    name: "blocks with other limits",
    parts: [{ schema: block(1) }, { schema: block(2) }],
    fault: "Their provider blocks differ in part.",
  },
  {
    name: "an executable that is not there",
    parts: [{}, { command: ["/nothing/there"] }],
    fault: "Cannot start the provider /nothing/there: ",
  },
];

for (const { name, parts, fault } of cases) {
  Deno.test(`several providers with ${name}`, async () => {
    const service = await makeMuxService(
      parts.map((part) =>
        part && "command" in part ? part : makeProvider(part)
      ),
    );
    const { diagnostics } = await callMethod(
      service,
      methods.GetProviderSchema,
      {},
    );
    assertEquals(
      diagnostics.map(({ detail }) => detail.slice(0, fault?.length)),
      fault === undefined ? [] : [fault],
    );
  });
}

Deno.test("several providers can do what each can, and have no state stores", async () => {
  const { GetMetadata } = methods;
  const older: RpcService = {
    unary: {
      GetMetadata: () =>
        Promise.resolve(
          GetMetadata.response.encode({
            stateStores: [{ typeName: "lab_store" }],
          }).finish(),
        ),
    },
    serverStream: {},
  };
  const service = muxService([serviceOf(makeProvider()), older]);
  const { serverCapabilities, stateStores } = await callMethod(
    service,
    GetMetadata,
    {},
  );
  assertEquals([serverCapabilities, stateStores], [{
    planDestroy: true,
    getProviderSchemaOptional: false,
    moveResourceState: true,
    generateResourceConfig: false,
  }, []]);
});

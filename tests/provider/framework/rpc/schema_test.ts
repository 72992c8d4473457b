import { assertEquals, assertThrows } from "@std/assert";
import type { tfplugin6 } from "../../../../proto/gen/tfplugin6.ts";
import { defineFunction } from "../../../../provider/framework/define/definers.ts";
import { identity } from "../../../../provider/framework/define/identity.ts";
import { parameter } from "../../../../provider/framework/define/function.ts";
import { ProviderServer } from "../../../../provider/framework/engine/server.ts";
import { protocol5 } from "../../../../provider/framework/rpc/protocol5.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import { makeProvider, resource } from "../verify/support.ts";
import { callMethod, methods, serviceOf } from "./support.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The parts of an attribute's message that are not as by default. */
function withoutDefaults(attribute: tfplugin6.Schema.Attribute | undefined) {
  return Object.fromEntries(
    Object.entries({ ...attribute, type: text(attribute?.type ?? none) })
      .filter(([, value]) => value !== false && value !== "" && value !== 0),
  );
}
const none = new Uint8Array();

const description = "What it is.";
const schema = s.schema({
  version: 3,
  description: "A thing.",
  deprecated: "Use another thing.",
  attributes: {
    a: s.string({ required: true, description }),
    b: s.int({ optional: true, default: 1, description, sensitive: true }),
    c: s.list(types.bool, { computed: true, description }),
    d: s.string({ optional: true, writeOnly: true, description }),
    e: s.float({ optional: true, description, deprecated: "Use b." }),
    f: s.objectMap({
      g: s.dynamic({ optional: true, computed: true, description }),
    }, { optional: true, description }),
  },
  blocks: {
    single: s.block.single({ description, attributes: {} }),
    needed: s.block.single({ description, attributes: {}, minItems: 1 }),
    group: s.block.group({ description, attributes: {} }),
    list: s.block.list({
      description,
      attributes: { a: s.bool({ required: true, description }) },
      minItems: 1,
      maxItems: 3,
    }),
    set: s.block.set({ description, attributes: {} }),
    map: s.block.map({ description, attributes: {} }),
  },
});

Deno.test("a schema goes over the wire with all that it holds", async () => {
  const service = serviceOf(
    makeProvider({ resources: [resource({ schema })] }),
  );
  const response = await callMethod(service, methods.GetProviderSchema, {});
  assertEquals(response.diagnostics, []);
  const wire = response.resourceSchemas["lab_thing"];
  assertEquals(wire?.version, 3);
  const block = wire?.block;
  assertEquals(block?.description, "A thing.");
  assertEquals(block?.deprecated, true);
  assertEquals(block?.deprecationMessage, "Use another thing.");
  const [a, b, c, d, e, f] = block?.attributes ?? [];
  const common = { description, descriptionKind: 1 };
  assertEquals(withoutDefaults(a), {
    ...common,
    name: "a",
    type: '"string"',
    required: true,
  });
  assertEquals(withoutDefaults(b), {
    ...common,
    name: "b",
    type: '"number"',
    optional: true,
    computed: true,
    sensitive: true,
  });
  assertEquals(withoutDefaults(c), {
    ...common,
    name: "c",
    type: '["list","bool"]',
    computed: true,
  });
  assertEquals(withoutDefaults(d), {
    ...common,
    name: "d",
    type: '"string"',
    optional: true,
    writeOnly: true,
  });
  assertEquals(withoutDefaults(e), {
    ...common,
    name: "e",
    type: '"number"',
    optional: true,
    deprecated: true,
    deprecationMessage: "Use b.",
  });
  assertEquals(f?.type.length, 0, "either a type or nested attributes");
  assertEquals(f?.nestedType?.nesting, 4);
  assertEquals(f?.nestedType?.attributes.map(withoutDefaults), [
    { ...common, name: "g", type: '"dynamic"', optional: true, computed: true },
  ]);
  assertEquals(
    block?.blockTypes.map((one) => [
      one.typeName,
      one.nesting,
      one.minItems,
      one.maxItems,
      one.block?.computed,
    ]),
    [
      ["single", 1, 0, 0, false],
      ["needed", 1, 1, 1, false],
      ["group", 5, 0, 0, false],
      ["list", 2, 1, 3, false],
      ["set", 3, 0, 0, false],
      ["map", 4, 0, 0, false],
    ],
  );
});

Deno.test("the provider's schema is there even if it is empty", async () => {
  const service = serviceOf(makeProvider());
  const response = await callMethod(service, methods.GetProviderSchema, {});
  assertEquals(response.provider?.block?.attributes, []);
  assertEquals(response.providerMeta, undefined);
});

const join = defineFunction({
  name: "join",
  summary: "Joins.",
  description,
  deprecated: "Use + instead.",
  parameters: [parameter("left", types.string, description)],
  variadic: parameter("more", types.nullable(types.int), description),
  returns: types.list(types.string),
  run: () => [],
});

Deno.test("functions are the same in both answers that hold them", async () => {
  const service = serviceOf(makeProvider({ functions: [join] }));
  const { functions } = await callMethod(service, methods.GetFunctions, {});
  const all = await callMethod(service, methods.GetProviderSchema, {});
  assertEquals(all.functions, functions);
  const wire = functions["join"];
  assertEquals(wire?.summary, "Joins.");
  assertEquals(wire?.deprecationMessage, "Use + instead.");
  assertEquals(text(wire?.return?.type ?? none), '["list","string"]');
  const [left] = wire?.parameters ?? [];
  assertEquals(left?.name, "left");
  assertEquals(left?.allowNullValue, false);
  assertEquals(left?.allowUnknownValues, false);
  assertEquals(wire?.variadicParameter?.allowNullValue, true);
  assertEquals(text(wire?.variadicParameter?.type ?? none), '"number"');
});

const options = { description, requiredForImport: true } as const;
const others = {
  int: identity.int(options),
  float: identity.float(options),
  number: identity.number(options),
  ints: identity.ints(options),
  bool: identity.bool(options),
};

Deno.test("identity schemas, and the metadata of all things", async () => {
  const service = serviceOf(makeProvider({
    resources: [
      resource({
        identity: {
          schema: {
            version: 2,
            attributes: {
              id: identity.string({ description, requiredForImport: true }),
              at: identity.strings({ description, requiredForImport: false }),
              ...others,
            },
          },
          of: () => record(),
        },
      }),
      resource({ typeName: "lab_other" }),
    ],
    functions: [join],
    metaSchema: schema,
    listResources: [resource({ typeName: "lab_list" }) as never],
    actions: [resource({ typeName: "lab_act" }) as never],
  }));
  const { identitySchemas } = await callMethod(
    service,
    methods.GetResourceIdentitySchemas,
    {},
  );
  assertEquals(Object.keys(identitySchemas), ["lab_thing"]);
  assertEquals(identitySchemas["lab_thing"]?.version, 2);
  assertEquals(
    identitySchemas["lab_thing"]?.identityAttributes.map((one) => [
      one.name,
      text(one.type),
      one.requiredForImport,
      one.optionalForImport,
    ]),
    [
      ["id", '"string"', true, false],
      ["at", '["list","string"]', false, true],
      ["int", '"number"', true, false],
      ["float", '"number"', true, false],
      ["number", '"number"', true, false],
      ["ints", '["list","number"]', true, false],
      ["bool", '"bool"', true, false],
    ],
  );
  const metadata = await callMethod(service, methods.GetMetadata, {});
  assertEquals(metadata.resources, [
    { typeName: "lab_thing" },
    { typeName: "lab_other" },
  ]);
  assertEquals(metadata.functions, [{ name: "join" }]);
  assertEquals(metadata.listResources, [{ typeName: "lab_list" }]);
  assertEquals(metadata.actions, [{ typeName: "lab_act" }]);
  const all = await callMethod(service, methods.GetProviderSchema, {});
  assertEquals(Object.keys(all.listResourceSchemas), ["lab_list"]);
  assertEquals(Object.keys(all.actionSchemas), ["lab_act"]);
  assertEquals(all.providerMeta?.version, 3);
  const capabilities = {
    planDestroy: true,
    getProviderSchemaOptional: true,
    moveResourceState: true,
    generateResourceConfig: true,
  };
  for (const { serverCapabilities } of [metadata, all]) {
    assertEquals(serverCapabilities, capabilities);
  }
});

Deno.test("protocol 5 refuses nested attributes, wherever they are", () => {
  const nested = s.object({ a: s.bool({ optional: true, description }) }, {
    optional: true,
    description,
  });
  const deep = s.schema({
    description,
    attributes: {},
    blocks: {
      b: s.block.list({
        description,
        attributes: {},
        blocks: { c: s.block.set({ description, attributes: { nested } }) },
      }),
    },
  });
  const holders = [resource({ schema: deep })];
  for (
    const [place, parts] of [
      ["provider", { schema: deep }],
      ["provider_meta", { metaSchema: deep }],
      ["lab_thing", { resources: holders }],
      ["lab_thing", { dataSources: holders }],
      ["lab_thing", { ephemeralResources: holders }],
      ["lab_thing", { listResources: holders }],
      ["lab_thing", { actions: holders }],
    ] as const
  ) {
    assertThrows(
      () => protocol5(new ProviderServer(makeProvider(parts as never))),
      Error,
      `${place}.b.c.nested has nested attributes`,
    );
  }
  protocol5(new ProviderServer(makeProvider({ resources: [resource()] })));
});

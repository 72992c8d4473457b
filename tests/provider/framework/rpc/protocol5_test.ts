/**
 * Every method of protocol 5 answers as its twin of protocol 6 does.
 *
 * @module
 */
import { assert, assertEquals, assertObjectMatch } from "@std/assert";
import type { Init } from "../../../../proto/codec.ts";
import { tfplugin5 } from "../../../../proto/gen/tfplugin5.ts";
import { tfplugin6 } from "../../../../proto/gen/tfplugin6.ts";
import type { Method } from "../../../../proto/service.ts";
import {
  defineFunction,
  defineProvider,
  definersFor,
  identity,
  parameter,
  s,
  types,
} from "../../../../provider/framework/mod.ts";
import { ProviderServer } from "../../../../provider/framework/engine/server.ts";
import type { RpcService } from "../../../../provider/framework/plugin/call.ts";
import { protocol5 } from "../../../../provider/framework/rpc/protocol5.ts";
import { protocol6 } from "../../../../provider/framework/rpc/protocol6.ts";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import { callMethod, callStream, encodeValue } from "./support.ts";

const schema = s.schema({
  description: "A thing.",
  attributes: {
    name: s.string({ required: true, description: "The name." }),
    note: s.string({ optional: true, description: "A note." }),
  },
});
const common = { typeName: "lab_thing", schema } as const;
const { defineResource, defineListResource, ...define } = definersFor<
  unknown
>();
const thing = { name: "a", note: null };

const provider = defineProvider({
  name: "lab",
  version: "1.0.0",
  schema,
  metaSchema: schema,
  configure: () => ({}),
  resources: [
    defineResource({
      ...common,
      identity: {
        schema: {
          attributes: {
            name: identity.string({
              description: "The name.",
              requiredForImport: true,
            }),
          },
        },
        of: ({ name }) => ({ name }),
      },
      create: ({ plan }) => Promise.resolve(plan),
      read: ({ state }) => Promise.resolve(state),
      update: ({ plan }) => Promise.resolve(plan),
      delete: () => Promise.resolve(),
      importState: ({ identity }) => ({
        name: identity?.name ?? "",
        note: null,
      }),
      moveState: [() => thing],
    }),
  ],
  dataSources: [
    define.defineDataSource({
      ...common,
      read: ({ config }) => Promise.resolve(config),
    }),
  ],
  ephemeralResources: [
    define.defineEphemeralResource({
      ...common,
      open: ({ config }) =>
        Promise.resolve({
          result: config,
          private: 1,
          renewAt: new Date(86_400_000),
        }),
      renew: () => Promise.resolve({ private: 2 }),
      close: () => Promise.resolve(),
    }),
  ],
  functions: [
    defineFunction({
      name: "same",
      summary: "The same.",
      description: "The same.",
      parameters: [parameter("text", types.string, "A text.")],
      returns: types.string,
      run: ([text]) => text,
    }),
  ],
  listResources: [
    defineListResource({
      ...common,
      async *list({ config }) {
        const { name } = config;
        for (const displayName of ["first", "second"]) {
          yield { identity: { name }, displayName, resource: thing };
          await Promise.resolve();
        }
      },
    }),
  ],
  actions: [
    define.defineAction({
      ...common,
      plan: () => "absent_prerequisite",
      invoke({ progress }) {
        progress("Half");
        return Promise.resolve();
      },
    }),
  ],
});

const type = objectType(schema);
const config = encodeValue(record(Object.entries(thing)), type);
const none = encodeValue(null, type);
const json = new TextEncoder().encode('{"name":"a"}');
const typeName = "lab_thing";
const upgradedIdentity = {
  identityData: encodeValue(record([["name", "a"]]), ["object", {
    name: "string",
  }]),
};
const services = {
  five: protocol5(new ProviderServer(provider)),
  six: protocol6(new ProviderServer(provider)),
};
const five = tfplugin5.Provider;
const six = tfplugin6.Provider;
/** The methods that the tests below are about. */
const asked = new Set(["PrepareProviderConfig"]);

/** A method's answer, or those of its stream. */
async function ask<Request, Response>(
  service: RpcService,
  method: Method<Request, Response>,
  request: Init<Request>,
): Promise<unknown> {
  const name = method.path.slice(method.path.lastIndexOf("/") + 1);
  return name in service.unary
    ? await callMethod(service, method, request)
    : await callStream(service, method, request);
}

/** Without the fields that only messages of protocol 6 have. */
function withoutSixOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSixOnly);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return value;
  const isBlock = Object.hasOwn(value, "blockTypes");
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith("stateStore"))
      .filter(([name]) => !(isBlock && name === "computed"))
      .map(([name, part]) => [name, withoutSixOnly(part)]),
  );
}

/**
 * Both protocols give the same answer, which has these parts and is not a
 * refusal.
 */
function twins<A, B, C, D>(
  fifth: Method<A, B>,
  sixth: Method<C, D>,
  request: Init<A> & Init<C>,
  parts: Record<PropertyKey, unknown> = {},
): void {
  const [, , name = ""] = fifth.path.split("/");
  asked.add(name);
  Deno.test(`protocol 5 answers ${name} as protocol 6 does`, async () => {
    await ask(services.five, five.Configure, { config });
    await ask(services.six, six.ConfigureProvider, { config });
    const answer = await ask(services.five, fifth, request);
    const other = await ask(services.six, sixth, request);
    assertEquals(answer, withoutSixOnly(other));
    const { length } = Object(answer);
    assertObjectMatch({ ...Object(answer), length }, parts);
    const text = JSON.stringify(
      answer,
      (_, value) => typeof value === "bigint" ? `${value}` : value,
    );
    assert(!text.includes('"severity"'), text);
  });
}

twins(five.GetMetadata, six.GetMetadata, {});
twins(five.GetSchema, six.GetProviderSchema, {});
twins(five.Configure, six.ConfigureProvider, { config });
twins(five.ValidateResourceTypeConfig, six.ValidateResourceConfig, {
  typeName,
  config,
});
twins(five.ValidateDataSourceConfig, six.ValidateDataResourceConfig, {
  typeName,
  config,
});
twins(five.UpgradeResourceState, six.UpgradeResourceState, {
  typeName,
  rawState: { json },
});
twins(five.GetResourceIdentitySchemas, six.GetResourceIdentitySchemas, {});
twins(five.UpgradeResourceIdentity, six.UpgradeResourceIdentity, {
  typeName,
  rawIdentity: { json },
}, { upgradedIdentity });
twins(five.ReadResource, six.ReadResource, {
  typeName,
  currentState: config,
}, { newIdentity: upgradedIdentity });
twins(five.PlanResourceChange, six.PlanResourceChange, {
  typeName,
  config,
  priorState: none,
  proposedNewState: config,
});
twins(five.ApplyResourceChange, six.ApplyResourceChange, {
  typeName,
  config,
  priorState: none,
  plannedState: config,
});
twins(five.ImportResourceState, six.ImportResourceState, {
  typeName,
  identity: upgradedIdentity,
}, { importedResources: [{ state: config }] });
twins(five.MoveResourceState, six.MoveResourceState, {
  targetTypeName: typeName,
  sourceTypeName: "other",
  sourceState: { json },
});
twins(five.ReadDataSource, six.ReadDataSource, { typeName, config });
twins(five.GenerateResourceConfig, six.GenerateResourceConfig, {
  typeName,
  state: config,
});
const ephemeral = { typeName, config };
twins(
  five.ValidateEphemeralResourceConfig,
  six.ValidateEphemeralResourceConfig,
  ephemeral,
);
twins(five.OpenEphemeralResource, six.OpenEphemeralResource, ephemeral, {
  renewAt: { seconds: 86_400, nanos: 0 },
});
twins(five.RenewEphemeralResource, six.RenewEphemeralResource, { typeName });
twins(five.CloseEphemeralResource, six.CloseEphemeralResource, { typeName });
twins(five.ListResource, six.ListResource, {
  typeName,
  config,
  includeResourceObject: true,
  limit: 1,
}, { 0: { displayName: "first", resourceObject: config }, length: 1 });
twins(five.ValidateListResourceConfig, six.ValidateListResourceConfig, {
  typeName,
  config,
});
twins(five.GetFunctions, six.GetFunctions, {});
twins(five.CallFunction, six.CallFunction, {
  name: "same",
  arguments: [encodeValue("a", "string")],
});
twins(five.PlanAction, six.PlanAction, {
  actionType: typeName,
  config,
  clientCapabilities: { deferralAllowed: true },
}, { deferred: { reason: 3 } });
twins(five.InvokeAction, six.InvokeAction, { actionType: typeName, config }, {
  0: { progress: { message: "Half" } },
  1: { completed: {} },
});
twins(five.ValidateActionConfig, six.ValidateActionConfig, {
  typeName,
  config,
});
twins(five.Stop, six.StopProvider, {});

Deno.test("protocol 5: every method is asked", () => {
  const { unary, serverStream } = services.five;
  for (const name of Object.keys({ ...unary, ...serverStream })) {
    assert(asked.has(name), name);
  }
});

import { assertEquals } from "@std/assert";
import { Deferral } from "../../../../provider/framework/define/deferral.ts";
import { definersFor } from "../../../../provider/framework/define/definers.ts";
import type { Provider } from "../../../../provider/framework/define/provider.ts";
import { configureProvider } from "../../../../provider/framework/engine/configure_provider.ts";
import type {
  ClientCapabilities,
  OptionalDeferral,
} from "../../../../provider/framework/engine/contract.ts";
import { importResourceState } from "../../../../provider/framework/engine/import_resource_state.ts";
import { openEphemeralResource } from "../../../../provider/framework/engine/ephemeral_resource.ts";
import { planResourceChange } from "../../../../provider/framework/engine/plan_resource_change.ts";
import { planAction } from "../../../../provider/framework/engine/action.ts";
import {
  readDataSource,
  readResource,
} from "../../../../provider/framework/engine/read.ts";
import type { ProviderServer } from "../../../../provider/framework/engine/server.ts";
import type { Diagnostics } from "../../../../provider/framework/diagnostics.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";
import {
  ableClient,
  call,
  empty,
  failIfCalled,
  lines,
  plain,
  plainClient,
  serverOf,
  whole,
} from "./support.ts";

const {
  defineAction,
  defineResource,
  defineDataSource,
  defineEphemeralResource,
} = definersFor<unknown>();

const deferring = () => Promise.reject(new Deferral("provider_config_unknown"));

const schema = s.schema({
  description: "A thing.",
  attributes: { id: s.string({ computed: true, description: "Id." }) },
});

const bare = s.schema({ description: "Nothing.", attributes: {} });
const state = whole(schema, { id: "1" });
const config = whole(schema, {});

const typeName = "test_thing";

const parts: Partial<Provider> = {
  resources: [defineResource({
    typeName,
    schema,
    modifyPlan: deferring,
    create: deferring,
    read: deferring,
    delete: deferring,
    importState: deferring,
  })],
  dataSources: [defineDataSource({ typeName, schema, read: deferring })],
  ephemeralResources: [
    defineEphemeralResource({ typeName, schema, open: deferring }),
  ],
  actions: [defineAction({ typeName, schema: bare, invoke: deferring })],
};

const common = {
  typeName,
  privateState: empty,
  providerMeta: null,
  identity: undefined,
};

/** Each operation, the value of its deferred response, and its request. */
const operations: readonly (readonly [
  what: string,
  value: Value,
  ask: (
    clientCapabilities: ClientCapabilities,
    server: ProviderServer,
  ) => Promise<{
    readonly value: Value;
    readonly deferred: OptionalDeferral;
    readonly diagnostics: Diagnostics;
  }>,
])[] = [
  ["a plan", whole(schema, { id: unknown }), async (able, server) => {
    const { plannedState, ...answer } = await planResourceChange(server, {
      ...common,
      priorState: null,
      config,
      clientCapabilities: able,
    }, call);
    return { ...answer, value: plannedState };
  }],
  ["a read", state, async (able, server) => {
    const { newState, ...answer } = await readResource(server, {
      ...common,
      currentState: state,
      clientCapabilities: able,
    }, call);
    return { ...answer, value: newState };
  }],
  ["an import", unknown, async (able, server) => {
    const { importedResources, ...answer } = await importResourceState(
      server,
      { ...common, id: "1", clientCapabilities: able },
      call,
    );
    return { ...answer, value: importedResources[0]?.state ?? null };
  }],
  ["the read of a data source", unknown, async (able, server) => {
    const { state, ...answer } = await readDataSource(server, {
      ...common,
      config,
      clientCapabilities: able,
    }, call);
    return { ...answer, value: state };
  }],
  ["the open of an ephemeral resource", unknown, async (able, server) => {
    const { result, ...answer } = await openEphemeralResource(server, {
      ...common,
      config,
      clientCapabilities: able,
    }, call);
    return { ...answer, value: result };
  }],
];

/** A server of a provider whose `configure` puts everything off. */
async function unready(
  clientCapabilities: ClientCapabilities,
): Promise<{ server: ProviderServer; found: readonly string[] }> {
  const [resource, ...more] = parts.resources ?? [];
  const server = serverOf({
    ...parts,
    configure: deferring,
    resources: resource === undefined
      ? more
      : [{ ...resource, modifyPlan: failIfCalled, planDestroy: failIfCalled }],
  });
  const request = { config: whole(bare, {}), terraformVersion: "1.14.0" };
  const { diagnostics } = await configureProvider(
    server,
    { ...request, clientCapabilities },
    call,
  );
  return { server, found: lines(diagnostics) };
}

for (const [what, value, ask] of operations) {
  Deno.test(`deferral: ${what} is deferred, by itself or by configure, where the client allows it`, async () => {
    const { server, found } = await unready(ableClient);
    assertEquals(found, []);
    for (const one of [serverOf(parts), server]) {
      const answer = await ask(ableClient, one);
      assertEquals(lines(answer.diagnostics), []);
      assertEquals(answer.deferred, "provider_config_unknown");
      assertEquals(plain(answer.value), plain(value));
      const refused = await ask(plainClient, one);
      assertEquals(lines(refused.diagnostics), [
        "error: Deferral not supported",
      ]);
      assertEquals(refused.deferred, undefined);
    }
  });
}

Deno.test("deferral: a configure that is deferred defers a destroy and an action", async () => {
  const { server } = await unready(ableClient);
  const destroyed = await planResourceChange(server, {
    ...common,
    priorState: state,
    config: null,
    clientCapabilities: ableClient,
  }, call);
  assertEquals(lines(destroyed.diagnostics), []);
  assertEquals(destroyed.plannedState, null);
  assertEquals(destroyed.deferred, "provider_config_unknown");
  const action = await planAction(server, {
    typeName,
    config: whole(bare, {}),
    clientCapabilities: ableClient,
  }, call);
  assertEquals(action.deferred, "provider_config_unknown");
});

Deno.test("deferral: a configure can't be deferred where the client does not allow it", async () => {
  const { server, found } = await unready(plainClient);
  assertEquals(found, ["error: Deferral not supported"]);
  assertEquals(server.deferral, undefined);
});

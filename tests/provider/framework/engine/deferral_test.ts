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

const parts: Partial<Provider> = {
  resources: [defineResource({
    typeName: "test_thing",
    schema,
    modifyPlan: deferring,
    create: deferring,
    read: deferring,
    delete: deferring,
    importState: deferring,
  })],
  dataSources: [
    defineDataSource({ typeName: "test_data", schema, read: deferring }),
  ],
  ephemeralResources: [
    defineEphemeralResource({
      typeName: "test_lease",
      schema,
      open: deferring,
    }),
  ],
  actions: [
    defineAction({ typeName: "test_action", schema: bare, invoke: deferring }),
  ],
};

interface Answer {
  readonly value: Value;
  readonly deferred: OptionalDeferral;
  readonly diagnostics: Diagnostics;
}

const operations: readonly {
  readonly what: string;
  readonly ask: (
    clientCapabilities: ClientCapabilities,
    server: ProviderServer,
  ) => Promise<Answer>;
  /** The value of a deferred answer. */
  readonly value: Value;
}[] = [
  {
    what: "plan test_thing",
    value: whole(schema, { id: unknown }),
    async ask(clientCapabilities, server) {
      const { plannedState, ...answer } = await planResourceChange(server, {
        typeName: "test_thing",
        priorState: null,
        config,
        privateState: empty,
        providerMeta: null,
        identity: undefined,
        clientCapabilities,
      }, call);
      return { ...answer, value: plannedState };
    },
  },
  {
    what: "read test_thing",
    value: state,
    async ask(clientCapabilities, server) {
      const { newState, ...answer } = await readResource(server, {
        typeName: "test_thing",
        currentState: state,
        privateState: empty,
        providerMeta: null,
        identity: undefined,
        clientCapabilities,
      }, call);
      return { ...answer, value: newState };
    },
  },
  {
    what: "import test_thing",
    value: unknown,
    async ask(clientCapabilities, server) {
      const { importedResources, ...answer } = await importResourceState(
        server,
        {
          typeName: "test_thing",
          id: "1",
          identity: undefined,
          clientCapabilities,
        },
        call,
      );
      return { ...answer, value: importedResources[0]?.state ?? null };
    },
  },
  {
    what: "read test_data",
    value: unknown,
    async ask(clientCapabilities, server) {
      const { state, ...answer } = await readDataSource(server, {
        typeName: "test_data",
        config,
        providerMeta: null,
        clientCapabilities,
      }, call);
      return { ...answer, value: state };
    },
  },
  {
    what: "open test_lease",
    value: unknown,
    async ask(clientCapabilities, server) {
      const { result, ...answer } = await openEphemeralResource(server, {
        typeName: "test_lease",
        config,
        clientCapabilities,
      }, call);
      return { ...answer, value: result };
    },
  },
];

for (const { what, ask, value } of operations) {
  Deno.test(`deferral: ${what} is deferred where the client allows it`, async () => {
    const answer = await ask(ableClient, serverOf(parts));
    assertEquals(lines(answer.diagnostics), []);
    assertEquals(answer.deferred, "provider_config_unknown");
    assertEquals(plain(answer.value), plain(value));
  });

  Deno.test(`deferral: ${what} fails where the client does not allow it`, async () => {
    const answer = await ask(plainClient, serverOf(parts));
    assertEquals(lines(answer.diagnostics), ["error: Deferral not supported"]);
    assertEquals(answer.deferred, undefined);
  });
}

/** A server of a provider whose `configure` puts everything off. */
async function unready(
  clientCapabilities: ClientCapabilities,
  configure: Provider["configure"] = deferring,
): Promise<{ server: ProviderServer; found: readonly string[] }> {
  const [resource, ...more] = parts.resources ?? [];
  const server = serverOf({
    ...parts,
    configure,
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

for (const { what, ask, value } of operations) {
  Deno.test(`deferral: a configure that is deferred defers ${what}`, async () => {
    const { server, found } = await unready(ableClient);
    assertEquals(found, []);
    const answer = await ask(ableClient, server);
    assertEquals(lines(answer.diagnostics), []);
    assertEquals(answer.deferred, "provider_config_unknown");
    assertEquals(plain(answer.value), plain(value));
    const refused = await ask(plainClient, server);
    assertEquals(lines(refused.diagnostics), ["error: Deferral not supported"]);
  });
}

Deno.test("deferral: a configure that is deferred defers a destroy and an action", async () => {
  const { server } = await unready(ableClient);
  const destroyed = await planResourceChange(server, {
    typeName: "test_thing",
    priorState: state,
    config: null,
    privateState: empty,
    providerMeta: null,
    identity: undefined,
    clientCapabilities: ableClient,
  }, call);
  assertEquals(lines(destroyed.diagnostics), []);
  assertEquals(destroyed.plannedState, null);
  assertEquals(destroyed.deferred, "provider_config_unknown");
  const action = await planAction(server, {
    typeName: "test_action",
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

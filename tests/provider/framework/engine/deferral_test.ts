import { assertEquals } from "@std/assert";
import { Deferral } from "../../../../provider/framework/define/deferral.ts";
import { definersFor } from "../../../../provider/framework/define/provider.ts";
import type {
  ClientCapabilities,
  Deferred,
} from "../../../../provider/framework/engine/contract.ts";
import { importResourceState } from "../../../../provider/framework/engine/import_resource_state.ts";
import { openEphemeralResource } from "../../../../provider/framework/engine/open_ephemeral_resource.ts";
import { planResourceChange } from "../../../../provider/framework/engine/plan_resource_change.ts";
import { readDataSource } from "../../../../provider/framework/engine/read_data_source.ts";
import { readResource } from "../../../../provider/framework/engine/read_resource.ts";
import type { Diagnostics } from "../../../../provider/framework/diagnostics.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";
import {
  ableClient,
  call,
  empty,
  lines,
  plain,
  plainClient,
  serverOf,
  whole,
} from "./support.ts";

const { defineResource, defineDataSource, defineEphemeralResource } =
  definersFor<unknown>();

const putOff = () => Promise.reject(new Deferral("provider_config_unknown"));

const schema = s.schema({
  description: "A thing.",
  attributes: { id: s.string({ computed: true, description: "Id." }) },
});

const state = whole(schema, { id: "1" });
const config = whole(schema, {});

const server = serverOf({
  resources: [defineResource({
    typeName: "test_thing",
    schema,
    modifyPlan: putOff,
    create: putOff,
    read: putOff,
    delete: putOff,
    importState: putOff,
  })],
  dataSources: [
    defineDataSource({ typeName: "test_data", schema, read: putOff }),
  ],
  ephemeralResources: [
    defineEphemeralResource({ typeName: "test_lease", schema, open: putOff }),
  ],
});

interface Answer {
  readonly value: Value;
  readonly deferred: Deferred;
  readonly diagnostics: Diagnostics;
}

const operations: readonly {
  readonly what: string;
  readonly ask: (clientCapabilities: ClientCapabilities) => Promise<Answer>;
  /** The value of a deferred answer. */
  readonly value: Value;
}[] = [
  {
    what: "plan test_thing",
    value: whole(schema, { id: unknown }),
    async ask(clientCapabilities) {
      const { plannedState, ...answer } = await planResourceChange(server, {
        typeName: "test_thing",
        priorState: null,
        proposedNewState: config,
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
    async ask(clientCapabilities) {
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
    async ask(clientCapabilities) {
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
    async ask(clientCapabilities) {
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
    async ask(clientCapabilities) {
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
  Deno.test(`deferral: ${what} is put off where the client allows it`, async () => {
    const answer = await ask(ableClient);
    assertEquals(lines(answer.diagnostics), []);
    assertEquals(answer.deferred, "provider_config_unknown");
    assertEquals(plain(answer.value), plain(value));
  });

  Deno.test(`deferral: ${what} fails where the client does not allow it`, async () => {
    const answer = await ask(plainClient);
    assertEquals(lines(answer.diagnostics), [`error: Can't put off: ${what}`]);
    assertEquals(answer.deferred, undefined);
  });
}

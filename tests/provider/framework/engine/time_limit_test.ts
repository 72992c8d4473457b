/**
 * Which limit ends which operation.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { definersFor } from "../../../../provider/framework/define/provider.ts";
import { applyResourceChange } from "../../../../provider/framework/engine/apply_resource_change.ts";
import { invokeAction } from "../../../../provider/framework/engine/invoke_action.ts";
import { openEphemeralResource } from "../../../../provider/framework/engine/open_ephemeral_resource.ts";
import { readDataSource } from "../../../../provider/framework/engine/read_data_source.ts";
import { readResource } from "../../../../provider/framework/engine/read_resource.ts";
import type { ProviderServer } from "../../../../provider/framework/engine/server.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import type { Diagnostics } from "../../../../provider/framework/diagnostics.ts";
import {
  call,
  details,
  empty,
  ManualTimers,
  plainClient,
  serverOf,
  whole,
} from "./support.ts";

const define = definersFor<unknown>();

const schema = s.schema({
  description: "A thing.",
  attributes: {
    name: s.string({ required: true, description: "The name." }),
    timeouts: s.timeouts({
      create: "1m",
      read: "2m",
      update: "3m",
      delete: "4m",
    }),
  },
});

const plain = whole(schema, { name: "a" });
const limited = whole(schema, {
  name: "a",
  timeouts: { create: "10s", read: "20s", update: "30s", delete: "40s" },
});

/** Never ends by itself. */
function wait({ signal }: { readonly signal: AbortSignal }): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

const parts = {
  resources: [
    define.defineResource({
      typeName: "test_thing",
      schema,
      create: wait,
      read: wait,
      update: wait,
      delete: wait,
    }),
  ],
  dataSources: [
    define.defineDataSource({ typeName: "test_thing", schema, read: wait }),
  ],
  ephemeralResources: [
    define.defineEphemeralResource({
      typeName: "test_thing",
      schema,
      open: wait,
    }),
  ],
  actions: [
    define.defineAction({ typeName: "test_thing", schema, invoke: wait }),
  ],
};

type Values = typeof plain;
type Ask = (server: ProviderServer, values: Values) => Promise<Diagnostics>;

const common = {
  typeName: "test_thing",
  privateState: empty,
  providerMeta: null,
  identity: undefined,
  clientCapabilities: plainClient,
};

const apply =
  (prior: boolean, planned: boolean): Ask => async (server, values) => {
    const { diagnostics } = await applyResourceChange(server, {
      ...common,
      priorState: prior ? values : null,
      plannedState: planned ? values : null,
      config: planned ? values : null,
    }, call);
    return diagnostics;
  };

const operations: readonly (readonly [
  what: string,
  ask: Ask,
  standard: string,
  given: string,
])[] = [
  ["a create", apply(false, true), "1m", "10s"],
  ["an update", apply(true, true), "3m", "30s"],
  ["a delete", apply(true, false), "4m", "40s"],
  [
    "a read",
    async (server, currentState) =>
      (await readResource(server, { ...common, currentState }, call))
        .diagnostics,
    "2m",
    "20s",
  ],
  [
    "the read of a data source",
    async (server, config) =>
      (await readDataSource(server, { ...common, config }, call)).diagnostics,
    "2m",
    "20s",
  ],
  [
    "the open of an ephemeral resource",
    async (server, config) =>
      (await openEphemeralResource(server, { ...common, config }, call))
        .diagnostics,
    "2m",
    "20s",
  ],
  [
    "an action",
    async (server, config) => {
      for await (
        const event of invokeAction(server, { ...common, config }, call)
      ) {
        if (event.kind === "completed") return event.diagnostics;
      }
      throw new Error("The action did not complete");
    },
    "1m",
    "10s",
  ],
];

for (const [what, ask, standard, given] of operations) {
  for (
    const [values, limit] of [[plain, standard], [limited, given]] as const
  ) {
    Deno.test(`time limit: ${what} is ended by its limit of ${limit}`, async () => {
      const timers = new ManualTimers();
      const server = serverOf(parts, { timers });
      const answer = ask(server, values);
      await Promise.resolve();
      const [, number, unit] = /^(\d+)([ms])$/.exec(limit) ?? [];
      timers.advance(Number(number) * (unit === "m" ? 60_000 : 1000));
      const found = details(await answer);
      assertStringIncludes(found, `the time limit of ${limit} is over`);
      assertEquals(timers.waiting, 0);
    });
  }
}

/**
 * The time limit that ends each operation.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { definersFor } from "../../../../provider/framework/define/definers.ts";
import type { Provider } from "../../../../provider/framework/define/provider.ts";
import { applyResourceChange } from "../../../../provider/framework/engine/apply_resource_change.ts";
import { invokeAction } from "../../../../provider/framework/engine/action.ts";
import { openEphemeralResource } from "../../../../provider/framework/engine/ephemeral_resource.ts";
import { generateResourceConfig } from "../../../../provider/framework/engine/generate_resource_config.ts";
import {
  readDataSource,
  readResource,
} from "../../../../provider/framework/engine/read.ts";
import type { ProviderServer } from "../../../../provider/framework/engine/server.ts";
import { validateConfigOf } from "../../../../provider/framework/engine/validate_config.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import type { Schema } from "../../../../provider/framework/schema/schema.ts";
import type { ValueObject } from "../../../../provider/framework/values/value.ts";
import type { Diagnostics } from "../../../../provider/framework/diagnostics.ts";
import {
  applyChange as applied,
  call,
  details,
  empty,
  lines,
  ManualTimers,
  plain,
  plainClient,
  plan,
  serverOf,
  whole,
} from "./support.ts";
import { parseDuration } from "../../../../provider/framework/timeouts.ts";

const name = s.string({ required: true, description: "The name." });
const defaults = { create: "1m", read: "2m", update: "3m", delete: "4m" };
const forms = {
  attribute: s.schema({
    description: "A thing.",
    attributes: { name, timeouts: s.timeouts(defaults) },
  }),
  block: s.schema({
    description: "A thing.",
    attributes: { name },
    blocks: { timeouts: s.block.timeouts(defaults) },
  }),
} as const;

const given = { create: "10s", read: "20s", update: "30s", delete: "40s" };

/** Never ends by itself. */
function wait({ signal }: { readonly signal: AbortSignal }): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

/** Everything that can have time limits. */
function partsOf(schema: Schema): Partial<Provider> {
  const common = { typeName: "test_thing", schema };
  const { defineResource, defineAction, ...define } = definersFor<unknown>();
  return {
    resources: [
      defineResource({
        ...common,
        create: wait,
        read: wait,
        update: wait,
        delete: wait,
      }),
    ],
    dataSources: [define.defineDataSource({ ...common, read: wait })],
    ephemeralResources: [
      define.defineEphemeralResource({ ...common, open: wait }),
    ],
    actions: [defineAction({ ...common, invoke: wait })],
  };
}

type Ask = (
  server: ProviderServer,
  values: ValueObject,
) => Promise<Diagnostics>;

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

const without = s.schema({ description: "A thing.", attributes: { name } });

for (const [what, ask] of operations.slice(0, 3)) {
  Deno.test(`time limit: ${what} without one ends after 20 minutes`, async () => {
    const timers = new ManualTimers();
    const server = serverOf(partsOf(without), { timers });
    const answer = ask(server, whole(without, { name: "a" }));
    await Promise.resolve();
    timers.advance(20 * 60_000);
    const found = details(await answer);
    assertStringIncludes(found, "the time limit of 20m is over");
  });
}

for (const [what, ask, standard, short] of operations) {
  for (const [form, schema] of Object.entries(forms)) {
    for (
      const [limit, timeouts] of [[standard, null], [short, given]] as const
    ) {
      Deno.test(`time limit: ${what} is ended by its limit of ${limit} in a ${form}`, async () => {
        const timers = new ManualTimers();
        const server = serverOf(partsOf(schema), { timers });
        const answer = ask(server, whole(schema, { name: "a", timeouts }));
        await Promise.resolve();
        const [, number, unit] = /^(\d+)([ms])$/.exec(limit) ?? [];
        timers.advance(Number(number) * (unit === "m" ? 60_000 : 1000));
        const diagnostics = await answer;
        const found = `${lines(diagnostics)} ${details(diagnostics)}`;
        assertStringIncludes(found, "error: Time limit reached: ");
        assertStringIncludes(found, `the time limit of ${limit} is over`);
        assertStringIncludes(found, "in its `timeouts`");
        assertEquals(timers.waiting, 0);
      });
    }
  }
}

for (const [form, schema] of Object.entries(forms)) {
  const resource = definersFor<unknown>().defineResource({
    typeName: "test_thing",
    schema,
    create: wait,
    read: wait,
    delete: wait,
  });
  const before = whole(schema, { name: "a", timeouts: null });
  const after = whole(schema, { name: "a", timeouts: given });

  Deno.test(`time limit: a new one in a ${form} replaces nothing and is stored`, async () => {
    const planned = await plan(resource, { config: after, priorState: before });
    assertEquals(planned.requiresReplace, []);
    assertEquals(plain(planned.plannedState), plain(after));
    const change = { prior: before, planned: after };
    const { newState, diagnostics } = await applied(resource, change);
    assertEquals(lines(diagnostics), []);
    assertEquals(plain(newState), plain(after));
  });

  Deno.test(`time limit: a text that is none in a ${form} is refused`, async () => {
    const create = "https://user:word@proxy.example";
    const timeouts = { ...given, read: "soon", update: "0s", create };
    const { diagnostics } = await validateConfigOf("resources")(
      serverOf({ resources: [resource] }),
      { ...common, config: whole(schema, { name: "a", timeouts }) },
      call,
    );
    assertEquals(lines(diagnostics).toSorted(), [
      "error timeouts.create: Invalid duration",
      "error timeouts.read: Invalid duration",
      "error timeouts.update: Invalid duration",
    ]);
    assert(!details(diagnostics).includes("word"), details(diagnostics));
  });

  Deno.test(`time limit: one in a ${form} is in no generated configuration`, async () => {
    const { config } = await generateResourceConfig(
      serverOf({ resources: [resource] }),
      { typeName: "test_thing", state: after },
      call,
    );
    assertEquals(plain(config), { name: "a", timeouts: null });
  });
}

const good: readonly [string, number][] = [
  ["90s", 90_000],
  ["30m", 1_800_000],
  ["1h30m", 5_400_000],
  ["1.5h", 5_400_000],
  [".5s", 500],
  ["1m0.5s", 60_500],
  ["250ms", 250],
  ["1500us", 1.5],
  ["1500µs", 1.5],
  ["2000000ns", 2],
  ["0", 0],
  ["0s", 0],
];

for (const [text, milliseconds] of good) {
  Deno.test(`duration: ${text} is ${milliseconds} ms`, () => {
    assertEquals(parseDuration(text), milliseconds);
  });
}

for (
  const text of ["", "30", "m", "-5m", "1d", "5 m", "1h30", "1e3s", "soon"]
) {
  Deno.test(`duration: ${JSON.stringify(text)} is refused`, () => {
    assertEquals(parseDuration(text), undefined);
  });
}

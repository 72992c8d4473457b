import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  record,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/values/value.ts";
import {
  applyChange,
  details,
  lines,
  plain,
  resourceOf,
  serverOf,
  whole,
} from "./support.ts";
import { decodeText, encodeText } from "../../../support/text.ts";

const schema = s.schema({
  description: "A thing.",
  attributes: {
    id: s.string({ computed: true, description: "The id." }),
    name: s.string({ required: true, description: "The name." }),
    note: s.string({
      optional: true,
      semanticEquals: (a, b) => a.toLowerCase() === b.toLowerCase(),
      description: "Case does not matter.",
    }),
    secret: s.string({
      optional: true,
      writeOnly: true,
      description: "Write-only.",
    }),
  },
  blocks: {
    rows: s.block.list({
      description: "Rows.",
      attributes: { key: s.string({ required: true, description: "Key." }) },
    }),
  },
});

const thing = (parts: Partial<Resource> = {}) => resourceOf(schema, parts);

const planned = whole(schema, { id: unknown, name: "a" });
const created = whole(schema, { id: "1", name: "a" });

function withValues(
  object: ValueObject,
  values: Readonly<Record<string, Value>>,
): ValueObject {
  return record([...Object.entries(object), ...Object.entries(values)]);
}

Deno.test("apply: a create gets plan, write-only configuration and private data, and its state is returned", async () => {
  const seen: Value[] = [];
  const resource = thing({
    create({ plan, config, privateState }) {
      seen.push(plan["name"] ?? null, config["secret"] ?? null);
      privateState.set("etag", "x");
      return Promise.resolve(
        withValues(plan, { id: "1", secret: config["secret"] ?? null }),
      );
    },
  });
  const response = await applyChange(resource, {
    planned,
    config: whole(schema, { name: "a", secret: "s3cret" }),
    privateState: encodeText('{"planned":1}'),
  });
  assertEquals(lines(response.diagnostics), []);
  assertEquals(seen, ["a", "s3cret"]);
  assertEquals(plain(response.newState), plain(created));
  assertEquals(decodeText(response.privateState), '{"etag":"x","planned":1}');
});

Deno.test("apply: an update gets the state before, and keeps a text that means the same", async () => {
  const prior = whole(schema, { id: "1", name: "a", note: "Hi" });
  const resource = thing({
    update: ({ plan, prior }) =>
      Promise.resolve(
        withValues(plan, { id: prior["id"] ?? null, note: "HI" }),
      ),
  });
  const response = await applyChange(resource, {
    prior,
    planned: whole(schema, { id: unknown, name: "b", note: "Hi" }),
  });
  assertEquals(lines(response.diagnostics), []);
  assertEquals(
    plain(response.newState),
    plain(whole(schema, { id: "1", name: "b", note: "Hi" })),
  );
});

Deno.test("apply: a delete clears state and private data", async () => {
  const seen: Value[] = [];
  const resource = thing({
    delete({ state }) {
      seen.push(state["id"] ?? null);
      return Promise.resolve();
    },
  });
  const response = await applyChange(resource, {
    prior: created,
    planned: null,
    config: null,
    privateState: encodeText('{"k":1}'),
  });
  assertEquals(seen, ["1"]);
  assertEquals(lines(response.diagnostics), []);
  assertEquals(response.newState, null);
  assertEquals(decodeText(response.privateState), "");
});

const numbers = s.schema({
  description: "Numbers.",
  attributes: {
    int: s.int({ computed: true, description: "A safe integer." }),
    int64: s.int64({ computed: true, description: "64 bits." }),
    ints: s.list(types.int, { computed: true, description: "Integers." }),
    any: s.number({ computed: true, description: "Any." }),
  },
});

for (
  const [name, value, problem] of [
    ["int", 2 ** 53 + 2, "at most 9007199254740991"],
    ["int", 9_007_199_254_740_993n, "at most 9007199254740991"],
    ["int", 1.5, "a whole number"],
    ["int64", 2n ** 70n, "at most 9223372036854775807"],
    ["ints", [1, -(2 ** 54)], "at least -9007199254740991"],
    ["any", 2n ** 70n, undefined],
  ] as const
) {
  Deno.test(`apply: ${name} that comes as ${value} is ${problem ?? "well"}`, async () => {
    const planned = whole(numbers, {
      int: unknown,
      int64: unknown,
      ints: unknown,
      any: unknown,
    });
    const response = await applyChange(
      {
        ...thing({
          create: () =>
            Promise.resolve(whole(numbers, { int: 1, [name]: value })),
        }),
        schema: numbers,
      },
      { planned, config: whole(numbers, {}) },
    );
    const said = details(response.diagnostics);
    if (problem === undefined) assertEquals(said, "");
    else assertStringIncludes(said, `must be ${problem}, but it is`);
  });
}

Deno.test("apply: a number that its type refuses is not shown where what is around it is sensitive", async () => {
  const schema = s.schema({
    description: "A safe.",
    attributes: {
      lock: s.object({
        code: s.int({ computed: true, description: "Its code." }),
      }, { computed: true, sensitive: true, description: "Its lock." }),
    },
  });
  const made = { lock: { code: 73.125 } };
  const response = await applyChange(
    { ...thing({ create: () => Promise.resolve(made) }), schema },
    { planned: whole(schema, { lock: unknown }), config: whole(schema, {}) },
  );
  const said = details(response.diagnostics);
  assertStringIncludes(said, "must be a whole number.");
  assertEquals(said.includes("73.125"), false);
});

interface Failure {
  readonly title: string;
  readonly resource: Partial<Resource>;
  readonly prior: ValueObject | null;
  readonly planned: ValueObject | null;
  readonly newState: ValueObject | null;
  readonly error: string;
}

const failures: readonly Failure[] = [
  {
    title:
      "a create that fails later leaves what was recorded, unknown as null",
    resource: {
      create({ plan, saveState }) {
        saveState(withValues(plan, { note: "so far" }));
        saveState(withValues(plan, { note: "further" }));
        return Promise.reject(new Error("boom"));
      },
    },
    prior: null,
    planned: whole(schema, { id: "1", name: "a", note: unknown }),
    newState: whole(schema, { id: "1", name: "a", note: "further" }),
    error: "error: Failed to create test_thing",
  },
  {
    title: "an update that fails later leaves what was recorded",
    resource: {
      update({ prior, saveState }) {
        saveState(withValues(prior, { note: "half" }));
        return Promise.reject(new Error("boom"));
      },
    },
    prior: created,
    planned: whole(schema, { id: "1", name: "b" }),
    newState: withValues(created, { note: "half" }),
    error: "error: Failed to update test_thing",
  },
  {
    title: "a delete with an error diagnostic leaves the state",
    resource: {
      delete({ diagnostics }) {
        diagnostics.addError("Still there", "Wait.");
        return Promise.resolve();
      },
    },
    prior: created,
    planned: null,
    newState: created,
    error: "error: Still there",
  },
  {
    title:
      "a create that returns a state besides an error diagnostic keeps the state",
    resource: {
      create({ plan, diagnostics }) {
        diagnostics.addError("Not ready", "Look at the log.");
        return Promise.resolve(withValues(plan, { id: "1", note: "odd" }));
      },
    },
    prior: null,
    planned,
    newState: whole(schema, { id: "1", name: "a", note: "odd" }),
    error: "error: Not ready",
  },
];

for (const { title, resource, prior, planned, newState, error } of failures) {
  Deno.test(`apply: ${title}`, async () => {
    const response = await applyChange(thing(resource), {
      prior,
      planned,
      config: planned,
    });
    assertEquals(lines(response.diagnostics), [error]);
    assertEquals(plain(response.newState), plain(newState));
  });
}

Deno.test("apply: an object of a class is a result, with what the class has", async () => {
  class Thing {
    readonly #name: Value;
    constructor({ name = null, ...others }: ValueObject) {
      this.#name = name;
      Object.assign(this, others, { id: "1" });
    }
    get name() {
      return this.#name;
    }
  }
  const resource = thing();
  Object.assign(resource, {
    create: ({ plan }: { plan: ValueObject }) =>
      Promise.resolve(new Thing(plan)),
  });
  const { diagnostics, newState } = await applyChange(resource, { planned });
  assertEquals(lines(diagnostics), []);
  assertEquals(plain(newState), plain(created));
});

Deno.test("apply: a null where blocks belong is the empty value of each nesting", async () => {
  const { list, set, map, group, single } = s.block;
  const options = {
    description: "A block.",
    attributes: { key: s.string({ optional: true, description: "Key." }) },
  };
  const schema = s.schema({
    description: "A thing.",
    attributes: {},
    blocks: {
      list: list(options),
      set: set(options),
      map: map(options),
      group: group(options),
      single: single(options),
    },
  });
  const none = { list: null, set: null, map: null, group: null, single: null };
  const resource = resourceOf(schema, {
    create: () => Promise.resolve(record(Object.entries(none))),
  });
  const empty = { list: [], set: [], map: {}, group: { key: null } };
  const response = await applyChange(resource, {
    planned: whole(schema, empty),
  });
  assertEquals(lines(response.diagnostics), []);
  assertEquals(plain(response.newState), { ...empty, single: null });
});

Deno.test("apply: a fault of the author is told from a failure of the service", async () => {
  const broken = thing({
    create: () => Promise.reject(new TypeError("x is undefined")),
  });
  const fault = await applyChange(broken, { planned });
  assertStringIncludes(details(fault.diagnostics), "report it");
  const cause = new Error("HTTP 503: busy.");
  const refused = thing({
    create: () => Promise.reject(new Error("Not now", { cause })),
  });
  const failed = await applyChange(refused, { planned });
  assertEquals(details(failed.diagnostics), "Not now. Cause: HTTP 503: busy.");
});

Deno.test("apply: a failed request or an answer that is no JSON is no bug of the provider", async () => {
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = server.addr;
  server.close();
  const failures: readonly (() => Promise<unknown>)[] = [
    () => fetch(`http://127.0.0.1:${port}/`),
    () => new Response("<html>").json(),
    () => new Response("").json(),
    () => Promise.reject(new TypeError("fetch failed")),
    async () => await fetch("no address"),
  ];
  for (const fail of failures) {
    const create = async () => {
      await fail();
      throw new ReferenceError("It did not fail");
    };
    const { diagnostics } = await applyChange(thing({ create }), { planned });
    assertEquals(lines(diagnostics), ["error: Failed to create test_thing"]);
    assertEquals(details(diagnostics).includes("bug"), false);
  }
});

Deno.test("apply: an unconfigured provider, or one without the type, leaves the state", async () => {
  const server = serverOf({ resources: [thing()] });
  server.configureResult = undefined;
  const change = { prior: created, planned: null, config: null };
  const unconfigured = await applyChange(thing(), change, server);
  assertEquals(lines(unconfigured.diagnostics), [
    "error: The provider is not configured",
  ]);
  assertEquals(plain(unconfigured.newState), plain(created));
  const foreign = await applyChange(thing(), change, serverOf({}));
  assertEquals(lines(foreign.diagnostics), [
    "error: Unknown resource test_thing",
  ]);
  assertEquals(plain(foreign.newState), plain(created));
});

Deno.test("apply: new time limits are stored where there is no update", async () => {
  const limited = s.schema({
    description: "A thing.",
    attributes: {
      name: s.string({ required: true, description: "The name." }),
      timeouts: s.timeouts({ create: "1h" }),
    },
  });
  const { update: _, ...fixed } = thing({ schema: limited });
  const prior = whole(limited, { name: "a" });
  const planned = whole(limited, { name: "a", timeouts: { create: "2h" } });
  const stored = await applyChange(fixed, { prior, planned });
  assertEquals(lines(stored.diagnostics), []);
  assertEquals(plain(stored.newState), plain(planned));
  const refused = await applyChange(fixed, {
    prior,
    planned: whole(limited, { name: "b" }),
  });
  assertEquals(lines(refused.diagnostics), ["error: Can't update test_thing"]);
  assertEquals(plain(refused.newState), plain(prior));
});

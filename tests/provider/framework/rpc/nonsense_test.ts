/**
 * Author code that returns what its types do not allow, or changes what it is
 * given.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { Provider } from "../../../../provider/framework/define/provider.ts";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import { identity } from "../../../../provider/framework/define/identity.ts";
import type { RpcService } from "../../../../provider/framework/plugin/call.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import {
  Dynamic,
  record,
  type Value,
} from "../../../../provider/framework/values/value.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import { description, makeProvider, resource } from "../verify/support.ts";
import {
  callMethod,
  callStream,
  encodeValue,
  methods,
  serviceOf,
} from "./support.ts";

const schema = s.schema({
  description,
  attributes: {
    name: s.string({ required: true, description }),
    any: s.dynamic({ optional: true, computed: true, description }),
    part: s.object({
      size: s.number({ computed: true, description }),
    }, { computed: true, description }),
  },
});
const type = objectType(schema);
const object = (values: Readonly<Record<string, Value>>) =>
  encodeValue(
    record(Object.entries({ any: null, part: null, ...values })),
    type,
  );
const stored = object({ name: "a" });
const planned = object({ name: "a", any: unknown, part: unknown });
const typeName = "lab_thing";

/** A dynamic value that holds itself, twice. */
function cyclic(): Dynamic {
  const holder = { one: null as Value, two: null as Value };
  const inside = new Dynamic(
    ["object", { one: "dynamic", two: "dynamic" }],
    holder,
  );
  Object.assign(holder, { one: inside, two: inside });
  return inside;
}

const itself: Record<string, unknown> = {};
itself.itself = itself;

const throwing = new Proxy({}, {
  get: () => fail(),
  has: () => fail(),
  ownKeys: () => fail(),
  getPrototypeOf: () => fail(),
  getOwnPropertyDescriptor: () => fail(),
});

function fail(): never {
  throw new Error("read");
}

const nonsense: Readonly<Record<string, unknown>> = {
  "undefined": undefined,
  "null": null,
  "a boolean": true,
  "a number": 7,
  "a text": "what",
  "a symbol": Symbol("s"),
  "a function": () => ({ name: "a" }),
  "an array": ["a"],
  "an empty array": [],
  "an empty object": {},
  "an unknown attribute": { nope: 1 },
  "an object that holds itself": itself,
  "an object that throws": throwing,
  "a map": new Map([["name", "a"]]),
  "a date": new Date(0),
  "a symbol inside": { name: Symbol("s"), any: null, part: null },
  "a cycle inside": { name: "a", any: cyclic(), part: null },
  "a false part": {
    name: "a",
    any: null,
    part: "x",
    result: 1,
    planned: 1,
    identity: 1,
    requiresReplace: ["name"],
  },
};

/** Every function whose result counts, and how it is called. */
interface Author {
  /** A provider of which that function returns `value`. */
  readonly parts: (value: unknown) => Partial<Provider>;
  /** Calls it, and returns its diagnostics. */
  readonly ask: (service: RpcService) => Promise<readonly DiagnosticText[]>;
  /** The results that raise no error. */
  readonly allowed?: readonly string[];
}

interface DiagnosticText {
  readonly severity: number;
  readonly summary: string;
  readonly detail: string;
}

const known = { typeName, config: stored, private: new Uint8Array() };

/** The value, past its type: what this file is about. */
const past = (value: unknown) => value as never;

/** The same object with one function that returns `value`, whatever it is. */
function withResult<T extends object>(
  base: T,
  name: keyof T & string,
  value: unknown,
): T {
  Object.assign(base, { [name]: () => value });
  return base;
}

/** A provider whose resource has a function that returns `value`. */
function resourceOf(name: keyof Resource & string) {
  return (value: unknown): Partial<Provider> => ({
    resources: [withResult(resource({ schema }), name, value)],
  });
}

const answered = async (
  answer: Promise<{ readonly diagnostics: readonly DiagnosticText[] }>,
) => (await answer).diagnostics;

function applyWith(prior: { msgpack: Uint8Array }) {
  return (service: RpcService) =>
    answered(callMethod(service, methods.ApplyResourceChange, {
      ...known,
      priorState: prior,
      plannedState: planned,
    }));
}

const nothing = encodeValue(null, type);
const open = { kind: "ephemeral_resource", typeName, schema } as const;
const ids = identity.string({ description, requiredForImport: true });

const authors: Readonly<Record<string, Author>> = {
  "modifyPlan": {
    parts: resourceOf("modifyPlan"),
    ask: (service) =>
      answered(callMethod(service, methods.PlanResourceChange, {
        ...known,
        priorState: nothing,
        proposedNewState: planned,
      })),
    allowed: ["undefined", "null", "an empty object"],
  },
  "create": { parts: resourceOf("create"), ask: applyWith(nothing) },
  "update": { parts: resourceOf("update"), ask: applyWith(stored) },
  "read": {
    parts: resourceOf("read"),
    ask: (service) =>
      answered(callMethod(service, methods.ReadResource, {
        typeName,
        currentState: stored,
      })),
    allowed: ["undefined", "null"],
  },
  "importState": {
    parts: resourceOf("importState"),
    ask: (service) =>
      answered(callMethod(service, methods.ImportResourceState, {
        typeName,
        id: "a",
      })),
  },
  "upgradeState": {
    parts: (value) => ({
      resources: [resource({
        schema: { ...schema, version: 1 },
        upgradeState: { 0: () => past(value) },
      })],
    }),
    ask: (service) =>
      answered(callMethod(service, methods.UpgradeResourceState, {
        typeName,
        version: 0,
        rawState: { json: new TextEncoder().encode('{"name":"a"}') },
      })),
  },
  "moveState": {
    parts: (value) => ({
      resources: [resource({ schema, moveState: [() => past(value)] })],
    }),
    ask: (service) =>
      answered(callMethod(service, methods.MoveResourceState, {
        targetTypeName: typeName,
        sourceTypeName: "other_thing",
        sourceState: { json: new TextEncoder().encode('{"name":"a"}') },
      })),
  },
  "identity.of": {
    parts: (value) => ({
      resources: [resource({
        schema,
        identity: {
          schema: { attributes: { name: ids } },
          of: () => past(value),
        },
        read: () => Promise.resolve({ name: "a", any: null, part: null }),
      })],
    }),
    ask: (service) =>
      answered(callMethod(service, methods.ReadResource, {
        typeName,
        currentState: stored,
      })),
  },
  "read of a data source": {
    parts: (value) => ({
      dataSources: [{
        kind: "data_source",
        typeName,
        schema,
        read: () => past(value),
      }],
    }),
    ask: (service) =>
      answered(callMethod(service, methods.ReadDataSource, known)),
  },
  "open": {
    parts: (value) => ({
      ephemeralResources: [{ ...open, open: () => past(value) }],
    }),
    ask: (service) =>
      answered(callMethod(service, methods.OpenEphemeralResource, known)),
  },
  "open, its result": {
    parts: (value) => ({
      ephemeralResources: [{
        ...open,
        open: () => Promise.resolve({ result: past(value) }),
      }],
    }),
    ask: (service) =>
      answered(callMethod(service, methods.OpenEphemeralResource, known)),
  },
  "renew": {
    parts: (value) => ({
      ephemeralResources: [{
        ...open,
        open: () => Promise.reject(),
        renew: () => past(value),
      }],
    }),
    ask: (service) =>
      answered(callMethod(service, methods.RenewEphemeralResource, known)),
    allowed: ["undefined", "null", "an empty object"],
  },
  "list": {
    parts: (value) => ({ ...listed, listResources: [lister(() => value)] }),
    ask: list,
    allowed: ["an empty array"],
  },
  "list, one of its results": {
    parts: (value) => ({
      ...listed,
      listResources: [lister(async function* () {
        yield await value;
      })],
    }),
    ask: list,
  },
  "list, a state": {
    parts: (value) => ({
      ...listed,
      listResources: [lister(async function* () {
        yield await {
          identity: { name: "a" },
          displayName: "a",
          resource: value,
        };
      })],
    }),
    ask: list,
    allowed: ["undefined"],
  },
  "plan of an action": {
    parts: (value) => ({
      actions: [{
        kind: "action",
        typeName,
        schema,
        plan: () => past(value),
        invoke: () => Promise.resolve(),
      }],
    }),
    ask: (service) =>
      answered(callMethod(service, methods.PlanAction, {
        actionType: typeName,
        config: stored,
      })),
    allowed: ["undefined", "null"],
  },
  "a function": {
    parts: (value) => ({
      functions: [{
        kind: "function",
        name: "join",
        summary: description,
        description,
        parameters: [],
        returns: past({ type }),
        run: () => past(value),
      }],
    }),
    ask: async (service) => {
      const { error } = await callMethod(service, methods.CallFunction, {
        name: "join",
      });
      return error === undefined
        ? []
        : [{ severity: 1, summary: "join", detail: error.text }];
    },
    allowed: ["null"],
  },
};

const listed: Partial<Provider> = {
  resources: [resource({
    schema,
    identity: {
      schema: { attributes: { name: ids } },
      of: () => ({ name: "a" }),
    },
  })],
};

function lister(list: () => unknown) {
  return {
    kind: "list_resource",
    typeName,
    schema: s.schema({ description, attributes: {} }),
    list: past(list),
  } as const;
}

async function list(service: RpcService): Promise<readonly DiagnosticText[]> {
  const events = await callStream(service, methods.ListResource, {
    typeName,
    config: encodeValue(record(), ["object", {}]),
    includeResourceObject: true,
    limit: 1,
  });
  return events.flatMap(({ diagnostic }) => diagnostic);
}

for (const [name, { parts, ask, allowed = [] }] of Object.entries(authors)) {
  for (const [title, value] of Object.entries(nonsense)) {
    Deno.test(`${name} that returns ${title} is told`, async () => {
      const service = serviceOf(makeProvider(parts(value)));
      const config = { msgpack: Uint8Array.of(0x80) };
      await callMethod(service, methods.ConfigureProvider, { config });
      const said = await ask(service);
      if (allowed.includes(title)) return assertEquals(said, []);
      assert(said.length > 0 && said.length <= 3, JSON.stringify(said));
      for (const { severity, summary, detail } of said) {
        assertEquals(severity, 1);
        assert(!`${summary} ${detail}`.includes("call stack"), detail);
      }
    });
  }
}

/** Changes all that it finds in a value, at any depth. */
function spoil(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (Dynamic.is(value)) return spoil(value.value, seen);
  for (const part of Object.values(value)) spoil(part, seen);
  if (Array.isArray(value)) value.push("spoilt");
  for (const name of Object.keys(value)) {
    // The changed value is read-only by its type.
    Reflect.set(value, name, "spoilt");
  }
}

/** The parameters of author code that hold values of the CLI. */
const given = ["plan", "config", "prior", "planned", "state", "identity"];

/** A resource all of whose operations change what they are given. */
function makeSpoiler(end: (name: string) => unknown): Resource {
  const made = resource({
    schema,
    identity: {
      schema: { attributes: { name: ids } },
      of: ({ name }) => ({ name: name ?? null }),
    },
  });
  const names = ["modifyPlan", "planDestroy", "read", "update", "delete"];
  for (const name of names) {
    Object.assign(made, {
      [name]: (context: Readonly<Record<string, unknown>>) => {
        for (const one of given) spoil(context[one]);
        return end(name);
      },
    });
  }
  return made;
}

Deno.test("what author code changes of what it is given changes nothing", async () => {
  const many = new Dynamic(["list", "string"], ["b"]);
  const before = object({ name: "a", any: many });
  const identity = {
    identityData: encodeValue({ name: "a" }, ["object", { name: "string" }]),
  };
  const failing = makeSpoiler((name) => {
    if (name === "modifyPlan" || name === "planDestroy") return undefined;
    throw new Error("The service is down");
  });
  const service = serviceOf(makeProvider({ resources: [failing] }));
  const config = { msgpack: Uint8Array.of(0x80) };
  await callMethod(service, methods.ConfigureProvider, { config });
  const request = { typeName, config: before, priorState: before };
  const plan = await callMethod(service, methods.PlanResourceChange, {
    ...request,
    proposedNewState: before,
    priorIdentity: identity,
  });
  assertEquals(plan.diagnostics, []);
  assertEquals(plan.plannedState?.msgpack?.join(), before.msgpack.join());
  const read = await callMethod(service, methods.ReadResource, {
    typeName,
    currentState: before,
    currentIdentity: identity,
  });
  assertEquals(read.newState?.msgpack?.join(), before.msgpack.join());
  assertEquals(
    read.newIdentity?.identityData?.msgpack?.join(),
    identity.identityData.msgpack.join(),
  );
  for (const plannedState of [before, nothing]) {
    const applied = await callMethod(service, methods.ApplyResourceChange, {
      ...request,
      plannedState,
      plannedIdentity: identity,
    });
    assertEquals(applied.newState?.msgpack?.join(), before.msgpack.join());
    assertEquals(
      applied.newIdentity?.identityData?.msgpack?.join(),
      identity.identityData.msgpack.join(),
    );
    assertEquals(applied.diagnostics.length, 1);
  }
});

Deno.test("a result is held against the plan, whatever became of what was given", async () => {
  const made = resource({
    schema,
    create: ({ plan }) => {
      Reflect.set(plan, "name", "spoilt");
      return Promise.resolve({ ...plan, any: null, part: null });
    },
  });
  const service = serviceOf(makeProvider({ resources: [made] }));
  const config = { msgpack: Uint8Array.of(0x80) };
  await callMethod(service, methods.ConfigureProvider, { config });
  const [said] = await applyWith(nothing)(service);
  assertEquals(
    said?.summary,
    "Provider produced an invalid result: create lab_thing",
  );
});

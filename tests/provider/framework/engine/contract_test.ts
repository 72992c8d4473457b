/**
 * Rules of the documents that no other test is about.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  defineProvider,
  definersFor,
  type PlanModifier,
  type Resource,
  s,
  unknown,
  type Validator,
} from "../../../../provider/framework/mod.ts";
import { verify } from "../../../../provider/framework/testing/mod.ts";
import {
  applyChange,
  details,
  failIfCalled,
  lines,
  plain,
  plan,
  resourceOf,
  whole,
} from "./support.ts";
import { configureLogs } from "../../../../provider/framework/log.ts";

const description = "What it is.";

const schema = s.schema({
  description,
  attributes: {
    name: s.string({ required: true, description }),
    network: s.object({
      public: s.bool({ optional: true, default: true, description }),
      port: s.int({ optional: true, default: 80, description }),
      address: s.string({ computed: true, description }),
      note: s.string({ optional: true, description }),
    }, { optional: true, default: { port: 81 }, description }),
  },
});

const thing = (parts: Partial<Resource> = {}) => resourceOf(schema, parts);

const config = whole(schema, { name: "a", network: null });
Deno.test("contract: a default object is a part of one, completed by defaults and unknowns", async () => {
  const { plannedState, diagnostics } = await plan(thing(), { config });
  assertEquals(lines(diagnostics), []);
  assertEquals(plain(plannedState), {
    name: "a",
    network: { public: true, port: 81, address: unknown, note: null },
  });
});

Deno.test("contract: after an error there is no plan", async () => {
  const resource = thing({ modifyPlan: failIfCalled });
  const { plannedState, diagnostics } = await plan(resource, { config });
  assertEquals(diagnostics.hasErrors, true);
  assertEquals(plannedState, null);
});

Deno.test("contract: verify calls nothing of a resource", () => {
  const refuse = (): never => {
    throw new Error("must not be called");
  };
  const validator: Validator<string> = { description, validate: refuse };
  const modifier: PlanModifier = { modify: refuse };
  const resource = definersFor<unknown>().defineResource({
    typeName: "test_thing",
    schema: s.schema({
      description,
      attributes: {
        name: s.string({
          required: true,
          description,
          validators: [validator],
          planModifiers: [modifier],
          semanticEquals: refuse,
        }),
      },
      validators: [{ description, validate: refuse }],
    }),
    validate: refuse,
    planDestroy: refuse,
    create: refuse,
    read: refuse,
    update: refuse,
    delete: refuse,
    importState: refuse,
    moveState: [refuse],
  });
  const found = verify(defineProvider({
    name: "test",
    version: "1.0.0",
    schema: s.schema({ description, attributes: {} }),
    configure: refuse,
    resources: [resource],
  }));
  assertEquals(found, []);
});

const { defineResource } = definersFor<unknown>();

const labelled = s.schema({
  description: "A labelledThing.",
  attributes: {
    label: s.string({ optional: true, description: "The label." }),
  },
});

/** The answer of a service, which the compiler cannot look into. */
const answer: { readonly label: string } = JSON.parse(
  '{"label":"a","lable":"b"}',
);

const labelledThing = defineResource({
  typeName: "test_thing",
  schema: labelled,
  create: () => answer,
  read: ({ state }) => state,
  update: ({ plan }) => plan,
  delete() {},
});

/** Applies under an environment; the diagnostics, the state and the log. */
async function applyUnder(env: Readonly<Record<string, string>>) {
  const log: string[] = [];
  configureLogs({
    env: (name) => env[name],
    write: (line) => void log.push(line),
  });
  try {
    const planned = { label: "a" };
    const { newState, diagnostics } = await applyChange(labelledThing, {
      planned,
    });
    assertEquals(plain(newState), { label: "a" });
    return { diagnostics, log: log.join("") };
  } finally {
    configureLogs({ env: () => undefined, write() {} });
  }
}

Deno.test("what a result has beyond its labelled is an error under test", async () => {
  const { diagnostics } = await applyUnder({ TF_ACC: "1" });
  assertEquals(lines(diagnostics), [
    "error lable: Provider produced an invalid result: create test_thing",
  ]);
  assertStringIncludes(details(diagnostics), "stateOf()");
});

Deno.test("what a result has beyond its labelled is a warning in the log", async () => {
  const { diagnostics, log } = await applyUnder({ TF_LOG: "warn" });
  assertEquals(lines(diagnostics), []);
  assertStringIncludes(log, '"attribute":"lable"');
});

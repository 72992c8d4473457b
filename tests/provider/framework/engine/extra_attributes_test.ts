import { assertEquals, assertStringIncludes } from "@std/assert";
import { definersFor } from "../../../../provider/framework/define/definers.ts";
import { configureLogs } from "../../../../provider/framework/log.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { applyChange, details, lines, plain } from "./support.ts";

const { defineResource } = definersFor<unknown>();

const schema = s.schema({
  description: "A thing.",
  attributes: {
    label: s.string({ optional: true, description: "The label." }),
  },
});

/** The answer of a service, which the compiler cannot look into. */
const answer: { readonly label: string } = JSON.parse(
  '{"label":"a","lable":"b"}',
);

const thing = defineResource({
  typeName: "test_thing",
  schema,
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
    const { newState, diagnostics } = await applyChange(thing, { planned });
    assertEquals(plain(newState), { label: "a" });
    return { diagnostics, log: log.join("") };
  } finally {
    configureLogs({ env: () => undefined, write() {} });
  }
}

Deno.test("what a result has beyond its schema is an error under test", async () => {
  const { diagnostics } = await applyUnder({ TF_ACC: "1" });
  assertEquals(lines(diagnostics), [
    "error lable: Provider produced an invalid result: create test_thing",
  ]);
  assertStringIncludes(details(diagnostics), "stateOf()");
});

Deno.test("what a result has beyond its schema is a warning in the log", async () => {
  const { diagnostics, log } = await applyUnder({ TF_LOG: "warn" });
  assertEquals(lines(diagnostics), []);
  assertStringIncludes(log, '"attribute":"lable"');
});

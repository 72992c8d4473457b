/**
 * The steps of the test kit, on the real CLI.
 *
 * @module
 */
import { AssertionError } from "node:assert";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { defineProvider, definersFor, s } from "@hf-terraform/framework";
import {
  knownValue,
  runSteps,
  type Step,
  type StepsOptions,
  whyNot,
} from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { labCommand } from "./lab_program.ts";
import { type Note, notesProvider } from "./notes.ts";

const address = "acme/notes";
const milk = "notes_note.milk";

/** A note; `more` are further arguments. */
function note(text: string, more = ""): string {
  return `resource "notes_note" "milk" {\n  name = "milk"\n  text = "${text}"\n${more}\n}\n`;
}

/** A service without notes, and a provider of it in this process. */
function world() {
  const notes = new Map<string, Note>();
  const clock = { time: new Date("2026-01-01T00:00:00Z") };
  const now = () => clock.time;
  const providers = { [address]: notesProvider({ notes, now }) };
  return { notes, clock, providers };
}

/** Runs steps in a world of their own. */
function run(...steps: readonly Step[]) {
  const { providers } = world();
  return runSteps({ providers, steps });
}

acceptanceTest(
  "steps: a life, with plans, states, outputs and a clock",
  async () => {
    const { notes, clock, providers } = world();
    const written = knownValue.remembered();
    const output = `output "text" {\n  value = notes_note.milk.text\n}\n`;
    await runSteps({
      providers,
      steps: [
        {
          config: note("two bottles", 'tags = ["a", "b"]') + output,
          plan: {
            empty: false,
            resources: {
              [milk]: {
                action: "create",
                after: { text: "two bottles", written: knownValue.unknown() },
              },
            },
            outputs: { text: "two bottles" },
          },
          state: {
            [milk]: {
              id: "milk",
              text: /^two/,
              tags: knownValue.set(["b", "a"]),
              password: null,
              written,
            },
          },
          outputs: { text: "two bottles" },
        },
        {
          name: "another day",
          before: () => {
            clock.time = new Date("2026-01-02T00:00:00Z");
          },
          config: note("three bottles", 'password = "x"'),
          plan: {
            resources: { [milk]: { action: "update", after: { tags: null } } },
          },
          state: {
            [milk]: {
              written: written.changed,
              password: knownValue.sensitive("x"),
            },
          },
          check: () => {
            assertEquals(
              notes.get("milk")?.written,
              "2026-01-02T00:00:00.000Z",
            );
          },
        },
        {
          variables: { name: "cream" },
          config: `variable "name" {}
          resource "notes_note" "milk" {
            name = var.name
            text = "x"
          }`,
          plan: {
            resources: { [milk]: { action: "replace", replacedFor: ["name"] } },
          },
          state: { [milk]: { id: "cream" } },
        },
        { replace: [milk], plan: { resources: { [milk]: "replace" } } },
        { destroy: true, state: { [milk]: null } },
      ],
      destroyed: () => assertEquals(notes.size, 0),
    });
  },
);

acceptanceTest("steps: changes outside are seen and repaired", async () => {
  const { notes, providers } = world();
  const write = (text: string) => () => {
    notes.set("milk", { text, tags: [], written: "now" });
  };
  await runSteps({
    providers,
    steps: [
      { config: note("a") },
      {
        before: write("b"),
        planOnly: true,
        plan: { drift: { [milk]: "update" }, resources: { [milk]: "update" } },
      },
      {
        before: write("c"),
        refresh: true,
        state: { [milk]: { text: "c", written: "now" } },
        then: { resources: { [milk]: { before: { text: "c" } } } },
      },
      {
        before: () => void notes.delete("milk"),
        planOnly: true,
        plan: { drift: { [milk]: "delete" }, resources: { [milk]: "create" } },
      },
      {
        plan: { resources: { [milk]: "create" } },
        state: { [milk]: { text: "a" } },
      },
    ],
  });
});

acceptanceTest(
  "steps: imports by command and by block, and generated configuration",
  async () => {
    await run(
      { config: note("a", 'tags = ["x"]') },
      { import: milk },
      { import: milk, by: "block" },
      {
        import: milk,
        id: ({ name }) => `${name}`,
        by: "block",
        generate: true,
      },
      { config: note("a", 'password = "x"') },
      { import: milk, ignore: ["password"] },
      {
        import: milk,
        by: "block",
        ignore: ["password"],
        plan: { resources: { [milk]: "update" } },
      },
      { import: milk, id: "nothing", fails: "Cannot import non-existent" },
    );
  },
);

acceptanceTest("steps: errors and warnings that are expected", async () => {
  await run(
    {
      config: note("forbidden"),
      fails: /Forbidden note.*Nobody may write this/,
      warns: [],
    },
    { config: note(""), warns: ["Empty note"] },
    { config: note("a", "pages = 3"), fails: "Unsupported argument" },
  );
});

const identities = await whyNot({ terraform: "1.12", tofu: "1.12" });

testIf({
  name: "steps: an identity is in the state, and imports",
  skipped: identities,
  fn: async () => {
    await run(
      { config: note("a"), identities: { [milk]: { name: "milk" } } },
      { import: milk, by: "identity" },
      { import: milk, by: "identity", identity: { name: "milk" } },
      {
        import: milk,
        by: "identity",
        identity: { name: "nothing" },
        fails: "Cannot import non-existent",
      },
    );
  },
});

testIf({
  name: "steps: a search, and configuration generated from it",
  skipped: await whyNot({ terraform: "1.14" }),
  fn: async () => {
    const { notes, providers } = world();
    for (const name of ["a", "b", "c"]) {
      notes.set(name, { text: name, tags: [name], written: "now" });
    }
    const list = (more = "") =>
      `list "notes_note" "all" {\n  provider = notes\n${more}\n}\n`;
    const all = "list.notes_note.all";
    await runSteps({
      providers,
      steps: [
        { config: "", then: { empty: true } },
        {
          query: list("include_resource = true") +
            list('config {\n tag = "b"\n}').replace('"all"', '"b"'),
          found: {
            "list.notes_note.b": { count: 1 },
            [all]: {
              count: 3,
              atLeast: 2,
              results: [
                { displayName: "Note a", identity: { name: "a" } },
                { values: { text: "b", tags: ["b"] } },
              ],
              without: [{ identity: { name: "d" } }],
            },
          },
        },
        {
          query: list('config {\n tag = "b"\n}'),
          found: { [all]: { count: 1, results: [{ displayName: /b$/ }] } },
          generate: true,
        },
        { query: list("limits = 1"), fails: "Unsupported argument" },
      ],
    });
  },
});

acceptanceTest("steps: several providers, served here and apart", async () => {
  const { providers } = world();
  const folder = await Deno.makeTempDir();
  await runSteps({
    providers: {
      ...providers,
      "hf-terraform/lab": { command: await labCommand() },
    },
    steps: [{
      config: `provider "lab" {\n  folder = "${folder}"\n}
resource "lab_rack" "a" {\n  name = notes_note.milk.text\n}\n${note("bottle")}`,
      state: { "lab_rack.a": { name: "bottle" }, [milk]: { text: "bottle" } },
    }],
  });
  await Deno.remove(folder, { recursive: true });
});

for (const launch of ["attached", "started", "installed"] as const) {
  acceptanceTest(`steps: a provider that is a command, ${launch}`, async () => {
    const folder = await Deno.makeTempDir();
    await runSteps({
      launch,
      providers: {
        "hf-terraform/lab": { command: await labCommand() },
      },
      steps: [{
        config: `provider "lab" {\n  folder = "${folder}"\n}
resource "lab_rack" "a" {\n  name = "first"\n}`,
        planOnly: true,
        plan: { resources: { "lab_rack.a": { after: { name: "first" } } } },
      }],
    });
    await Deno.remove(folder, { recursive: true });
  });
}

/** Steps that fail, and the message. */
const wrong: [name: string, steps: readonly Step[], message: string][] = [
  [
    "a value",
    [{
      name: "first",
      config: note("a"),
      state: { [milk]: { text: "b" } },
    }],
    'Step 1 of 1, first: The state is not as expected:\n- notes_note.milk.text: expected "b", but found "a"',
  ],
  [
    "a plan that changes again",
    [{
      config: `${note("a")}resource "notes_note" "b" {
  name = "b"
  text = timestamp()
}`,
    }],
    "then: The plan is not as expected:\n- expected nothing to do, but it plans notes_note.b: update of text, written",
  ],
  ["an error that does not come", [{
    config: note("a"),
    fails: "Forbidden",
  }], "The command succeeded"],
  ["another error", [{
    config: note("forbidden"),
    fails: "Too long",
  }], "The message does not hold Too long"],
  [
    "an error that nobody expects",
    [{ config: note("forbidden") }],
    "Forbidden note",
  ],
  ["a warning that nobody expects", [{
    config: note(""),
    warns: [],
  }], "There are other warnings:\nWarning: Empty note"],
  [
    "an import that loses a value",
    [
      { config: note("a", 'password = "x"') },
      { import: milk },
    ],
    'Step 2 of 2, import of notes_note.milk: What is imported is not what the state has:\n- password: expected "x", but found null',
  ],
  [
    "an import block that changes a value",
    [
      { config: note("a", 'password = "x"') },
      { import: milk, by: "block" },
    ],
    "notes_note.milk: expected no-op, but planned update of password",
  ],
  [
    "an import block that loses a value",
    [
      { config: note("a", 'password = "x"') },
      {
        import: milk,
        by: "block",
        plan: { resources: { [milk]: "update" } },
      },
    ],
    '- password: expected "x", but found null',
  ],
  [
    "an import block with another plan",
    [
      { config: note("a") },
      {
        import: milk,
        by: "block",
        plan: { resources: { [milk]: "update" } },
      },
    ],
    "notes_note.milk: expected update, but planned no-op",
  ],
  [
    "an import block that does not fail",
    [
      { config: note("a") },
      { import: milk, by: "block", fails: "Forbidden" },
    ],
    "It should fail with Forbidden, but does not",
  ],
  [
    "an identity that is in no state",
    [
      { config: 'resource "terraform_data" "a" {}' },
      { import: "terraform_data.a", by: "identity" },
    ],
    "The state has no identity of terraform_data.a",
  ],
];

for (const [name, steps, message] of wrong) {
  acceptanceTest(
    `steps: told of ${name}, and what exists is destroyed`,
    async () => {
      const { notes, providers } = world();
      const options: StepsOptions = { providers, steps };
      const run = () => runSteps(options);
      const error = await assertRejects(run, AssertionError, message);
      // Runners show the stack.
      assertStringIncludes(error.stack ?? "", message);
      assertEquals(notes.size, 0);
    },
  );
}

acceptanceTest(
  "steps: where the destroy after a failed one fails too, that is said",
  async () => {
    const { notes, providers } = world();
    notes.delete = () => {
      throw new Error("It is in use");
    };
    const steps = [{ config: note("a"), state: { [milk]: { text: "b" } } }];
    const error = await assertRejects(
      () => runSteps({ providers, steps }),
      AssertionError,
      "The state is not as expected",
    );
    assertStringIncludes(error.message, "there may be objects left");
    assertStringIncludes(error.message, "It is in use");
  },
);

acceptanceTest(
  "steps: one that the CLI cannot take is left out, and told",
  async () => {
    const leftOut = await run(
      { config: note("a") },
      { when: { terraform: "99", tofu: "99" }, planOnly: true },
    );
    assertEquals(leftOut.map(({ step }) => step), [2]);
  },
);

acceptanceTest(
  "steps: a provider that takes the place of another",
  async () => {
    const { notes, providers } = world();
    const other = world();
    await runSteps({
      providers,
      steps: [
        { config: note("a") },
        {
          providers: other.providers,
          state: { [milk]: { text: "a" } },
          plan: { resources: { [milk]: "create" } },
        },
      ],
    });
    assertEquals([...notes.keys(), ...other.notes.keys()], ["milk"]);
  },
);

/** A provider that tells by what name it was configured. */
function namedProvider() {
  const { defineDataSource } = definersFor<string>();
  const description = "A name.";
  const who = defineDataSource({
    typeName: "named_who",
    schema: s.schema({
      description,
      attributes: {
        asked: s.string({ optional: true, description }),
        name: s.string({ computed: true, description }),
      },
    }),
    read: ({ provider, config: { asked } }) => ({ asked, name: provider }),
  });
  return defineProvider({
    name: "named",
    version: "1.0.0",
    schema: s.schema({
      description,
      attributes: { name: s.string({ required: true, description }) },
    }),
    configure: ({ config: { name } }) => String(name),
    dataSources: [who],
  });
}

acceptanceTest(
  "steps: each provider block of one process has its own configuration",
  async () => {
    await runSteps({
      providers: { "acme/named": namedProvider() },
      steps: [{
        config: `terraform {
  required_providers {
    named = { source = "acme/named" }
  }
}
provider "named" {
  alias = "a"
  name  = "a"
}
provider "named" {
  alias = "b"
  name  = "b of ${"$"}{data.named_who.first.name}"
}
data "named_who" "first" { provider = named.a }
data "named_who" "second" { provider = named.b }
data "named_who" "third" {
  provider = named.a
  asked    = data.named_who.second.name
}
output "names" {
  value = "${"$"}{data.named_who.second.name}, ${"$"}{data.named_who.third.name}"
}
`,
        outputs: { names: "b of a, a" },
      }],
    });
  },
);

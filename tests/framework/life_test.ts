/**
 * Providers of either protocol, and modules, through the real CLI.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { takeSteps, verify, whyNot } from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab } from "./lab.ts";
import { plainProvider, provider } from "./provider/provider.ts";
import { testIf } from "../support/skip.ts";

Deno.test("the test provider is without faults", () => {
  assertEquals(verify(provider), []);
  assertEquals(verify(plainProvider), []);
});

const thing = (body: string) => `
resource "lab_thing" "a" {
  ${body}
}
`;

acceptanceTest(
  "the CLI starts a provider that has only protocol 5",
  async () => {
    await using lab = await Lab.create({
      program: "plain_main.ts",
      launch: "started",
      env: { LAB_PROTOCOLS: "5" },
    });
    await lab.configure('resource "lab_rack" "a" { name = "first" }');
    await lab.apply();
    assertEquals((await lab.values("lab_rack.a"))["serial"], "1");
  },
);

acceptanceTest("a module tells the provider about itself", async () => {
  await using lab = await Lab.create();
  await lab.configure(`
terraform {
  provider_meta "lab" {
    team = "blue"
  }
}
${thing('name = "first"')}
`);
  await lab.apply();
  assertEquals((await lab.store.get("thing-first"))?.["team"], "blue");
});

acceptanceTest(
  "several commands use one process that runs for debugging",
  async () => {
    await using lab = await Lab.create();
    await lab.configure('resource "lab_thing" "a" { name = "first" }');
    await lab.apply();
    await lab.configure('resource "lab_thing" "a" { name = "second" }');
    await lab.apply();
    assertEquals(await lab.store.ids(), ["thing-second"]);
    await lab.destroy();
    assertEquals(await lab.store.ids(), []);
  },
);

const skipped = await whyNot({ terraform: "1.12", tofu: "1.12" });

/** Imports a record by what the block says of its identity. */
const imported = (identity: string) => `
resource "lab_record" "a" {}
import {
  to       = lab_record.a
  identity = { ${identity} }
}
`;

testIf({
  name: "a resource is imported by its identity, and keeps it",
  skipped,
  async fn() {
    await using lab = await Lab.create();
    await takeSteps(lab.workspace, [{
      config: lab.configuration(imported('id = "found"')),
      state: { "lab_record.a": { id: "found" } },
      identities: { "lab_record.a": { id: "found" } },
    }]);
  },
});

testIf({
  name: "an import by an incomplete identity is refused",
  skipped,
  async fn() {
    await using lab = await Lab.create();
    await takeSteps(lab.workspace, [
      { config: lab.configuration(imported("")), fails: "id" },
    ]);
  },
});

const record = (body: string) => `
resource "lab_record" "a" {
  ${body}
}
`;

acceptanceTest("values of every type go through unchanged", async () => {
  await using lab = await Lab.create();
  await lab.configure(`${
    record(`
  any    = { a = [1, "x", { b = true }] }
  number = 0.12345678901234567890123
  json   = "{\\"a\\":1}"
  matrix = [[1, 2], [], [3]]
  people = [{ name = "A", age = null }, { name = "B", age = 2 }]
  `)
  }
output "number" {
  value = tostring(lab_record.a.number)
}
`);
  await lab.apply();
  assertEquals(await lab.hasChanges(), false);
  const values = await lab.values("lab_record.a");
  assertEquals(values["any"], { a: [1, "x", { b: true }] });
  assertEquals(values["matrix"], [[1, 2], [], [3]]);
  assertEquals(values["people"], [
    { name: "A", age: null },
    { name: "B", age: 2 },
  ]);
  assertEquals(await lab.output("number"), "0.12345678901234567890123");

  await lab.configure(record('any = "text"\nnumber = 1000000000000000000001'));
  await lab.apply();
  assertEquals(await lab.hasChanges(), false);
  assertEquals((await lab.values("lab_record.a"))["any"], "text");
});

acceptanceTest(
  "a 64-bit number is a bigint, from the configuration to the state",
  async () => {
    await using lab = await Lab.create();
    const applied = async (big: string) => {
      await lab.configure(`${record(`big = ${big}`)}
output "bigger" {
  value = tostring(lab_record.a.bigger)
}
`);
      await lab.apply();
      assertEquals(await lab.hasChanges(), false);
      const { big: stored } = await lab.values("lab_record.a");
      const bigger = await lab.output("bigger");
      await lab.destroy();
      return [stored, bigger];
    };
    assertEquals(await applied("5"), [5, "6"]);
    assertEquals((await applied("9007199254740993"))[1], "9007199254740994");
    for (
      const [big, says] of [
        ["1.5", "whole number"],
        ["9223372036854775808", "at most 9223372036854775807"],
        ["-6", "at least `-5`"],
      ] as const
    ) {
      await lab.configure(record(`big = ${big}`));
      assertStringIncludes(await lab.fail("validate", "-no-color"), says);
    }
  },
);

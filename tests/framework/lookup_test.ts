/**
 * Data sources, ephemeral resources and functions, through the real CLI.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab } from "./lab.ts";

acceptanceTest(
  "a data source is read in the plan, or later when it must be",
  async () => {
    await using lab = await Lab.create();
    await lab.store.put("thing-x", {});
    await lab.configure(`
data "lab_things" "now" {
  prefix = "thing-"
}
resource "lab_thing" "a" {
  name = "first"
}
data "lab_things" "later" {
  prefix = lab_thing.a.id
}
output "now" {
  value = data.lab_things.now.ids
}
output "later" {
  value = data.lab_things.later.ids
}
`);
    await lab.apply();
    assertEquals(await lab.output("now"), ["thing-x"]);
    assertEquals(await lab.output("later"), ["thing-first"]);
  },
);

acceptanceTest("a data source that finds nothing is an error", async () => {
  await using lab = await Lab.create();
  await lab.configure('data "lab_things" "a" { prefix = "nowhere" }');
  const refused = await lab.fail("plan", "-no-color");
  assertStringIncludes(refused, "Nothing there");
  assertStringIncludes(refused, "Try another prefix.");
});

acceptanceTest(
  "an ephemeral value reaches a write-only attribute",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(`
ephemeral "lab_token" "a" {
  scope = "x"
}
resource "lab_thing" "a" {
  name           = "first"
  secret         = ephemeral.lab_token.a.value
  secret_version = 1
}
`);
    await lab.apply();
    assertEquals(
      (await lab.store.get("thing-first"))?.["secret"],
      "secret of x",
    );
    assertEquals(await lab.store.ids(), ["thing-first"], "it was closed");
  },
);

acceptanceTest("functions are called with every kind of argument", async () => {
  await using lab = await Lab.create();
  await lab.configure(`
output "joined" {
  value = provider::lab::join("-", "a", null, "b")
}
output "empty" {
  value = provider::lab::join("-")
}
output "big" {
  value = tostring(provider::lab::same(0.12345678901234567890123))
}
`);
  await lab.apply();
  assertEquals(await lab.output("joined"), "a-b");
  assertEquals(await lab.output("empty"), "");
  assertEquals(await lab.output("big"), "0.12345678901234567890123");
});

acceptanceTest("a function blames the argument that is wrong", async () => {
  await using lab = await Lab.create();
  await lab.configure(`
output "joined" {
  value = provider::lab::join("-", "a", "bad")
}
`);
  const refused = await lab.fail("plan", "-no-color");
  assertStringIncludes(refused, "This part is bad");
  assertStringIncludes(refused, 'Invalid value for "parts" parameter');
});

/**
 * Data sources, ephemeral resources and functions, through the real CLI.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { tryFindCli } from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab } from "./lab.ts";

const cli = await tryFindCli();
const isOpenTofu = "name" in cli && cli.name === "tofu";

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

acceptanceTest(
  "an ephemeral resource is renewed, and one that cannot be is closed",
  async () => {
    for (const scope of ["renewed", "revoked"]) {
      await using lab = await Lab.create();
      // The command ends once the token was renewed, however long that takes.
      await lab.configure(`
ephemeral "lab_token" "a" {
  scope = "${scope}"
}
resource "terraform_data" "user" {
  provisioner "local-exec" {
    command     = "until grep -q renewed.:1 token-${scope}.json; do sleep 0.1; done"
    working_dir = "${lab.objects}"
    environment = { TOKEN = ephemeral.lab_token.a.value }
  }
}
`);
      const apply = ["apply", "-auto-approve", "-no-color"];
      const { code, stderr } = await lab.run(apply);
      // OpenTofu reports that a renewal failed. Terraform does not.
      const isTold = scope === "revoked" && isOpenTofu;
      assertEquals([code, stderr.includes("Cannot renew")], [
        isTold ? 1 : 0,
        isTold,
      ]);
      assertEquals(await lab.store.ids(), [], "it was closed");
    }
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

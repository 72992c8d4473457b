/**
 * The whole life of resources, through the real CLI.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { verify } from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab } from "./lab.ts";
import { plainProvider, provider } from "./provider/provider.ts";

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
  "a resource is created, changed, replaced and destroyed",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(thing(`
  name = "first"
  tags = ["y", "x"]
  env = { A = "1" }
  steps = [{ run = "make" }, { run = "test", times = 3 }]
  `));
    const [created] = await lab.plan();
    assertEquals(created?.change.actions, ["create"]);
    assertEquals(created?.change.after?.["size"], 1, "the default is planned");
    assertEquals(
      created?.change.after?.["title"],
      "FIRST",
      "computed in the plan",
    );
    await lab.apply();
    assertEquals(await lab.hasChanges(), false);
    const values = await lab.values("lab_thing.a");
    assertEquals(values["label"], "The first");
    assertEquals(values["steps"], [
      { run: "make", times: 1, result: "make x1" },
      { run: "test", times: 3, result: "test x3" },
    ]);

    await lab.configure(thing('name = "first"\nsize = 2\nlabel = "mine"'));
    const [changed] = await lab.plan();
    assertEquals(changed?.change.actions, ["update"]);
    assertEquals(
      changed?.change.after?.["id"],
      "thing-first",
      "the id is kept",
    );
    assertEquals(changed?.change.after_unknown["revision"], true);
    await lab.apply();
    assertEquals(await lab.hasChanges(), false);
    assertEquals((await lab.values("lab_thing.a"))["steps"], null);

    await lab.configure(thing('name = "second"'));
    const [replaced] = await lab.plan();
    assertEquals(replaced?.change.actions, ["delete", "create"]);
    assertEquals(replaced?.change.replace_paths, [["name"]]);
    await lab.apply();
    assertEquals(await lab.store.ids(), ["thing-second"]);
    assertEquals(await lab.hasChanges(), false);

    await lab.destroy();
    assertEquals(await lab.store.ids(), []);
  },
);

acceptanceTest(
  "nothing is kept in memory: each walk has a process of its own",
  async () => {
    await using lab = await Lab.create({ launch: "started" });
    await lab.configure(thing('name = "first"'));
    await lab.apply();
    assertEquals(await lab.hasChanges(), false);
    await lab.destroy();
    assertEquals(await lab.store.ids(), []);
  },
);

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

acceptanceTest(
  "drift is seen and repaired, and what is gone is created again",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(thing('name = "first"'));
    await lab.apply();
    const stored = await lab.store.get("thing-first");
    await lab.store.put("thing-first", { ...stored, size: 9 });
    const [drifted] = await lab.plan();
    assertEquals(drifted?.change.actions, ["update"]);
    await lab.apply();
    assertEquals((await lab.store.get("thing-first"))?.["size"], 1);

    await lab.store.remove("thing-first");
    const [gone] = await lab.plan();
    assertEquals(gone?.change.actions, ["create"]);
  },
);

acceptanceTest(
  "a write-only value reaches the provider and is stored nowhere",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(thing(
      'name = "first"\nsecret = "hunter2"\nsecret_version = 1',
    ));
    await lab.apply();
    assertEquals((await lab.store.get("thing-first"))?.["secret"], "hunter2");
    const state = await Deno.readTextFile(`${lab.folder}/terraform.tfstate`);
    assert(!state.includes("hunter2"));
    assertEquals(await lab.hasChanges(), false);

    await lab.configure(thing(
      'name = "first"\nsecret = "hunter3"\nsecret_version = 2',
    ));
    await lab.apply();
    assertEquals((await lab.store.get("thing-first"))?.["secret"], "hunter3");
  },
);

acceptanceTest("a resource is imported and then adopted", async () => {
  await using lab = await Lab.create();
  await lab.store.put("thing-old", {
    name: "old",
    size: 4,
    label: "Old",
    revision: 7,
  });
  await lab.configure(thing('name = "old"\nsize = 4\nlabel = "Old"'));
  await lab.succeed("import", "lab_thing.a", "thing-old");
  assertEquals((await lab.values("lab_thing.a"))["revision"], 7);
  assertEquals(await lab.hasChanges(), false);
  const missing = await lab.fail("import", "lab_thing.b", "thing-new");
  assertStringIncludes(missing, "lab_thing");
});

acceptanceTest(
  "an unknown value from another resource is planned and applied",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(`
resource "lab_thing" "a" {
  name = "first"
}
resource "lab_thing" "b" {
  name  = "second"
  label = lab_thing.a.label
  size  = lab_thing.a.revision
  steps = [{ run = lab_thing.a.id }]
  tags  = [lab_thing.a.id]
}
`);
    const changes = await lab.plan();
    const second = changes.find(({ address }) => address === "lab_thing.b");
    assertEquals(second?.change.after_unknown["label"], true);
    await lab.apply();
    assertEquals((await lab.values("lab_thing.b"))["label"], "The first");
    assertEquals((await lab.values("lab_thing.b"))["tags"], ["thing-first"]);
    assertEquals(await lab.hasChanges(), false);
  },
);

acceptanceTest("a bad configuration is refused where it is wrong", async () => {
  await using lab = await Lab.create();
  await lab.configure(thing('name = "First"\nsize = 11\nsecret = "x"'));
  const refused = await lab.fail("validate", "-no-color");
  assertStringIncludes(refused, "`name` must be lower-case letters");
  assertStringIncludes(refused, "`size` must be between `1` and `10`");
  assertStringIncludes(refused, "`secret` requires `secret_version`");
  assertStringIncludes(refused, 'name = "First"', "the source line is shown");
});

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

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

const rack = `
resource "lab_rack" "a" {
  name   = "first"
  height = 1.75
  labels = ["x", 1]
  owner {
    email = "a@b"
  }
  port {
    number = 1
    rule { allow = "all" }
    rule { allow = "none" }
  }
  port {
    number = 2
    speed  = 100
  }
  disk { size = 3 }
  disk { size = 1 }
  sensor "heat" { unit = "K" }
  sensor "noise" { unit = "dB" }
  timeouts { create = "30s" }
}
`;

for (const LAB_PROTOCOLS of ["5", "6"]) {
  acceptanceTest(`blocks live in protocol ${LAB_PROTOCOLS}`, async () => {
    await using lab = await Lab.create({
      program: "plain_main.ts",
      env: { LAB_PROTOCOLS },
    });
    await lab.configure(rack);
    await lab.apply();
    assertEquals(await lab.hasChanges(), false);
    const values = await lab.values("lab_rack.a");
    assertEquals(values["owner"], { email: "a@b" });
    assertEquals(values["power"], { watts: 100 });
    assertEquals(values["port"], [
      {
        number: 1,
        speed: 10,
        address: "p1",
        rule: [{ allow: "all" }, { allow: "none" }],
      },
      { number: 2, speed: 100, address: "p2", rule: [] },
    ]);
    assertEquals(values["disk"], [
      { size: 1, state: "spinning" },
      { size: 3, state: "spinning" },
    ]);
    assertEquals(values["sensor"], {
      heat: { unit: "K" },
      noise: { unit: "dB" },
    });
    assertEquals(values["timeouts"], { create: "30s" });

    await lab.configure('resource "lab_rack" "a" { name = "first" }');
    await lab.apply();
    assertEquals(await lab.hasChanges(), false);
    const bare = await lab.values("lab_rack.a");
    assertEquals(bare["owner"], null);
    assertEquals(bare["power"], { watts: 100 });
    assertEquals(bare["port"], []);
    assertEquals(bare["sensor"], {});
    assertEquals(bare["timeouts"], null);
    assertEquals(bare["serial"], "2");
    await lab.destroy();
  });
}

acceptanceTest("blocks from a list that is not known yet", async () => {
  await using lab = await Lab.create();
  await lab.configure(`
resource "lab_thing" "a" {
  name = "first"
}
resource "lab_rack" "a" {
  name = "first"
  dynamic "port" {
    for_each = toset([lab_thing.a.id])
    content { number = length(port.value) }
  }
  dynamic "disk" {
    for_each = lab_thing.a.revision == 1 ? [1, 2] : []
    content { size = disk.value }
  }
}
`);
  await lab.apply();
  assertEquals((await lab.values("lab_rack.a"))["port"], [
    { number: 11, speed: 10, address: "p11", rule: [] },
  ]);
  assertEquals(await lab.hasChanges(), false);
});

acceptanceTest("bad blocks are refused", async () => {
  await using lab = await Lab.create();
  await lab.configure(`
resource "lab_rack" "a" {
  name = "first"
  owner { email = "nobody" }
  port { number = 1 }
  port { number = 2 }
  port { number = 3 }
  port { number = 4 }
}
`);
  const refused = await lab.fail("validate", "-no-color");
  assertStringIncludes(refused, 'No more than 3 "port" blocks are allowed');
  await lab.configure(`
resource "lab_rack" "a" {
  name = "first"
  owner { email = "nobody" }
}
`);
  const owner = await lab.fail("validate", "-no-color");
  assertStringIncludes(owner, "`owner.email` must be an address with an @");
});

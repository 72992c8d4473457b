/**
 * Blocks of every nesting in both protocols, through the real CLI.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab } from "./lab.ts";

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

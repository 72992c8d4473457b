/**
 * Identities, through a CLI that knows them: Terraform or OpenTofu from 1.12.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { whyNot } from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import { Lab } from "./lab.ts";

const skipped = await whyNot({ terraform: "1.12", tofu: "1.12" });

testIf({
  name: "a resource is imported by its identity, and keeps it",
  skipped,
  async fn() {
    await using lab = await Lab.create();
    await lab.configure(`
resource "lab_record" "a" {}
import {
  to       = lab_record.a
  identity = { id = "found" }
}
`);
    await lab.apply();
    assertEquals((await lab.values("lab_record.a"))["id"], "found");
    assertEquals(await lab.hasChanges(), false);
    const state = await Deno.readTextFile(`${lab.folder}/terraform.tfstate`);
    assertStringIncludes(state, '"identity":');
  },
});

testIf({
  name: "an import by an incomplete identity is refused",
  skipped,
  async fn() {
    await using lab = await Lab.create();
    await lab.configure(`
resource "lab_record" "a" {}
import {
  to       = lab_record.a
  identity = {}
}
`);
    assertStringIncludes(await lab.fail("plan", "-no-color"), "id");
  },
});

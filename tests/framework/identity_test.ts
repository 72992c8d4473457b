/**
 * Identities, through a CLI that knows them: Terraform or OpenTofu from 1.12.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { tryFindCli } from "../support/cli.ts";
import { testIf } from "../support/skip.ts";
import { Lab } from "./lab.ts";

const cli = await tryFindCli();
const skipped = "reason" in cli
  ? cli.reason
  : knowsIdentities(cli.version)
  ? undefined
  : `${cli.name} ${cli.version} knows no identities`;

function knowsIdentities(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 1 || minor >= 12;
}

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

/**
 * Searches, and configuration generated from what they find, through Terraform
 * from 1.14.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { whyNot } from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import { Lab } from "./lab.ts";

const skipped = await whyNot({ terraform: "1.14" });

/** A search for up to two records, in a file of its own. */
async function search(lab: Lab, countOf: number): Promise<void> {
  await lab.configure("");
  await Deno.writeTextFile(
    `${lab.folder}/find.tfquery.hcl`,
    `
list "lab_record" "found" {
  provider         = lab
  include_resource = true
  limit            = 2
  config {
    count_of = ${countOf}
  }
}
`,
  );
}

testIf({
  name: "a search finds objects up to its limit, with their values",
  skipped,
  async fn() {
    await using lab = await Lab.create();
    await search(lab, 5);
    await lab.succeed("validate", "-query", "-no-color");
    const lines = (await lab.succeed("query", "-json")).trimEnd().split("\n");
    const found = lines.map((line) => JSON.parse(line)["list_resource_found"])
      .filter((one) => one !== undefined);
    assertEquals(
      found.map((one) => [one.display_name, one.identity]),
      [["Record 1", { id: "record-1" }], ["Record 2", { id: "record-2" }]],
    );
    assertEquals(found[1].resource_object.number, 2);
    await search(lab, 1);
    const one = await lab.succeed("query", "-no-color");
    assertStringIncludes(one, "Record 1");
    assertEquals(one.includes("Record 2"), false);
  },
});

testIf({
  name: "what a search finds becomes configuration that imports it",
  skipped,
  async fn() {
    await using lab = await Lab.create();
    await search(lab, 1);
    await lab.succeed("query", "-generate-config-out=generated.tf");
    const generated = await Deno.readTextFile(`${lab.folder}/generated.tf`);
    assertStringIncludes(generated, 'resource "lab_record" "found_0"');
    assertStringIncludes(generated, 'id = "record-1"');
    assertEquals(
      /^ {2}id /m.test(generated),
      false,
      "what is computed is left out",
    );
    await lab.apply();
    const values = await lab.values("lab_record.found_0");
    assertEquals([values["id"], values["number"]], ["record-1", 1]);
    assertEquals(await lab.hasChanges(), false);
  },
});

/**
 * Searches, and configuration generated from what they find, through Terraform
 * from 1.14.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { takeSteps, whyNot } from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import { Lab } from "./lab.ts";

const skipped = await whyNot({ terraform: "1.14" });

/** A search for up to two records. */
const search = (countOf: number) => `
list "lab_record" "found" {
  provider         = lab
  include_resource = true
  limit            = 2
  config {
    count_of = ${countOf}
  }
}
`;

testIf({
  name: "a search finds objects up to its limit, with their values",
  skipped,
  async fn() {
    await using lab = await Lab.create();
    const found = "list.lab_record.found";
    const first = { displayName: "Record 1", identity: { id: "record-1" } };
    await takeSteps(lab.workspace, [
      { config: lab.configuration("") },
      {
        query: search(5),
        found: {
          [found]: {
            count: 2,
            results: [
              first,
              { displayName: "Record 2", values: { number: 2 } },
            ],
          },
        },
      },
      { query: search(1), found: { [found]: { count: 1, results: [first] } } },
    ]);
  },
});

testIf({
  name: "what a search finds becomes configuration that imports it",
  skipped,
  async fn() {
    await using lab = await Lab.create();
    await lab.configure("");
    await lab.workspace.write({ "find.tfquery.hcl": search(1) });
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

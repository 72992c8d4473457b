/**
 * Identities, through a CLI that knows them: Terraform or OpenTofu from 1.12.
 *
 * @module
 */
import { takeSteps, whyNot } from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import { Lab } from "./lab.ts";

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

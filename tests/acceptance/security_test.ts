// The README's sentences on security, for whichever executable is tested: from
// a checkout, compiled, or on Node. What stands in messages and logs is in
// faults_secrets_test.ts.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { assertSuccess } from "@hf-terraform/framework/testing";
import { unwrapMessage } from "../../provider/framework/testing/results.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const space = (more = "") => `
resource "huggingface_space" "this" {
  namespace = "acme"
  name      = "x"
  sdk       = "static"
  ${more}
}
`;

acceptanceTest(
  "write-only secrets are in no plan and no state, plain ones are shown nowhere",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    await world.configure(space(`
  secrets            = { PLAIN = "plain-s3cret" }
  secrets_wo         = { UNSTORED = "unstored-s3cret" }
  secrets_wo_version = "1"`));
    const plan = await workspace.plan({ args: ["-out=plan"] });
    const planned = assertSuccess(await workspace.show({ args: ["plan"] }));
    // Beside it, a plan has the configuration, here with the value in it.
    const { resource_changes } = await workspace.planJson();
    const json = JSON.stringify(resource_changes);
    const applied = assertSuccess(await workspace.apply());
    const state = await workspace.read("terraform.tfstate");
    const shown = assertSuccess(await workspace.show());
    assertEquals(Object.keys(await client.spaces.getSecrets("acme/x")).sort(), [
      "PLAIN",
      "UNSTORED",
    ]);
    const terminal = [plan, planned, applied, shown].map(({ stdout }) => stdout)
      .join("\n");
    for (const where of [terminal, json, state]) {
      assert(!where.includes("unstored-s3cret"), where);
    }
    assert(!terminal.includes("plain-s3cret"), terminal);
    assertStringIncludes(terminal, "(sensitive value)");
    assertStringIncludes(state, "plain-s3cret");
  },
);

acceptanceTest(
  "what is wrong beside a secret does not show the line with the secret",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    await world.configure(
      `${space(`secrets = { A = "litera1-s3cret", "B-C" = "x" }`)}
resource "huggingface_endpoint" "this" {
  name    = "one"
  model   = { repository = "gpt2", framework = "torch", secrets = { A = "litera1-s3cret" } }
  compute = { instance_type = "nvidia-t4", accelerator = "cpu" }
}
`,
    );
    const { stdout, stderr } = await workspace.plan();
    const said = unwrapMessage(`${stdout}${stderr}`);
    for (const told of ['secrets["B-C"]', "model.framework"]) {
      assertStringIncludes(said, told);
    }
    assertEquals(said.includes("litera1-s3cret"), false, said);
  },
);

/**
 * The life of the resource that `examples/changes` adds, by its example: run in a
 * copy of the checkout that has it.
 *
 * @module
 */
import {
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { inRoot } from "../../tools/paths.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { createWorkspace } from "../support/workspace.ts";

const typeName = "huggingface_endpoint_cidr_list";
const address = `${typeName}.office`;

const provider = `terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}
`;

acceptanceTest(`${typeName} is created, imported and destroyed`, async () => {
  const sandbox = await startSandbox();
  const example = inRoot(`examples/resources/${typeName}/resource.tf`);
  await using workspace = await createWorkspace({
    files: {
      "provider.tf": provider,
      "main.tf": await Deno.readTextFile(example),
    },
    env: sandbox.env,
  });
  try {
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    const { id } = (await workspace.stateResource(address)).values;
    assertSuccess(await workspace.run(["state", "rm", address]));
    assertSuccess(await workspace.import(address, `${id}`));
    await assertEmptyPlan(workspace);
    assertSuccess(await workspace.destroy());
  } finally {
    await sandbox.stop();
  }
});

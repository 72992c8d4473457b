// Regressions of version 0.1.0, by the number of the fault: mocks of `terraform
// test`.

import { assertSuccess } from "@hf-terraform/framework/testing";
import { configureEvery, everyType } from "../support/every_resource.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { createWorkspace } from "../support/workspace.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { assertSays } from "./endpoint_support.ts";

/** The shortest configuration of each data source. */
const shortest: Readonly<Record<string, string>> = {
  huggingface_endpoint: `name = "x"`,
  huggingface_endpoints: "",
  huggingface_endpoint_compute: "",
  huggingface_space: `name = "x"`,
  huggingface_space_hardware: "",
  huggingface_model: `repository = "acme/x"`,
  huggingface_dataset: `repository = "acme/x"`,
  huggingface_repo_revision: `repository = "acme/x"`,
  huggingface_job_hardware: "",
  huggingface_whoami: "",
  huggingface_repo_scan: `repository = "acme/x"`,
  huggingface_hourly_cost: "",
  huggingface_namespace_hourly_cost: "",
  huggingface_organization_members: "",
  huggingface_resource_group: `name = "x"`,
};

acceptanceTest(
  "mock_provider stands in for every resource and data source",
  async () => {
    await using workspace = await createWorkspace({
      files: {
        "data.tf": provider.dataSources.map(({ typeName }) => {
          const body = shortest[typeName];
          if (body === undefined) throw new Error(`How short is ${typeName}?`);
          return `data "${typeName}" "this" {\n${body}\n}\n`;
        }).join(""),
        "mocks.tftest.hcl": `
mock_provider "huggingface" {}

run "apply" {
  assert {
    condition     = huggingface_endpoint.this.name == "x"
    error_message = "The mock changed what is configured."
  }
}
`,
      },
    });
    await configureEvery({ workspace }, everyType, ["this"]);
    const result = await workspace.run(["test", "-no-color"]);
    assertSays(assertSuccess(result), "1 passed, 0 failed");
  },
);

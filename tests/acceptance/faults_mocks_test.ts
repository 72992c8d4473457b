// What users of `terraform test` expect, by the number of the fault that version
// 0.1.0 had.

import { assertSuccess } from "../support/terraform_asserts.ts";
import { requirement } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Workspace } from "../support/workspace.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { assertSays } from "./endpoint_support.ts";

/** The shortest configuration of each resource and data source. */
const shortest: Readonly<Record<string, string>> = {
  "resource huggingface_endpoint": `
    name    = "x"
    model   = { repository = "gpt2" }
    compute = { instance_type = "intel-spr" }`,
  "resource huggingface_space": `
    name = "x"
    sdk  = "static"`,
  "resource huggingface_space_variable": `
    space = "acme/x"
    key   = "KEY"
    value = "value"`,
  "resource huggingface_space_secret": `
    space = "acme/x"
    key   = "KEY"
    value = "value"`,
  "resource huggingface_model": `name = "x"`,
  "resource huggingface_dataset": `name = "x"`,
  "resource huggingface_repo_branch": `
    repository = "acme/x"
    name       = "next"`,
  "resource huggingface_repo_tag": `
    repository = "acme/x"
    name       = "v1"`,
  "resource huggingface_repo_file": `
    repository = "acme/x"
    path       = "a.txt"
    content    = "a"`,
  "resource huggingface_repo_files": `
    repository = "acme/x"
    files      = { "a.txt" = "a" }`,
  "resource huggingface_repo_access_grant": `
    repository = "acme/x"
    user       = "ann"`,
  "resource huggingface_collection": `title = "x"`,
  "resource huggingface_bucket": `name = "x"`,
  "resource huggingface_scheduled_job": `
    schedule = "@daily"
    flavor   = "cpu-basic"
    command  = ["true"]
    image    = "python:3.12"`,
  "resource huggingface_webhook": `
    watched = [{ type = "org", name = "acme" }]
    domains = ["repo"]
    url     = "https://example.com"`,
  "data huggingface_endpoint": `name = "x"`,
  "data huggingface_endpoints": "",
  "data huggingface_endpoint_compute": "",
  "data huggingface_space": `name = "x"`,
  "data huggingface_spaces": "",
  "data huggingface_space_hardware": "",
  "data huggingface_space_templates": "",
  "data huggingface_model": `repository = "acme/x"`,
  "data huggingface_models": "",
  "data huggingface_dataset": `repository = "acme/x"`,
  "data huggingface_datasets": "",
  "data huggingface_repo_revision": `repository = "acme/x"`,
  "data huggingface_repo_refs": `repository = "acme/x"`,
  "data huggingface_repo_files": `repository = "acme/x"`,
  "data huggingface_repo_access_requests": `repository = "acme/x"`,
  "data huggingface_job_hardware": "",
  "data huggingface_endpoint_quotas": "",
  "data huggingface_whoami": "",
  "data huggingface_bucket": `name = "x"`,
  "data huggingface_collection": `slug = "acme/x-0123456789abcdef01234567"`,
  "data huggingface_webhooks": "",
  "data huggingface_endpoint_private_services": "",
  "data huggingface_hourly_cost": "",
  "data huggingface_namespace_hourly_cost": "",
};

acceptanceTest(
  "A11: mock_provider stands in for every resource and data source",
  async () => {
    const all = [
      ...provider.resources.map(({ typeName }) => `resource ${typeName}`),
      ...provider.dataSources.map(({ typeName }) => `data ${typeName}`),
    ];
    await using workspace = await Workspace.create({
      files: {
        "main.tf": requirement +
          all.map((one) => {
            const [kind, type] = one.split(" ");
            const body = shortest[one];
            if (body === undefined) throw new Error(`How short is a ${one}?`);
            return `\n${kind} "${type}" "this" {\n${body}\n}\n`;
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
    const result = await workspace.run(["test", "-no-color"]);
    assertSays(assertSuccess(result), "1 passed, 0 failed");
  },
);

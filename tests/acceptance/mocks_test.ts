/**
 * Mocks of `terraform test`.
 *
 * @module
 */

import { assertSuccess } from "@hf-terraform/framework/testing";
import { loadLists } from "../../provider/huggingface/areas.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { configureEvery, everyType } from "../support/every_resource.ts";
import { samples } from "../support/samples.ts";
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

const guide = new URL(
  "../../templates/guides/testing-modules.md.tmpl",
  import.meta.url,
);

/** Each resource, and one for each kind whose id it may take. */
async function resourcesByReference() {
  const lists = await loadLists();
  return samples.map(({ typeName, config }) => {
    const taking = lists.flatMap(({ typeName: other, references = [] }) =>
      references.filter(({ path }) => typeof config[path] === "string")
        // A Space is never gated.
        .filter(() =>
          !`${typeName} ${other}`.endsWith("grant huggingface_space")
        )
        .map(({ path, attribute = "id", id = (value) => value }) => {
          const type = other.replace("huggingface_", "");
          const isOwn = id("acme/x", config) !== undefined;
          return [`by_${type}`, {
            ...config,
            [path]: `\${${other}.this.${attribute}}`,
            ...isOwn ? {} : { repository_type: type },
          }] as const;
        })
    );
    return [typeName, Object.fromEntries([["this", config], ...taking])];
  });
}

acceptanceTest(
  "with the guide's mocks a resource takes the id of another",
  async () => {
    const [, test = ""] = codeBlocks(await Deno.readTextFile(guide), "hcl");
    const [mock = ""] = /^mock_provider[^]*?^\}\n/m.exec(test) ?? [];
    await using workspace = await createWorkspace({
      files: { "mocks.tftest.hcl": `${mock}\nrun "apply" {}\n` },
    });
    await configureEvery({ workspace }, [], []);
    const resource = Object.fromEntries(await resourcesByReference());
    await workspace.write({ "all.tf.json": JSON.stringify({ resource }) });
    const result = await workspace.run(["test", "-no-color"]);
    assertSays(assertSuccess(result), "1 passed, 0 failed");
  },
);

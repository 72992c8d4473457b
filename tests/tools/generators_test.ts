/**
 * Code that generators of other tools make from the provider's schema.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { assertSuccess, tryFindCli } from "@hf-terraform/framework/testing";
import { loadProvider } from "../../provider/framework/mod.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { testIf } from "../support/skip.ts";
import { requirement } from "../support/space_world.ts";
import { createWorkspace } from "../support/workspace.ts";

/** Words that Pulumi's classes or Terraform's blocks have for themselves. */
const reserved = [
  ...["urn", "pulumi", "get", "isInstance"],
  ...["count", "for_each", "depends_on", "provider", "lifecycle"],
  ...["connection", "provisioner"],
];

Deno.test("Pulumi can name every attribute, and every resource has its id", async () => {
  const { resources, dataSources } = await loadProvider(provider);
  const faults: string[] = [];
  for (const { typeName, schema: { attributes } } of resources) {
    const { id } = attributes;
    if (id?.type !== "string" || id.mode !== "computed") {
      faults.push(`${typeName} has no computed id that is a string`);
    }
  }
  for (const { typeName, schema } of [...resources, ...dataSources]) {
    const names = Object.keys(schema.attributes);
    const camels = names.map((name) =>
      name.replaceAll(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())
    );
    for (const [at, name] of names.entries()) {
      if (reserved.includes(name)) faults.push(`${typeName}.${name}`);
      if (camels.indexOf(camels[at] ?? "") !== at) {
        faults.push(`${typeName}.${name} is like another in camel case`);
      }
    }
  }
  assertEquals(faults, []);
});

const cli = await tryFindCli();
const skipped = "reason" in cli
  ? cli.reason
  : Deno.env.has("HF_TEST_GENERATORS")
  ? undefined
  : "it installs 120 packages; set HF_TEST_GENERATORS=1";

/** The program that `cdktn get` runs on the schema of a provider. */
const generate = `
const { CodeMaker, TerraformProviderGenerator } = require("@cdktn/provider-generator");
const { readFileSync } = require("node:fs");
const schema = JSON.parse(readFileSync("schema.json", "utf8"));
const generator = new TerraformProviderGenerator(new CodeMaker(), schema);
generator.generateAll();
generator.save(".gen");
`;

testIf({
  name: "the guide's program for CDK Terrain compiles, and its stack plans",
  skipped,
  async fn() {
    const guide = await Deno.readTextFile(
      inRoot("templates/guides/cdk-terrain-and-pulumi.md.tmpl"),
    );
    const [program = ""] = codeBlocks(guide, "ts");
    await using sandbox = await startSandbox();
    await using workspace = await createWorkspace({
      env: sandbox.env,
      files: {
        "main.tf": requirement,
      },
    });
    const schema = await workspace.run(["providers", "schema", "-json"]);
    await workspace.write({
      "schema.json": assertSuccess(schema).stdout,
      "generate.cjs": generate,
      "main.ts": program,
      "package.json": "{}",
    });
    const steps: readonly (readonly [string, ...string[]])[] = [
      [
        ...["npm", "install", "--no-audit", "--no-fund", "--silent"] as const,
        ...["@cdktn/provider-generator@0.24.0", "cdktn@0.24.0"],
        ...["constructs@10.6.0", "typescript@5.9.3", "@types/node@22.20.1"],
      ],
      ["node", "generate.cjs"],
      [
        ...["node_modules/.bin/tsc", "--strict", "--skipLibCheck"] as const,
        ...["--module", "commonjs", "--target", "es2022", "main.ts"],
      ],
      ["node", "main.js"],
    ];
    for (const [command, ...args] of steps) {
      const path = command.includes("/")
        ? `${workspace.folder}/${command}`
        : command;
      const { code, stdout, stderr } = await run(path, args, {
        cwd: workspace.folder,
      });
      assertEquals(code, 0, `${command}: ${stdout}${stderr}`);
    }
    const stack = JSON.parse(
      await workspace.read("cdktf.out/stacks/team/cdk.tf.json"),
    );
    // A backend would need `init`, which development overrides replace.
    delete stack.terraform.backend;
    await workspace.remove("main.tf");
    await workspace.write({ "cdk.tf.json": JSON.stringify(stack) });
    const { stdout, stderr } = await workspace.plan();
    assertStringIncludes(
      stdout + stderr,
      "Plan: 1 to add, 0 to change, 0 to destroy",
    );
  },
});

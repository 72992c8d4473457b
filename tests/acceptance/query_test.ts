/**
 * Searches, and configuration generated from what they find, through Terraform
 * from 1.14.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { exists, inRoot } from "../../tools/paths.ts";
import { listResources } from "../../provider/huggingface/list_resources.ts";
import { lacks } from "../framework/cli_features.ts";
import { accountOptions, makeAccount } from "../support/account.ts";
import { testIf } from "../support/skip.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { assertSuccess } from "../support/terraform_asserts.ts";

/** What a plan of the generated configuration says instead of no change. */
const incomplete: Readonly<Record<string, string>> = {
  // Nobody can read the value of a secret.
  huggingface_space_secret: "Exactly one of `value` and `value_wo` must be set",
};

const skipped = await lacks("query command", { terraform: "1.14" });

testIf({
  name: "what a list finds becomes configuration that imports it unchanged",
  skipped,
  async fn(t) {
    await using world = await startSpaceWorld(accountOptions);
    await makeAccount(world.sandbox);
    const { workspace } = world;
    await world.configure('provider "huggingface" {\n  namespace = "acme"\n}');
    for (const { typeName } of listResources) {
      await t.step(typeName, async () => {
        await workspace.write({
          "find.tfquery.hcl": `list "${typeName}" "all" {
  provider = huggingface
}
`,
        });
        if (await exists(`${workspace.folder}/generated.tf`)) {
          await workspace.remove("generated.tf");
        }
        const found = assertSuccess(
          await workspace.run([
            ...["query", "-no-color", "-generate-config-out=generated.tf"],
          ]),
        );
        assertStringIncludes(found.stdout, `list.${typeName}.all`);
        const { stdout, stderr } = await workspace.plan();
        assertStringIncludes(
          `${stdout}${stderr}`.replaceAll(/\s+/g, " "),
          incomplete[typeName] ??
            "Plan: 1 to import, 0 to add, 0 to change, 0 to destroy.",
        );
      });
    }
  },
});

testIf({
  name: "the examples of lists are valid, and in the CLI's format",
  skipped,
  async fn() {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    await world.configure("");
    for (const { typeName } of listResources) {
      const folder = inRoot(`examples/list-resources/${typeName}`);
      await workspace.write({
        [`${typeName}.tfquery.hcl`]: await Deno.readTextFile(
          `${folder}/list-resource.tfquery.hcl`,
        ),
      });
    }
    const validated = await workspace.run(["validate", "-query", "-no-color"]);
    assertSuccess(validated);
    const { code, stdout } = await workspace.run(["fmt", "-check", "-diff"]);
    assertEquals(code, 0, stdout);
  },
});

/**
 * Searches, and configuration generated from what they find, through Terraform
 * from 1.14.
 *
 * @module
 */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { assertSuccess, whyNot } from "@hf-terraform/framework/testing";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import { loadLists } from "../../provider/huggingface/areas.ts";
import { accountOptions, makeAccount } from "../support/account.ts";
import { testIf } from "../support/skip.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { assertSays } from "./endpoint_support.ts";

/** The errors of generated configurations that are not complete, by type. */
const incomplete: Readonly<Record<string, string>> = {
  // Nobody can read the value of a secret.
  huggingface_space_secret: "Exactly one of `value` and `value_wo` must be set",
};

const skipped = await whyNot({ terraform: "1.14" });

testIf({
  name: "what a list finds becomes configuration that imports it unchanged",
  skipped,
  async fn(t) {
    await using world = await startSpaceWorld(accountOptions);
    await makeAccount(world.sandbox);
    const { workspace } = world;
    await world.configure('provider "huggingface" {\n  namespace = "acme"\n}');
    for (const { typeName } of await loadLists()) {
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
  name: "what all searches of one run generate does not fight",
  skipped,
  async fn() {
    await using world = await startSpaceWorld(accountOptions);
    await makeAccount(world.sandbox);
    const { workspace } = world;
    await world.configure('provider "huggingface" {\n  namespace = "acme"\n}');
    // Nobody can read the value of a secret, and the query says so.
    const secret = "huggingface_space_secret";
    const searched = async (types: readonly string[]) => {
      await workspace.write({
        "find.tfquery.hcl": types.map((type) =>
          `list "${type}" "all" {\n  provider = huggingface\n}\n`
        ).join(""),
      });
      return assertSuccess(
        await workspace.run([
          ...["query", "-no-color", "-generate-config-out=generated.tf"],
        ]),
      );
    };
    assertSays(
      assertSuccess(await searched([secret])),
      "Configuration of secrets has no",
    );
    await workspace.remove("generated.tf");
    // An object that is also part of another is searched for once.
    const lists = (await loadLists()).filter(({ exportedIn }) => !exportedIn);
    await searched(lists.map(({ typeName }) => typeName));
    const { code, stdout, stderr } = await workspace.plan();
    assertEquals(code, 2, stderr);
    assertMatch(
      stdout,
      /Plan: \d\d to import, 0 to add, 0 to change, 0 to destroy\./,
    );
  },
});

testIf({
  name: "the examples of lists are valid, and in the CLI's format",
  skipped,
  async fn() {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    await world.configure("");
    for (const { typeName } of await loadLists()) {
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

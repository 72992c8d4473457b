/**
 * Several providers behind one address: two of this framework, and one in Go.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  tryFindCli,
  type Workspace,
} from "@hf-terraform/framework/testing";
import { bundle } from "../../provider/framework/cli/bundle.ts";
import { project } from "../../tools/project.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { buildInGo } from "../bench/go_yardstick/build.ts";
import { testIf } from "../support/skip.ts";
import { createWorkspace } from "../support/workspace.ts";

const cli = await tryFindCli();
const missing = "reason" in cli
  ? cli.reason
  : await run("go", ["version"]).then(() => undefined, () => "Go is missing");

const configuration = `terraform {
  required_providers {
    yardstick = {
      source = "hf-terraform/yardstick"
    }
  }
}

resource "yardstick_note" "ours" {
  text = "hello"
}

resource "yardstick_page" "ours_too" {
  text = "page"
}

resource "yardstick_endpoint" "theirs" {
  name = "\${yardstick_note.ours.text}-\${yardstick_note.ours.length}"
}
`;

/** Writes the provider's executable: a process that starts one in Go. */
async function install(workspace: Workspace, ...args: readonly string[]) {
  const bin = `${workspace.folder}/bin`;
  const deno = `${Deno.execPath()} run -A --quiet --no-config --no-lock`;
  const executable = `${bin}/terraform-provider-yardstick`;
  await workspace.write({
    "cli.tfrc": `provider_installation {
  dev_overrides {
    "hf-terraform/yardstick" = "${bin}"
  }
}
`,
    "bin/terraform-provider-yardstick":
      `#!/bin/sh\nexec ${deno} ${workspace.folder}/mux.js ${
        args.join(" ")
      } "$@"\n`,
  });
  await Deno.chmod(executable, 0o755);
  workspace.env.TF_CLI_CONFIG_FILE = `${workspace.folder}/cli.tfrc`;
}

testIf({
  name: "a provider in Go is served beside one of this framework",
  skipped: missing,
  async fn(t) {
    await using workspace = await createWorkspace({
      launch: "started",
      files: { "main.tf": configuration },
    });
    const inGo = `${workspace.folder}/in_go`;
    await bundle(project, `${workspace.folder}/mux.js`, {
      entry: "tests/framework/mux_program.ts",
    });
    await buildInGo(inGo);
    await install(workspace, inGo);
    await t.step("each resource is made by its own provider", async () => {
      assertSuccess(await workspace.apply());
      const resources = await workspace.stateResources();
      assertEquals<unknown>(
        resources.map(({ values }) => values),
        [
          { name: "hello-5", url: "https://hello-5" },
          { text: "hello", length: 5 },
          { text: "page", length: 4 },
        ],
      );
      await assertEmptyPlan(workspace);
    });
    await t.step("a change goes to both", async () => {
      await workspace.write({
        "main.tf": configuration.replace('"hello"', '"hi"'),
      });
      const { code, stdout } = await workspace.plan();
      assertEquals(code, 2);
      assertStringIncludes(stdout, "0 to add, 2 to change, 0 to destroy");
    });
    await t.step("both are destroyed, and no process stays", async () => {
      assertSuccess(await workspace.destroy());
      const { stdout } = await run("ps", ["-eo", "args"]);
      assertEquals(stdout.includes(inGo), false);
    });
    const refused = [
      {
        name: "one type in both",
        args: [inGo, "yardstick_endpoint"],
        says: "More than one of them has yardstick_endpoint",
      },
      {
        name: "an executable that is not there",
        args: [`${workspace.folder}/nothing`],
        says: `Cannot start the provider ${workspace.folder}/nothing`,
      },
    ];
    for (const { name, args, says } of refused) {
      await t.step(`${name} is refused`, async () => {
        await install(workspace, ...args);
        const { code, stderr } = await workspace.plan();
        assertEquals(code, 1);
        assertStringIncludes(
          stderr.replaceAll(/[\s│]+/g, " "),
          says,
        );
      });
    }
  },
});

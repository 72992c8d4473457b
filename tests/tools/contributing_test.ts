import { cp } from "node:fs/promises";
import { dirname } from "node:path";
import { assert, assertEquals } from "@std/assert";
import { assertSuccess } from "@hf-terraform/framework/testing";
import { inRoot, root } from "../../tools/paths.ts";
import { resolution } from "../../tools/resolution.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { requirement } from "../support/space_world.ts";
import { createWorkspace } from "../support/workspace.ts";

const copied = [
  "client",
  "deno.json",
  "deno.lock",
  "examples",
  "mod.ts",
  "proto",
  "provider",
  "tests/acceptance",
  "tests/client",
  "tests/disturbed",
  "tests/offline",
  "tests/provider",
  "tests/recorded",
  "tests/support",
  "tests/tools/evidence_test.ts",
  "tools",
];

/** The tests that are about what was added, or about all there is. */
const filter = [
  "--filter",
  "/every |followers|huggingface_owner|custom_router|endpoint_cidr_list/",
];

/** The places that each change of `examples/changes` has. */
const placesOf = { api_call: 3, attribute: 2, data_source: 4, resource: 7 };

acceptanceTest(
  "the CLI configuration in CONTRIBUTING.md leads to the build",
  async () => {
    const [block = ""] = codeBlocks(
      await Deno.readTextFile(inRoot("CONTRIBUTING.md")),
      "hcl",
    );
    await using workspace = await createWorkspace({
      files: {
        "main.tf": requirement + 'provider "huggingface" {}\n',
        "cli.tfrc": block.replace(
          "/path/to/checkout/dist",
          dirname(await providerExecutable()),
        ),
      },
    });
    workspace.env.TF_CLI_CONFIG_FILE = `${workspace.folder}/cli.tfrc`;
    assertSuccess(await workspace.validate());
  },
);

acceptanceTest(
  "the changes of examples/changes lead to code that passes",
  async () => {
    const folder = await Deno.makeTempDir({ prefix: "contributing_" });
    for (const path of copied) {
      await cp(inRoot(path), `${folder}/${path}`, { recursive: true });
    }
    const apply = (patch: string, ...flags: string[]) =>
      run("git", [
        "apply",
        ...flags,
        inRoot(`examples/changes/${patch}.patch`),
      ], { cwd: folder });
    const all: string[] = [];
    for (const [patch, places] of Object.entries(placesOf)) {
      const { stdout } = await apply(patch, "--numstat");
      const paths = stdout.trim().split("\n").map((line) =>
        line.split("\t")[2] ?? ""
      );
      assertEquals(paths.length, places, patch);
      all.push(...paths);
      const { code, stderr } = await apply(patch);
      assertEquals(code, 0, `${patch}: ${stderr}`);
    }
    const files = [...new Set(all)].filter((path) => path.endsWith(".ts"));
    const tests = [
      ...files.filter((path) => path.endsWith("_test.ts")),
      "tests/provider/huggingface/bindings_test.ts",
      "tests/provider/huggingface/provider_test.ts",
      "tests/provider/huggingface/list_resources_test.ts",
      "tests/provider/huggingface/places_test.ts",
      "tests/provider/huggingface/found_test.ts",
      "tests/provider/huggingface/gone_test.ts",
      "tests/provider/huggingface/ours_test.ts",
      "tests/provider/huggingface/tolerant_test.ts",
      "tests/tools/evidence_test.ts",
      // The rules for every resource hold for the new one.
      "tests/acceptance/cli_lives_test.ts",
      "tests/disturbed/disturbed_test.ts",
    ];
    await using chosen = await resolution();
    const { args } = chosen;
    const commands = [
      ["fmt", "--check", ...files],
      ["lint", ...files],
      ["run", "--allow-all", "tools/layers.ts"],
      ["doc", "--lint", "mod.ts"],
      ["check", ...args.map((arg) => arg.replace(root, folder)), ...files],
      ["run", "--allow-all", "tools/tasks.ts", "test", ...tests, ...filter],
    ];
    const results = commands.map(async (command) => ({
      command,
      ...await run(Deno.execPath(), command, {
        cwd: folder,
        env: {
          HF_PROVIDER_EXECUTABLE: "",
          RESOURCES_ONLY: "huggingface_endpoint_cidr_list",
          NO_COLOR: "1",
        },
      }),
    }));
    for (
      const { command, code, stdout, stderr } of await Promise.all(results)
    ) {
      assert(code === 0, `deno ${command.join(" ")}: ${stdout}${stderr}`);
    }
    await Deno.remove(folder, { recursive: true });
  },
);

/**
 * The provider of the framework's README.md, through the real CLI.
 *
 * @module
 */
import { delimiter, dirname } from "node:path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findCli } from "@hf-terraform/framework/testing";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const readme = await Deno.readTextFile(inRoot("provider/framework/README.md"));

/** The first block of a language; of a shell, the one that is a file. */
function block(language: string): string {
  const found = codeBlocks(readme, language).find((text) =>
    language !== "sh" || text.startsWith("#!")
  );
  assert(found !== undefined, `README.md has no ${language} block`);
  return found;
}

/**
 * Puts what README.md shows where it says; returns the CLI's environment. The
 * launcher asks PATH for `deno`: the one that runs this test need not be there.
 */
async function follow(folder: string): Promise<Record<string, string>> {
  const program = `${folder}/notes.ts`;
  const executable = `${folder}/bin/terraform-provider-notes`;
  const config = `${folder}/notes.tfrc`;
  await Deno.mkdir(`${folder}/bin`);
  await Deno.writeTextFile(
    program,
    block("ts"),
  );
  await Deno.writeTextFile(
    executable,
    block("sh").replaceAll("FOLDER", folder),
  );
  // JSR would serve this checkout.
  const packages = ["proto", "provider/framework"].map(inRoot);
  const project: object = JSON.parse(block("json"));
  await Deno.writeTextFile(
    `${folder}/deno.json`,
    JSON.stringify({ ...project, links: packages }),
  );
  await Deno.chmod(executable, 0o755);
  await Deno.writeTextFile(
    config,
    block("hcl").replace("BIN", `${folder}/bin`),
  );
  await Deno.writeTextFile(`${folder}/main.tf`, block("terraform"));
  return {
    PATH: `${dirname(Deno.execPath())}${delimiter}${
      Deno.env.get("PATH") ?? ""
    }`,
    TF_CLI_CONFIG_FILE: config,
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
  };
}

Deno.test("the provider in README.md has at most 60 lines", () => {
  const lines = block("ts").trimEnd().split("\n");
  assert(lines.length <= 60, `It has ${lines.length}`);
});

acceptanceTest("the provider in README.md lives its life", async () => {
  const folder = await Deno.makeTempDir({ prefix: "notes_" });
  const { path: cli } = await findCli();
  const env = await follow(folder);
  const terraform = async (...args: string[]): Promise<string> => {
    const all = [...args, "-no-color"];
    const { code, stdout, stderr } = await run(cli, all, { cwd: folder, env });
    assertEquals(code, 0, `${args.join(" ")}: ${stdout}${stderr}`);
    return stdout;
  };
  const note = `${folder}/shopping.txt`;

  assertStringIncludes(await terraform("validate"), "valid");
  const created = await terraform("apply", "-auto-approve");
  assertStringIncludes(created, "Plan: 1 to add, 0 to change, 0 to destroy.");
  assertStringIncludes(created, "length = (known after apply)");
  assertEquals(await Deno.readTextFile(note), "Milk, bread");
  assertStringIncludes(await terraform("output"), "length = 11");

  await Deno.writeTextFile(note, "Milk");
  const repaired = await terraform("apply", "-auto-approve");
  assertStringIncludes(repaired, '"Milk" -> "Milk, bread"');
  assertEquals(await Deno.readTextFile(note), "Milk, bread");

  await terraform("destroy", "-auto-approve");
  const left = Array.from(Deno.readDirSync(folder), ({ name }) => name);
  assert(!left.includes("shopping.txt"));
  await Deno.remove(folder, { recursive: true });
});

acceptanceTest("the tests in testing.md pass", async () => {
  const folder = await Deno.makeTempDir({ prefix: "page_" });
  const page = await Deno.readTextFile(
    inRoot("provider/framework/docs/testing.md"),
  );
  const path = `${folder}/page_test.ts`;
  await Deno.writeTextFile(path, codeBlocks(page, "ts").join("\n"));
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    "test",
    "--allow-all",
    "--no-check",
    "--no-lock",
    `--config=${inRoot("deno.json")}`,
    path,
  ], { env: { NO_COLOR: "1" } });
  assertEquals(code, 0, `${stdout}${stderr}`);
  assertStringIncludes(stdout, "a note lives its life ... ok");
  await Deno.remove(folder, { recursive: true });
});

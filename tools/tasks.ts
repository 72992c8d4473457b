/**
 * The tasks that every provider has: `deno run -A tools/tasks.ts build`.
 *
 * @module
 */
import { tryFindCli } from "@hf-terraform/framework/testing";
import { runTasks } from "../provider/framework/cli/mod.ts";
import { loadProvider, type Resource } from "../provider/framework/mod.ts";
import { providerExecutable } from "../tests/support/terraform_provider.ts";
import { accessPlace, accessTable } from "./docs_access.ts";
import { say } from "../provider/framework/system/run.ts";
import { inRoot } from "./paths.ts";
import { project } from "./project.ts";
import { resolution } from "./resolution.ts";

await runTasks({
  ...project,
  pages: { prepare: writeAccess, refuses },
  tests: {
    all: () => ["mod.ts", "client", "tests", ...examples()],
    // What needs neither a CLI nor a build.
    quick: () => [
      "mod.ts",
      "client",
      "tests/client",
      "tests/proto",
      "tests/provider",
      ...examples(),
    ],
    resolve: resolution,
    prepare,
    // What tests of random cases have tried, and how many requests there were.
    shown: / SEED=\d+$|^\S.*: \d+ requests$/,
  },
});

/** Whether a resource holds what a replacement may not lose unasked. */
function refuses(resource: Resource): boolean {
  return "holds" in resource && typeof resource.holds === "function" &&
    resource.holds({})?.mayBeLost === false;
}

/**
 * The examples in the framework's documentation comments. Those in its pages
 * build on each other: a test of its own compiles them.
 */
function examples(): string[] {
  return Array.from(Deno.readDirSync(inRoot("provider/framework")))
    .filter(({ name, isDirectory }) =>
      isDirectory ? name !== "docs" : name.endsWith(".ts")
    ).map(({ name }) => `provider/framework/${name}`);
}

/** Builds the provider and finds the CLI once, for all test files. */
async function prepare(): Promise<Record<string, string>> {
  const env = { HF_PROVIDER_EXECUTABLE: await providerExecutable() };
  const found = await tryFindCli();
  if (!("path" in found)) return env;
  say(`Tests of the whole use ${found.name} ${found.version}`);
  return { ...env, TF_CLI: found.path };
}

/** Puts the table of permissions into the guide that has a place for it. */
async function writeAccess(folder: string): Promise<void> {
  const guide = `${folder}/templates/guides/authentication.md.tmpl`;
  const text = await Deno.readTextFile(guide);
  const table = accessTable(await loadProvider(await project.load()));
  await Deno.writeTextFile(guide, text.replace(accessPlace, table));
}

/**
 * The tasks that every provider has: `deno run -A tools/tasks.ts build`.
 *
 * @module
 */
import { dataAtRiskOf } from "@hf-terraform/framework/binding";
import { tryFindCli } from "@hf-terraform/framework/testing";
import { runTasks } from "../provider/framework/cli/mod.ts";
import { loadProvider, type Resource } from "../provider/framework/mod.ts";
import { providerExecutable } from "../tests/support/terraform_provider.ts";
import { accessPlace, accessTable } from "./docs_access.ts";
import { readEvidence } from "./evidence.ts";
import { sectionsOf, sectionsPlace } from "./docs_sections.ts";
import { print } from "../provider/framework/testing/system/run.ts";
import { inRoot } from "./paths.ts";
import { project } from "./project.ts";
import { resolution } from "./resolution.ts";

await runTasks({
  ...project,
  pages: { prepare, refusalOf },
  tests: {
    // The longest files begin first, so that none is left alone at the end.
    all: () => [
      "tests/disturbed/disturbed_test.ts",
      "tests/tools/contributing_test.ts",
      "tests/provider/huggingface/partial_updates_test.ts",
      "tests/differential/differential_test.ts",
      "tests/framework/new_project_test.ts",
      "tests/framework/tutorial_test.ts",
      "tests/release/registry_test.ts",
      "tests/published/framework_test.ts",
      "tests/tools/generators_test.ts",
      "mod.ts",
      "tests",
      ...examples(),
    ],
    // What needs neither a CLI nor a build.
    quick: () => [
      "mod.ts",
      "tests/client",
      "tests/proto",
      "tests/provider",
      ...examples(),
    ],
    resolve: resolution,
    prepare: prepareTests,
    // What tests of random cases have tried, and how many requests there were.
    shown: / SEED=\d+$|^\S.*: \d+ requests$/,
  },
});

/** The condition under which a replacement is refused; undefined: none. */
function refusalOf(resource: Resource): string | undefined {
  const mayBeLost = (state: object) =>
    dataAtRiskOf(resource)?.(state)?.mayBeLost;
  if (mayBeLost({}) !== false) return undefined;
  return "where that would lose what it holds" +
    (mayBeLost({ on_destroy: "delete" })
      ? ', unless `on_destroy` is `"delete"` in the state'
      : "");
}

/**
 * The examples in documentation comments. Those in the pages of the client and
 * the framework build on each other: tests of their own compile them.
 */
function examples(): string[] {
  return ["client", "provider/framework"].flatMap((folder) =>
    Array.from(Deno.readDirSync(inRoot(folder)))
      .filter(({ name, isDirectory }) =>
        isDirectory ? name !== "docs" : name.endsWith(".ts")
      ).map(({ name }) => `${folder}/${name}`)
  );
}

/** Builds the provider and finds the CLI once, for all test files. */
async function prepareTests(): Promise<Record<string, string>> {
  const env = { HF_PROVIDER_EXECUTABLE: await providerExecutable() };
  const found = await tryFindCli();
  if (!("path" in found)) return env;
  print(`Tests of the whole use ${found.name} ${found.version}`);
  return { ...env, TF_CLI: found.path };
}

/** Puts what follows from the definitions into the templates. */
async function prepare(folder: string): Promise<void> {
  const templates = `${folder}/templates`;
  const provider = await loadProvider(await project.load());
  const guide = `${templates}/guides/authentication.md.tmpl`;
  const text = await Deno.readTextFile(guide);
  await Deno.writeTextFile(
    guide,
    text.replace(accessPlace, accessTable(provider)),
  );
  const confirmed = `${templates}/guides/what-is-confirmed.md.tmpl`;
  const guesses = (await readEvidence()).filter(({ mark }) =>
    mark === "guessed"
  ).map(({ subject, note }) => `* ${subject}${note && `: ${note}`}`);
  await Deno.writeTextFile(
    confirmed,
    (await Deno.readTextFile(confirmed))
      .replace("<!-- guesses -->", () => guesses.join("\n")),
  );
  const page = await Deno.readTextFile(`${templates}/resources.md.tmpl`);
  await Deno.mkdir(`${templates}/resources`);
  for (const resource of provider.resources) {
    const name = resource.typeName.replace(/^[^_]*_/, "");
    const sections = sectionsOf(resource, refusalOf(resource));
    await Deno.writeTextFile(
      `${templates}/resources/${name}.md.tmpl`,
      page.replace(sectionsPlace, () => sections),
    );
  }
}

/**
 * The test provider as a process: bundled, as a real one is.
 *
 * @module
 */
import { isFresh } from "../../provider/framework/cli/build.ts";
import { bundle } from "../../provider/framework/cli/bundle.ts";
import { inRoot } from "../../tools/paths.ts";
import { project } from "../../tools/project.ts";

const folder = inRoot("dist/lab");

/** The files of a configuration whose objects are in a folder. */
export function labFiles(
  objects: string,
  text: string,
): Readonly<Record<string, string>> {
  return {
    "main.tf": `terraform {
  required_providers {
    lab = { source = "hf-terraform/lab" }
  }
}
provider "lab" {
  folder = "${objects}"
}
${text}`,
  };
}

/** The sources that the programs are built from. */
const sources = [
  "deno.json",
  "deno.lock",
  "proto",
  "provider/framework",
  "tests/framework/provider",
].map(inRoot);

/**
 * The command line that runs the test provider, which is bundled first if its
 * sources are newer.
 *
 * @throws {Error} If the bundler fails, with its output.
 */
export async function labCommand(): Promise<readonly [string, ...string[]]> {
  const path = `${folder}/main.js`;
  await Deno.mkdir(folder, { recursive: true });
  // Test files run in parallel: one bundles, the others wait for it.
  using lock = await Deno.open(`${folder}/build.lock`, {
    create: true,
    write: true,
  });
  await lock.lock(true);
  if (!await isFresh(path, sources)) {
    const entry = "tests/framework/provider/main.ts";
    await bundle(project, `${path}.new`, { entry });
    await Deno.rename(`${path}.new`, path);
  }
  return [
    Deno.execPath(),
    "run",
    "-A",
    "--quiet",
    "--no-config",
    "--no-lock",
    "--no-remote",
    "--no-npm",
    path,
  ];
}

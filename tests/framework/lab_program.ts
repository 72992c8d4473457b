/**
 * The test provider as a process: bundled, as a real one is.
 *
 * @module
 */
import { isFresh } from "../../provider/framework/cli/build.ts";
import { bundle } from "../../provider/framework/cli/bundle.ts";
import { inRoot } from "../../tools/paths.ts";
import { project } from "../../tools/project.ts";

/** The test provider's programs. */
export type LabProgram = "main.ts" | "plain_main.ts";

const folder = inRoot("dist/lab");

/** The sources that the programs are built from. */
const sources = [
  "deno.json",
  "deno.lock",
  "proto",
  "provider/framework",
  "tests/framework/provider",
].map(inRoot);

/**
 * The command line that runs one of the test provider's programs, which is
 * bundled first if its sources are newer.
 *
 * @throws {Error} If the bundler fails, with its output.
 */
export async function labCommand(
  program: LabProgram,
): Promise<readonly [string, ...string[]]> {
  const path = `${folder}/${program.replace(".ts", ".js")}`;
  await Deno.mkdir(folder, { recursive: true });
  // Test files run in parallel: one bundles, the others wait for it.
  using lock = await Deno.open(`${folder}/build.lock`, {
    create: true,
    write: true,
  });
  await lock.lock(true);
  if (!await isFresh(path, sources)) {
    const entry = `tests/framework/provider/${program}`;
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

/**
 * `deno task pin`: writes the sums of the programs of Deno that make releases,
 * for the Deno that runs it, from Deno's host.
 *
 * @module
 */
import { publishedSums } from "../provider/framework/cli/deno_programs.ts";
import { targets } from "../provider/framework/cli/targets.ts";
import { runTask, task } from "../provider/framework/cli/task.ts";
import { print } from "../provider/framework/testing/system/run.ts";
import { inRoot } from "./paths.ts";

const file = "provider/framework/cli/deno_sums.ts";

const command = task({
  name: "pin",
  summary: "Writes the sums of the programs of Deno that make releases, for " +
    "the Deno that\nruns it, where Deno's host answers.",
  options: {},
});

/** The file of the sums with others in it. */
function withSums(text: string, version: string, sums: string): string {
  return text
    .replace(/(pinnedVersion = ")[^"]*/, `$1${version}`)
    .replace(/(pinnedSums: string = `\n)[^`]*/, `$1${sums}`);
}

async function main(): Promise<number> {
  const sums = await publishedSums(targets.map(({ triple }) => triple));
  const text = await Deno.readTextFile(inRoot(file));
  const { deno } = Deno.version;
  await Deno.writeTextFile(inRoot(file), withSums(text, deno, sums));
  print(`Wrote the sums of Deno ${deno} into ${file}`);
  return 0;
}

if (import.meta.main) await runTask(command, main);

/**
 * The dry run of publishing the packages on JSR, held against what may be in
 * each.
 *
 * @module
 */
import { withoutColours } from "../provider/framework/cli/test_summary.ts";
import {
  print,
  printError,
  run,
} from "../provider/framework/testing/system/run.ts";
import { inRoot } from "./paths.ts";
import { runTask, task } from "../provider/framework/cli/task.ts";
import { type Package, packages } from "./workspace.ts";

/**
 * The files that a package may contain: the client's folder is the whole
 * checkout.
 */
const allowed = {
  client:
    /^(README\.md|LICENSE|deno\.json|mod\.ts|client\/docs\/.+\.md|client\/(?!sandbox\/).+\.ts)$/,
  member: /^(deno\.json|LICENSE|[^.].*\.(ts|md|proto))$/,
} as const;

/**
 * The files that a dry run says it would publish, from a package's folder.
 *
 * @param output What `deno publish --dry-run` printed.
 * @param folder The path of the package.
 */
export function publishedFiles(output: string, folder: string): string[] {
  const prefix = `file://${folder}/`;
  return withoutColours(output).split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length).replace(/ \([^)]*\)$/, ""));
}

/** Checks a package's list of files; returns the problems. */
export function complaints(
  { folder, exports }: Pick<Package, "folder" | "exports">,
  files: readonly string[],
): string[] {
  const kind = folder === "." ? "client" : "member";
  const needed = [
    "README.md",
    "deno.json",
    "LICENSE",
    ...Object.values(exports).map((file) => file.replace(/^\.\//, "")),
  ];
  return [
    ...files.filter((file) => !allowed[kind].test(file))
      .map((file) => `${file} would be published and should not be`),
    ...needed.filter((file) => !files.includes(file))
      .map((file) => `${file} would not be published`),
  ];
}

/**
 * Asks Deno what it would publish of a package.
 *
 * @param flags More of `deno publish`, such as `--no-check`.
 * @returns The files, from the package's folder.
 * @throws {Error} If Deno refuses, with its reasons, such as slow types.
 */
export async function filesToPublish(
  { folder, name }: Pick<Package, "folder" | "name">,
  ...flags: readonly string[]
): Promise<string[]> {
  const cwd = inRoot(folder).replace(/\/\.?$/, "");
  const { code, stdout, stderr } = await run(
    Deno.execPath(),
    ["publish", "--dry-run", "--allow-dirty", ...flags],
    { cwd },
  );
  const output = `${stdout}\n${stderr}`;
  if (code !== 0) throw new Error(`Cannot publish ${name}: ${output}`);
  return publishedFiles(output, cwd);
}

const command = task({
  name: "ok publish",
  summary: "Asks Deno what it would publish of each package, and checks it.",
  options: {},
});

if (import.meta.main) {
  await runTask(command, async () => {
    let isGood = true;
    for (const one of packages) {
      const files = await filesToPublish(one);
      const found = complaints(one, files);
      for (const line of found) printError(`${one.name}: ${line}`);
      print(`Would publish ${files.length} files of ${one.name}`);
      isGood &&= found.length === 0;
    }
    return isGood ? 0 : 1;
  });
}

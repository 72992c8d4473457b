/**
 * The dry run of publishing the client on JSR, held against the list of files
 * that may be in it.
 *
 * @module
 */
import { complain, say, withoutColours } from "./output.ts";
import { root } from "./paths.ts";
import { run } from "./run.ts";
import { runTask, task } from "./task.ts";

/** What the package on JSR may hold. */
const allowed = /^(README\.md|LICENSE|deno\.json|mod\.ts|client\/.+\.ts)$/;

/**
 * The files that a dry run says it would publish, from the checkout's root.
 *
 * @param output What `deno publish --dry-run` printed.
 * @param folder The path of the checkout.
 */
export function publishedFiles(output: string, folder: string): string[] {
  const prefix = `file://${folder}/`;
  return withoutColours(output).split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length).replace(/ \([^)]*\)$/, ""));
}

/** What is wrong with a list of published files; empty if nothing is. */
export function complaints(files: readonly string[]): string[] {
  const needed = ["README.md", "LICENSE", "deno.json", "mod.ts"];
  return [
    ...files.filter((file) => !allowed.test(file))
      .map((file) => `${file} would be published and should not be`),
    ...needed.filter((file) => !files.includes(file))
      .map((file) => `${file} would not be published`),
  ];
}

/**
 * Asks Deno what it would publish.
 *
 * @returns The files, from the checkout's root.
 * @throws {Error} If Deno refuses, with its reasons, such as slow types.
 */
export async function filesToPublish(): Promise<string[]> {
  const { code, stdout, stderr } = await run(
    Deno.execPath(),
    ["publish", "--dry-run", "--allow-dirty"],
    { cwd: root },
  );
  const output = `${stdout}\n${stderr}`;
  if (code !== 0) throw new Error(`Cannot publish the client: ${output}`);
  return publishedFiles(output, root);
}

const command = task({
  name: "ok publish",
  summary: "Asks Deno what it would publish, and checks the list.",
  options: {},
});

if (import.meta.main) {
  await runTask(command, async () => {
    const files = await filesToPublish();
    const found = complaints(files);
    for (const line of found) complain(line);
    if (found.length === 0) say(`Would publish ${files.length} files`);
    return found.length === 0 ? 0 : 1;
  });
}

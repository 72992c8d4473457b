/**
 * The tasks of a provider's project: `build`, `compile`, `docs`, `install`,
 * `release`, `release:check` and `test`, for any provider by its name. As a
 * program it writes a new project:
 *
 * ```sh
 * deno run -A jsr:@hf-terraform/framework/cli new acme/notes notes
 * ```
 *
 * @module
 */

import { printError } from "../system/run.ts";
import { didYouMean } from "../values/nearest.ts";
import type { Project } from "./project.ts";
import type { Task } from "./task.ts";

export type {
  PageSettings,
  Project,
  Rehearsal,
  TestArguments,
  TestSettings,
} from "./project.ts";

/** The tasks by their names. */
const tasks: Readonly<Record<string, () => Promise<Task>>> = {
  build: async () => (await import("./build.ts")).buildTask,
  compile: async () => (await import("./compile.ts")).compileTask,
  docs: async () => (await import("./pages/pages.ts")).docsTask,
  install: async () => (await import("./install.ts")).installTask,
  release: async () => (await import("./release/release.ts")).releaseTask,
  "release:check": async () =>
    (await import("./release/check.ts")).releaseCheckTask,
  test: async () => (await import("./test.ts")).testTask,
};

/**
 * Runs the task that the first argument of this process names, with the others,
 * and ends the process.
 *
 * @example
 * ```ts ignore
 * import { runTasks } from "@hf-terraform/framework/cli";
 * import { version } from "./version.ts";
 *
 * await runTasks({
 *   folder: import.meta.dirname ?? ".",
 *   address: "acme/notes",
 *   version,
 *   load: async () => (await import("./provider.ts")).provider,
 * });
 * ```
 */
export async function runTasks(project: Project): Promise<never> {
  const [name = "", ...args] = Deno.args;
  const load = tasks[name];
  if (load === undefined) {
    const names = Object.keys(tasks);
    printError(
      name === ""
        ? `Say which task: ${names.join(", ")}`
        : `There is no task "${name}".${didYouMean(name, names)} ` +
          `Tasks are ${names.join(", ")}`,
    );
    Deno.exit(2);
  }
  return await (await load())(project, args);
}

if (import.meta.main) {
  const [name, ...args] = Deno.args;
  const { runNew } = await import("./new/new.ts");
  if (name === "new") await runNew(args);
  if (name === "--help") await runNew([name]);
  printError(
    name !== undefined && Object.hasOwn(tasks, name)
      ? `"${name}" is a task of a project: run deno task ${name} in its folder`
      : "Usage: new ADDRESS FOLDER, such as: new acme/notes notes",
  );
  Deno.exit(2);
}

/**
 * The tasks of a provider's project: `build`, `compile`, `docs`, `install`,
 * `release`, `release:check` and `test`, for any provider by its name. As a
 * program it writes a new project, for Deno or for Node:
 *
 * ```sh
 * deno run -A jsr:@hf-terraform/framework/cli new acme/notes notes
 * ```
 *
 * @module
 */

import process from "node:process";
import { printError } from "../testing/system/run.ts";
import { didYouMean } from "../values/nearest.ts";
import type { Project } from "./project.ts";
import { isDeno } from "../plugin/platform.ts";
import { pinnedVersion } from "./deno_sums.ts";
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

/** Those that compile executables. */
const needDeno = ["compile", "release", "release:check"];

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
  const [name = "", ...args] = process.argv.slice(2);
  const load = tasks[name];
  if (load === undefined) {
    const names = Object.keys(tasks);
    printError(
      name === "" || name === "--help"
        ? `Say which task: ${names.join(", ")}`
        : `There is no task "${name}".${didYouMean(name, names)} ` +
          `Tasks are ${names.join(", ")}`,
    );
    process.exit(name === "--help" ? 0 : 2);
  }
  if (!isDeno && needDeno.includes(name)) {
    printError(
      `The task "${name}" needs Deno, which npm can fetch: ` +
        `npx --yes deno@${pinnedVersion} run -A tasks.ts ${name}`,
    );
    process.exit(2);
  }
  return await (await load())(project, args);
}

if (import.meta.main) await import("./program.ts");

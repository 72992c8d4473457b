/**
 * The task `test`: runs the tests, and closes with `N passed, N failed`.
 *
 * @module
 */

import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { isDeno } from "../plugin/platform.ts";
import { exists } from "../testing/system/files.ts";
import { print, printError } from "../testing/system/run.ts";
import { build, buildIsFresh } from "./build.ts";
import { testOnDeno } from "./tests_on_deno.ts";
import { writeNode } from "./node_launcher.ts";
import { testOnNode } from "./tests_on_node.ts";
import { executableOf, inProject, type Project } from "./project.ts";
import {
  type CommandArguments,
  runTask,
  type Task,
  task,
  UsageError,
} from "./task.ts";
import { closingLine, type Counts, type Skip } from "./test_summary.ts";

const command = task({
  name: "test",
  summary: "Runs the tests, and closes with the line `N passed, N failed`.\n" +
    "Failures are printed in full, all else only with --verbose. Errors of types\n" +
    "are those of the task `check`.",
  options: {
    quick: { help: "only tests that need no CLI" },
    verbose: { help: "print every test, as Node always does" },
    filter: { value: "TEXT", help: "only tests whose names have this" },
    "fail-fast": { help: "stop at the first failure; only on Deno" },
  },
  operands: { name: "FILE", help: "run only these files or folders" },
});

/** The task. */
export const testTask: Task = (project, args) =>
  runTask(command, (given) => main(project, given), args);

async function main(
  project: Project,
  { options, operands: files }: CommandArguments<typeof command.options>,
): Promise<number> {
  const { tests = {} } = project;
  const { all = () => ["tests"], quick = all, prepare } = tests;
  const isWhole = files.length === 0 && !options.quick;
  const paths = await checked(
    project,
    files.length > 0 ? files : options.quick ? quick() : all(),
  );
  // `await using` is a syntax error on Node.
  const chosen = await tests.resolve?.();
  if (chosen !== undefined) print(chosen.note);
  try {
    const env = {
      // Much of a test is waiting for other processes.
      DENO_JOBS: `${2 * availableParallelism()}`,
      ...prepare === undefined
        ? await buildForBoth(project)
        : isWhole
        ? await prepare()
        : {},
    };
    const args = chosen?.args ?? [];
    const { counts, skips } = await (isDeno ? testOnDeno : testOnNode)(
      project,
      { paths, env, args, isWhole, options },
    );
    return closed(counts, skips, options.filter);
  } finally {
    await chosen?.[Symbol.asyncDispose]();
  }
}

async function buildForBoth(project: Project): Promise<Record<string, never>> {
  const folder = inProject(project, "dist/node");
  const isFresh = await buildIsFresh(project);
  if (isFresh && (!isDeno || await exists(folder))) return {};
  await build(project);
  if (!isDeno) return {};
  await mkdir(folder, { recursive: true });
  await writeNode(project, folder, executableOf(project));
  return {};
}

async function checked(
  project: Project,
  paths: readonly string[],
): Promise<readonly string[]> {
  for (const path of paths) {
    if (!await exists(resolve(project.folder, path))) {
      throw new UsageError(`There is no ${path}.`);
    }
  }
  return paths;
}

function closed(
  counts: Counts,
  skips: readonly Skip[],
  filter: string | undefined,
): number {
  if (counts.passed + counts.failed + skips.length === 0) {
    throw new UsageError(
      filter === undefined
        ? "There is no test in these files."
        : `No test has ${JSON.stringify(filter)} in its name.`,
    );
  }
  const mute = skips.filter((skip) => skip.reason === undefined);
  for (const { name, reason } of skips) {
    print(`Skipped: ${name} — ${reason ?? "its name gives no reason"}`);
  }
  if (mute.length > 0) {
    printError(`${mute.length} skipped without a reason: use testIf()`);
  }
  const total = { ...counts, failed: counts.failed + mute.length };
  print(closingLine(total));
  return total.failed === 0 ? 0 : 1;
}

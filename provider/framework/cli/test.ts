/**
 * The task `test`: runs the tests, and closes with `N passed, N failed`.
 *
 * @module
 */

import { resolve } from "node:path";
import { exists, readIfThere, userCache } from "../system/files.ts";
import { print, printError, run } from "../system/run.ts";
import { build, buildIsFresh } from "./build.ts";
import { writeNode } from "./install.ts";
import { executableOf, inProject, type Project } from "./project.ts";
import {
  type CommandArguments,
  runTask,
  type Task,
  task,
  UsageError,
} from "./task.ts";
import { Progress } from "./test_progress.ts";
import {
  closingLine,
  type Counts,
  failuresOf,
  readCounts,
  readSkips,
  type Skip,
  withoutColours,
} from "./test_summary.ts";

const command = task({
  name: "test",
  summary: "Runs the tests, and closes with the line `N passed, N failed`.\n" +
    "Failures are printed in full, all else only with --verbose.",
  options: {
    quick: { help: "only tests that need no CLI" },
    verbose: { help: "print every test" },
    filter: { value: "TEXT", help: "only tests whose names have this" },
    "fail-fast": { help: "stop at the first failure" },
    "no-check": { help: "leave errors of types to the task `check`" },
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
  const whole = files.length === 0 && !options.quick;
  const paths = await checked(
    project,
    files.length > 0 ? files : options.quick ? quick() : all(),
  );
  await using chosen = await tests.resolve?.();
  if (chosen !== undefined) print(chosen.note);
  const env = {
    // Much of a test is waiting for other processes.
    DENO_JOBS: `${2 * navigator.hardwareConcurrency}`,
    ...prepare === undefined
      ? await buildForBoth(project)
      : whole
      ? await prepare()
      : {},
  };
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const progress = await Progress.start(
    whole && options.filter === undefined
      ? `${userCache(executableOf(project))}/tests_of_last_run`
      : undefined,
  );
  const result = await run(Deno.execPath(), [
    "test",
    "--allow-all",
    "--doc",
    "--parallel",
    ...chosen?.args ?? [],
    `--junit-path=${report}`,
    ...options.filter === undefined ? [] : [`--filter=${options.filter}`],
    ...options["fail-fast"] ? ["--fail-fast"] : [],
    ...options["no-check"] ? ["--no-check"] : [],
    ...paths,
  ], {
    cwd: project.folder,
    env,
    echo: options.verbose ? true : (text) => progress.show(text),
  });
  const skips = readSkips(await readIfThere(report) ?? "", options.filter);
  await Deno.remove(report);
  await progress.end(result.code);
  for (const line of withoutColours(result.stdout).split("\n")) {
    if (tests.shown?.test(line)) print(line);
  }
  if (result.code !== 0 && !options.verbose) {
    printError(failuresOf(result));
  }
  return closed(readCounts(result.stdout, result.code), skips, options.filter);
}

async function buildForBoth(project: Project): Promise<Record<string, never>> {
  const folder = inProject(project, "dist/node");
  if (await buildIsFresh(project) && await exists(folder)) return {};
  await build(project);
  await Deno.mkdir(folder, { recursive: true });
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

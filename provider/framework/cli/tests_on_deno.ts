/**
 * The task `test` on Deno: failures are printed in full, all else is one line
 * of progress.
 *
 * @module
 */

import { readFile, rm } from "node:fs/promises";
import process from "node:process";
import { makeTempDir, userCache } from "../testing/system/files.ts";
import { print, printError, run } from "../testing/system/run.ts";
import { executableOf, type Project } from "./project.ts";
import { Progress } from "./test_progress.ts";
import {
  failuresOf,
  readCounts,
  readSkips,
  type TestResult,
  type TestRun,
  withoutColours,
} from "./test_summary.ts";

/** Runs tests of a project. */
export async function testOnDeno(
  project: Project,
  { paths, env, args, isWhole, options, patienceMs = 600_000 }: TestRun,
): Promise<TestResult> {
  const { filter, verbose } = options;
  const folder = await makeTempDir("report_");
  const report = `${folder}/junit.xml`;
  const progress = await Progress.start(
    isWhole && filter === undefined
      ? `${userCache(executableOf(project))}/tests_of_last_run`
      : undefined,
  );
  const hanging = new AbortController();
  const interrupt = () => hanging.abort();
  let timer = setTimeout(interrupt, patienceMs);
  const show = (text: string) => {
    clearTimeout(timer);
    timer = setTimeout(interrupt, patienceMs);
    progress.show(text);
  };
  const result = await run(process.execPath, [
    "test",
    "--allow-all",
    "--doc",
    "--parallel",
    // As on Node: `deno check` has it in one place.
    "--no-check",
    // Each file begins with little room for new objects, and is thrown away.
    "--v8-flags=--min-semi-space-size=16",
    ...args,
    `--junit-path=${report}`,
    ...filter === undefined ? [] : [`--filter=${filter}`],
    ...options["fail-fast"] ? ["--fail-fast"] : [],
    ...paths,
  ], {
    cwd: project.folder,
    env,
    echo: verbose ? true : show,
    // Upon an interrupt Deno names the tests that have not ended.
    ...verbose ? {} : { signal: hanging.signal },
  });
  clearTimeout(timer);
  const junit = await readFile(report, "utf8").catch(() => "");
  await rm(folder, { recursive: true });
  await progress.end(result.code);
  for (const line of withoutColours(result.stdout).split("\n")) {
    if (project.tests?.shown?.test(line)) print(line);
  }
  if (result.code !== 0 && !verbose) printError(failuresOf(result));
  return {
    counts: readCounts(result.stdout, result.code),
    skips: readSkips(junit, filter),
  };
}

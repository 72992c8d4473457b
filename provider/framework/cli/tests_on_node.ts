/**
 * The task `test` on Node and on Bun: their own test runners, which say
 * themselves what passes.
 *
 * @module
 */

import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import process from "node:process";
import { filesBelow } from "../testing/system/files.ts";
import { run } from "../testing/system/run.ts";
import { typeScriptOption } from "./node_typescript.ts";
import type { Project } from "./project.ts";
import {
  type Skip,
  skipMark,
  type TestResult,
  type TestRun,
  withoutColours,
} from "./test_summary.ts";

/** The arguments of Node's runner. */
const node = [
  "--enable-source-maps",
  typeScriptOption,
  "--test",
  "--test-reporter=spec",
  // Much of a test is waiting for other processes.
  `--test-concurrency=${2 * availableParallelism()}`,
];

/** Those of Bun's, which would end a test after 5 s. */
const bun = ["test", "--timeout=600000"];

/** Runs tests of a project. */
export async function testOnNode(
  { folder }: Project,
  { paths, env, options: { filter } }: TestRun,
): Promise<TestResult> {
  const files: string[] = [];
  for (const path of paths) {
    if ((await stat(resolve(folder, path))).isFile()) files.push(path);
    else files.push(...await testsBelow(folder, path));
  }
  const { stdout, stderr, code } = await run(process.execPath, [
    ...process.versions.bun === undefined ? node : bun,
    ...filter === undefined ? [] : [`--test-name-pattern=${filter}`],
    ...files,
  ], { cwd: folder, env, echo: true });
  return readNodeResult(stdout + stderr, code);
}

/** Lists the files of a folder that have tests. */
async function testsBelow(folder: string, path: string): Promise<string[]> {
  const all = await filesBelow(resolve(folder, path));
  return all.filter((name) => /[._]test\.\w+$/.test(name))
    .map((name) => `${path}/${name}`);
}

/** Reads what the runner printed; where it failed there is a failure. */
export function readNodeResult(output: string, exitCode: number): TestResult {
  const text = withoutColours(output);
  const count = (name: string) =>
    Number(
      new RegExp(`^(?:ℹ ${name} (?=\\d+$)| *(?=\\d+ ${name}$))(\\d+)`, "m")
        .exec(text)?.[1] ?? 0,
    );
  const failed = count("fail") + count("cancelled");
  const skips = readNodeSkips(text);
  return {
    skips,
    counts: {
      passed: count("pass"),
      failed: exitCode === 0 ? failed : Math.max(failed, 1),
      skipped: skips.length,
    },
  };
}

/** Lists the skipped tests; not those that a filter leaves out. */
function readNodeSkips(text: string): Skip[] {
  const lines = text.matchAll(/^\s*﹣ (.*) \([\d.]+ms\) # (.*)$/gm);
  return Array.from(lines).flatMap(([, title = "", why = ""]) => {
    if (why === "test name does not match pattern") return [];
    const [name = "", reason] = title.split(skipMark);
    return [{ name, reason: why === "SKIP" ? reason : why }];
  });
}

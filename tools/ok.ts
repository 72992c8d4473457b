/**
 * `deno task ok`: the one gate before a commit, a step at a time.
 *
 * @module
 */
import {
  print,
  printError,
  run,
} from "../provider/framework/testing/system/run.ts";
import { exists } from "../provider/framework/testing/system/files.ts";
import { inRoot, root } from "./paths.ts";
import { type Resolution, resolution } from "./resolution.ts";
import {
  type CommandArguments,
  runTask,
  task,
} from "../provider/framework/cli/task.ts";
import { entries } from "./workspace.ts";

/** One step: its name, and what it hands to Deno. */
interface Step {
  readonly name: string;
  readonly args: (resolution: Resolution) => Promise<readonly string[]>;
}

/** Sources that need no generated or downloaded file to be checked. */
const sources = ["mod.ts", "client", "proto", "provider", "tools", "tests"];

const steps: readonly Step[] = [
  { name: "fmt", args: () => Promise.resolve(["fmt", "--check"]) },
  { name: "lint", args: () => Promise.resolve(["lint", "--ignore=examples"]) },
  {
    name: "lint",
    // Scripts for `deno run` talk to the person who runs them.
    args: () =>
      Promise.resolve(["lint", "--rules-exclude=no-console", "examples"]),
  },
  {
    name: "check",
    args: async ({ args }) => [
      "check",
      "--doc",
      ...args,
      ...await present([...sources, "examples"]),
    ],
  },
  {
    name: "doc:lint",
    args: ({ args }) =>
      Promise.resolve(["doc", "--lint", ...args, ...entries.values()]),
  },
  {
    name: "layers",
    args: () => Promise.resolve(["run", "--allow-all", "tools/layers.ts"]),
  },
  {
    name: "words",
    args: () => Promise.resolve(["run", "--allow-all", "tools/words.ts"]),
  },
  {
    name: "proto",
    args: () =>
      Promise.resolve(["run", "--allow-all", "tools/proto.ts", "--check"]),
  },
  {
    name: "publish",
    args: () => Promise.resolve(["run", "--allow-all", "tools/publish.ts"]),
  },
  {
    name: "test",
    args: () =>
      Promise.resolve(["run", "--allow-all", "tools/tasks.ts", "test"]),
  },
];

const command = task({
  name: "ok",
  summary: "The gate before a commit, a step at a time.",
  options: {},
  operands: {
    name: "STEP",
    help: "run only these (default all, the tests last)",
    values: [...new Set(steps.map(({ name }) => name))],
  },
});

async function main(
  { operands: names }: CommandArguments<typeof command.options>,
): Promise<number> {
  await using chosen = await resolution();
  print(chosen.note);
  const failed: string[] = [];
  for (const step of steps) {
    if (names.length > 0 && !names.includes(step.name)) continue;
    print(`— ${step.name}`);
    const { code } = await run(
      Deno.execPath(),
      await step.args(chosen),
      {
        cwd: root,
        echo: true,
      },
    );
    if (code !== 0) failed.push(step.name);
  }
  if (failed.length > 0) printError(`Not ok: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

async function present(paths: readonly string[]): Promise<string[]> {
  const there = [];
  for (const path of paths) if (await exists(inRoot(path))) there.push(path);
  return there;
}

if (import.meta.main) await runTask(command, main);

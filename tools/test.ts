/**
 * `deno task test`: runs every test, and closes with `N passed, N failed`.
 *
 * @module
 */
import { complain, say, withoutColours } from "./output.ts";
import { exists, inRoot, readIfThere, root } from "./paths.ts";
import { resolution } from "./resolution.ts";
import { run } from "./run.ts";
import { type Arguments, runTask, task, UsageError } from "./task.ts";
import {
  closingLine,
  type Counts,
  failuresOf,
  progressLine,
  readCounts,
  readSkips,
  resultOf,
  type Skip,
} from "./test_summary.ts";
import { userCache } from "./user_cache.ts";
import { providerExecutable } from "../tests/support/terraform_provider.ts";
import { tryFindCli } from "../tests/support/cli.ts";

/**
 * The examples in the framework's documentation comments. Those in its pages
 * build on each other: a test of its own compiles them.
 */
const examples = Array.from(
  Deno.readDirSync(inRoot("provider/framework")),
  ({ name }) => `provider/framework/${name}`,
).filter((path) => !/(?:\.md|\.json|\/docs)$/.test(path));

/** What needs neither a CLI nor a build. */
const quick = [
  "mod.ts",
  "client",
  "tests/client",
  "tests/proto",
  "tests/provider",
  ...examples,
];

/** All tests and examples. */
const everything = ["mod.ts", "client", "tests", ...examples];

const command = task({
  name: "test",
  summary: "Runs the tests, some 7 minutes on two cores, and closes with " +
    "the line `N passed, N failed`.\nFailures are printed in full, all else " +
    "only with --verbose.",
  options: {
    quick: { help: "only tests that need no CLI, one to two minutes" },
    verbose: { help: "print every test" },
    filter: { value: "TEXT", help: "only tests whose names have this" },
    "fail-fast": { help: "stop at the first failure" },
  },
  operands: { name: "FILE", help: "run only these files or folders" },
});

async function main(
  { options, operands: files }: Arguments<typeof command.options>,
): Promise<number> {
  const whole = files.length === 0 && !options.quick;
  const paths = await checked(
    files.length > 0 ? files : options.quick ? quick : everything,
  );
  await using chosen = await resolution();
  say(chosen.note);
  const env = {
    // Much of a test is waiting for other processes.
    DENO_JOBS: `${2 * navigator.hardwareConcurrency}`,
    ...whole ? await prepare() : {},
  };
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const progress = await Progress.start(whole && options.filter === undefined);
  const result = await run(Deno.execPath(), [
    "test",
    "--allow-all",
    "--doc",
    "--parallel",
    ...chosen.args,
    `--junit-path=${report}`,
    ...options.filter === undefined ? [] : [`--filter=${options.filter}`],
    ...options["fail-fast"] ? ["--fail-fast"] : [],
    ...paths,
  ], {
    cwd: root,
    env,
    echo: options.verbose ? true : (text) => progress.show(text),
  });
  const skips = readSkips(await readIfThere(report) ?? "", options.filter);
  await Deno.remove(report);
  await progress.end(result.code);
  // What tests of random cases have tried, and how many requests were counted.
  for (const line of withoutColours(result.stdout).split("\n")) {
    if (/ SEED=\d+$|^\S.*: \d+ requests$/.test(line)) say(line);
  }
  if (result.code !== 0 && !options.verbose) {
    complain(failuresOf(result.stdout, result.stderr));
  }
  return close(readCounts(result.stdout, result.code), skips, options.filter);
}

/** Builds the provider and finds the CLI once, for all test files. */
async function prepare(): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  if (await exists(inRoot("provider/main.ts"))) {
    env.HF_PROVIDER_EXECUTABLE = await providerExecutable();
  }
  const found = await tryFindCli();
  if ("path" in found) {
    env.TF_CLI = found.path;
    say(`Tests of the whole use ${found.name} ${found.version}`);
  }
  return env;
}

/**
 * One moving line on a terminal: how many tests have run, of how many the last
 * run of everything had. In a pipe it is silent.
 */
class Progress {
  readonly #start = Date.now();
  readonly #whole: boolean;
  readonly #total: number | undefined;
  readonly #counts = { passed: 0, failed: 0 };
  #line = "";

  private constructor(whole: boolean, total: number | undefined) {
    this.#whole = whole;
    this.#total = total;
  }

  static async start(whole: boolean): Promise<Progress> {
    const last = whole ? await readIfThere(await lastRunPath()) : undefined;
    return new Progress(whole, last === undefined ? undefined : Number(last));
  }

  show(text: string): void {
    const lines = `${this.#line}${text}`.split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) {
      const result = resultOf(line);
      if (result !== undefined) this.#counts[result]++;
    }
    if (!Deno.stdout.isTerminal()) return;
    const seconds = (Date.now() - this.#start) / 1_000;
    const line = progressLine(this.#counts, seconds, this.#total);
    Deno.stdout.writeSync(new TextEncoder().encode(`\r\x1b[K${line}`));
  }

  async end(code: number): Promise<void> {
    if (Deno.stdout.isTerminal()) say();
    if (!this.#whole || code !== 0) return;
    await Deno.writeTextFile(await lastRunPath(), `${this.#counts.passed}`);
  }
}

async function lastRunPath(): Promise<string> {
  const folder = userCache();
  await Deno.mkdir(folder, { recursive: true });
  return `${folder}/tests_of_last_run`;
}

async function checked(paths: readonly string[]): Promise<readonly string[]> {
  for (const path of paths) {
    if (!await exists(path)) throw new UsageError(`There is no ${path}.`);
  }
  return paths;
}

function close(
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
    say(`Skipped: ${name} — ${reason ?? "its name gives no reason"}`);
  }
  if (mute.length > 0) {
    complain(`${mute.length} skipped without a reason: use testIf()`);
  }
  const total = { ...counts, failed: counts.failed + mute.length };
  say(closingLine(total));
  return total.failed === 0 ? 0 : 1;
}

if (import.meta.main) await runTask(command, main);

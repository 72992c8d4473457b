/**
 * `deno task test`: runs every test, and closes with `N passed, N failed`.
 *
 * ```text
 * deno task test [FILE…] [FLAG OF deno test…]
 * ```
 *
 * @module
 */
import { complain, say } from "./output.ts";
import { exists, inRoot, readIfThere, root } from "./paths.ts";
import { resolution } from "./resolution.ts";
import { run } from "./run.ts";
import { closingLine, readCounts, readSkips } from "./test_summary.ts";
import { providerExecutable } from "../tests/support/terraform_provider.ts";
import { tryFindCli } from "../tests/support/cli.ts";

/** What `deno task test` runs when it is given no file: tests and examples. */
const everything = ["mod.ts", "client", "tests"];

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: readonly string[]): Promise<number> {
  const flags = args.filter((argument) => argument.startsWith("-"));
  const files = args.filter((argument) => !argument.startsWith("-"));
  await using chosen = await resolution();
  say(chosen.note);
  const env = files.length === 0 ? await prepare() : {};
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const result = await run(Deno.execPath(), [
    "test",
    "--allow-all",
    "--doc",
    "--parallel",
    ...chosen.args,
    `--junit-path=${report}`,
    ...flags,
    ...(files.length === 0 ? await existing(everything) : files),
  ], { cwd: root, env, echo: true });
  const skips = readSkips(await readIfThere(report) ?? "");
  await Deno.remove(report);
  return close(result.stdout, result.code, skips);
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

async function existing(paths: readonly string[]): Promise<string[]> {
  const found = [];
  for (const path of paths) if (await exists(inRoot(path))) found.push(path);
  return found;
}

function close(
  output: string,
  exitCode: number,
  skips: ReturnType<typeof readSkips>,
): number {
  const counts = readCounts(output, exitCode);
  const mute = skips.filter((skip) => skip.reason === undefined);
  for (const { name, reason } of skips) {
    say(`Skipped: ${name}: ${reason ?? "its name gives no reason"}`);
  }
  if (mute.length > 0) {
    complain(`${mute.length} skipped without a reason: use testIf()`);
  }
  const total = { ...counts, failed: counts.failed + mute.length };
  say(closingLine(total));
  return total.failed === 0 ? 0 : 1;
}

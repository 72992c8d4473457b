/**
 * `deno task compile`: executables that need no Deno on the user's machine.
 *
 * ```text
 * deno task compile [--target TARGET]… [--print TARGET]
 * ```
 *
 * Without a target it compiles all six. `--print` only prints where the
 * executable of a target lies. `DENO` names the Deno that compiles, and
 * `DENORT_BIN` the base executable for the target in `DENORT_TARGET`, for
 * machines that cannot download Deno's own.
 *
 * @module
 */
import { build, buildIsFresh, bundlePath } from "./build.ts";
import { platformOf } from "./executable_format.ts";
import { complain, say } from "./output.ts";
import { inRoot } from "./paths.ts";
import { compiledPermissions } from "./permissions.ts";
import { run } from "./run.ts";
import { targets } from "./targets.ts";
import { providerVersion } from "./version.ts";

/** Where the executable of a target is written. */
export async function compiledPath(target: string): Promise<string> {
  const known = targets.find(({ triple }) => triple === target);
  if (known === undefined) {
    const all = targets.map(({ triple }) => triple).join(", ");
    throw new Error(
      `Deno compiles for no target "${target}", only for: ${all}`,
    );
  }
  const suffix = known.os === "windows" ? ".exe" : "";
  const name = `terraform-provider-huggingface_v${await providerVersion()}`;
  return inRoot(`dist/compiled/${known.os}_${known.arch}/${name}${suffix}`);
}

/**
 * Compiles the bundle for one target and returns the executable's path.
 *
 * @throws {Error} If there is no base executable, or the compiler fails.
 */
export async function compile(target: string): Promise<string> {
  const output = await compiledPath(target);
  const result = await run(Deno.env.get("DENO") ?? Deno.execPath(), [
    "compile",
    "--quiet",
    "--no-check",
    "--no-config",
    "--no-lock",
    "--no-remote",
    "--no-npm",
    `--target=${target}`,
    `--output=${output}`,
    ...compiledPermissions,
    bundlePath,
  ], { env: environmentFor(target), clearEnv: true });
  if (result.code !== 0) throw new Error(result.stderr.trim());
  await check(target, output);
  return output;
}

/** A base for another target would give an executable that never starts. */
async function check(target: string, path: string): Promise<void> {
  const wanted = targets.find(({ triple }) => triple === target);
  const made = await platformOf(path);
  if (made.os !== wanted?.os || made.arch !== wanted.arch) {
    throw new Error(`The executable is for ${made.os}_${made.arch}`);
  }
}

/** Our environment, without a base that is meant for another target. */
function environmentFor(target: string): Record<string, string> {
  const env: Record<string, string> = {
    ...Deno.env.toObject(),
    NO_COLOR: "1",
    RUST_BACKTRACE: "0",
  };
  const { DENORT_BIN: _base, ...others } = env;
  return (env.DENORT_TARGET ?? target) === target ? env : others;
}

async function main(args: readonly string[]): Promise<number> {
  const wanted = option(args, "--target");
  const [printed] = option(args, "--print");
  if (printed !== undefined) {
    say(await compiledPath(printed));
    return 0;
  }
  if (!await buildIsFresh()) await build();
  const all = targets.map(({ triple }) => triple);
  const failed: string[] = [];
  for (const target of wanted.length > 0 ? wanted : all) {
    try {
      say(`${target}: ${await compile(target)}`);
    } catch (error) {
      complain(`${target}: ${error instanceof Error ? error.message : error}`);
      failed.push(target);
    }
  }
  if (failed.length > 0) complain(`Not compiled: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

function option(args: readonly string[], name: string): string[] {
  return args.flatMap((argument, at) => {
    const next = args[at + 1];
    return argument === name && next !== undefined ? [next] : [];
  });
}

if (import.meta.main) Deno.exit(await main(Deno.args));

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
import { engineFlags } from "./engine_flags.ts";
import { platformOf } from "./executable_format.ts";
import { complain, say } from "./output.ts";
import { inRoot } from "./paths.ts";
import { compiledPermissions } from "./permissions.ts";
import { run } from "./run.ts";
import { executableName, targetNamed, targets } from "./targets.ts";
import { providerVersion } from "./version.ts";

/** Where the executable of a target is written. */
export async function compiledPath(target: string): Promise<string> {
  const { os, arch } = targetNamed(target);
  const name = executableName(await providerVersion(), os);
  return inRoot(`dist/compiled/${os}_${arch}/${name}`);
}

/** What is compiled, and where it goes. */
export interface CompileOptions {
  /** The bundled provider; default: what `deno task build` writes. */
  readonly bundle?: string | undefined;
  /** The executable; default: what {@linkcode compiledPath} says. */
  readonly output?: string | undefined;
}

/**
 * Compiles the bundle for one target and returns the executable's path.
 *
 * The same bundle on the same base gives the same bytes if the executable has
 * the same name: that and the bundle's time of change are all else that
 * `deno compile` writes into it.
 *
 * @throws {Error} If there is no base executable, or the compiler fails.
 */
export async function compile(
  target: string,
  options: CompileOptions = {},
): Promise<string> {
  const output = options.output ?? await compiledPath(target);
  const folder = await Deno.makeTempDir({ prefix: "hf_compile_" });
  try {
    const staged = `${folder}/provider.js`;
    await Deno.copyFile(options.bundle ?? bundlePath, staged);
    await Deno.utime(staged, timeOfChange, timeOfChange);
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
      ...engineFlags,
      ...compiledPermissions,
      staged,
    ], { env: environmentFor(target), clearEnv: true });
    if (result.code !== 0) throw new Error(result.stderr.trim());
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  await check(target, output);
  return output;
}

/** Any fixed time will do. */
const timeOfChange = new Date("1980-01-01T00:00:00Z");

/** A base for another target would give an executable that never starts. */
async function check(target: string, path: string): Promise<void> {
  const wanted = targetNamed(target);
  const made = await platformOf(path);
  if (made.os !== wanted.os || made.arch !== wanted.arch) {
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

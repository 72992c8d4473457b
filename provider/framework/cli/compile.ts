/**
 * The task `compile`: executables that need no Deno on the user's machine.
 *
 * @module
 */
import { print, printError, run } from "../testing/system/run.ts";
import { bundleScript, bundleSplit, splitEntry } from "./bundle.ts";
import {
  cachedFiles,
  codeFile,
  type CompiledCode,
  makeCode,
  writeCached,
} from "./code_cache.ts";
import type { Programs } from "./deno_programs.ts";
import { compileFlags } from "./engine_flags.ts";
import { platformOf } from "./executable_format.ts";
import { compiledPermissions } from "./permissions.ts";
import { inProject, type Project } from "./project.ts";
import { releaseNames } from "./release/names.ts";
import { executableName, targetNamed, targets } from "./targets.ts";
import { type CommandArguments, runTask, type Task, task } from "./task.ts";

/** Returns the path of the executable of a target. */
export function compiledPath(project: Project, target: string): string {
  const { os, arch } = targetNamed(target);
  const name = executableName(project, project.version, os);
  return inProject(project, `dist/compiled/${os}_${arch}/${name}`);
}

/** The targets of a compilation, and its folder. */
export interface CompileOptions {
  /** The folder that {@linkcode bundleSplit} wrote. */
  readonly bundle: string;
  /** The script and its compiled code; default: none, and V8 compiles anew. */
  readonly code?: CompiledCode | undefined;
  /** The executable; default: what {@linkcode compiledPath} says. */
  readonly output?: string | undefined;
  /** The programs that compile; default: `DENO`, and the base that it finds. */
  readonly programs?: Programs | undefined;
}

/**
 * Compiles the bundle for one target and returns the executable's path.
 *
 * The same bundle on the same base gives the same bytes if the executable has
 * the same name: that and the times of change of the bundle's modules are all
 * else that `deno compile` writes into it.
 *
 * @throws {Error} If there is no base executable, or the compiler fails.
 */
export async function compile(
  project: Project,
  target: string,
  options: CompileOptions,
): Promise<string> {
  const output = options.output ?? compiledPath(project, target);
  // The executable would have the way through a link.
  const folder = await Deno.realPath(
    await Deno.makeTempDir({ prefix: "compile_" }),
  );
  try {
    for await (const { name } of Deno.readDir(options.bundle)) {
      await Deno.copyFile(`${options.bundle}/${name}`, `${folder}/${name}`);
    }
    if (options.code !== undefined) {
      await writeCached(folder, options.code, splitEntry);
    }
    for await (const { name } of Deno.readDir(folder)) {
      await Deno.utime(`${folder}/${name}`, timeOfChange, timeOfChange);
    }
    const { deno, base } = {
      deno: Deno.env.get("DENO") ?? Deno.execPath(),
      ...options.programs,
    };
    const result = await run(deno, [
      "compile",
      "--quiet",
      "--no-check",
      "--no-config",
      "--no-lock",
      "--no-remote",
      "--no-npm",
      // It would lie in the temporary folder, where others can put one first.
      "--no-code-cache",
      `--target=${target}`,
      `--output=${output}`,
      ...compileFlags,
      ...compiledPermissions(project),
      ...options.code === undefined ? [`${folder}/${splitEntry}`] : [
        `--include=${folder}/${cachedFiles.script}`,
        `--include=${folder}/${cachedFiles.code}`,
        `--include=${folder}/${splitEntry}`,
        `${folder}/${cachedFiles.entry}`,
      ],
    ], {
      env: {
        ...compilerEnvironment(target, Deno.env.toObject()),
        ...base !== undefined && { DENORT_BIN: base },
      },
      clearEnv: true,
    });
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

/** Variables of which `deno compile` writes something into an executable. */
const written = /^(?:JSR_URL$|OTEL_|DENO_COMPAT$|DENO_UNSTABLE_)/;

/** An environment without these, and without a base for another target. */
export function compilerEnvironment(
  target: string,
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const { DENORT_BIN: _base, ...others } = variables;
  const isFor = (variables.DENORT_TARGET ?? target) === target;
  const kept = Object.entries(isFor ? variables : others)
    .filter(([name]) => !written.test(name));
  return { ...Object.fromEntries(kept), NO_COLOR: "1", RUST_BACKTRACE: "0" };
}

const all = targets.map(({ triple }) => triple);

const command = task({
  name: "compile",
  summary: "Writes executables that need no Deno on the user's machine.\n" +
    "DENO names the Deno that compiles. On a machine that cannot download " +
    "Deno's base\nexecutables, DENORT_BIN names one, for the target in " +
    "DENORT_TARGET.",
  options: {
    target: {
      value: "TARGET",
      values: all,
      multiple: true,
      help: "compile for this one (default all)",
    },
    code: {
      value: "FOLDER",
      help: "only write this platform's compiled code, for a release",
    },
    print: {
      value: "TARGET",
      values: all,
      help: "only print where its executable is",
    },
  },
});

async function main(
  project: Project,
  { options: { target, code: codeFolder, print: printPath } }: CommandArguments<
    typeof command.options
  >,
): Promise<number> {
  if (printPath !== undefined) {
    print(compiledPath(project, printPath));
    return 0;
  }
  const { target: own } = Deno.build;
  const makeOwn = async () =>
    await makeCode(
      project,
      await bundleScript(project),
      compileFlags,
      Deno.env.get("DENO"),
    );
  if (codeFolder !== undefined) {
    const names = releaseNames(project, project.version);
    const path = `${codeFolder}/${names.code(targetNamed(own))}`;
    await Deno.mkdir(codeFolder, { recursive: true });
    await Deno.writeFile(path, await codeFile(await makeOwn()));
    print(path);
    return 0;
  }
  const bundle = await Deno.makeTempDir({ prefix: "modules_" });
  const failed: string[] = [];
  const wanted = target.length > 0 ? target : all;
  try {
    await bundleSplit(project, bundle);
    const ownCode = wanted.includes(own) ? await makeOwn() : undefined;
    for (const one of wanted) {
      try {
        const code = one === own ? ownCode : undefined;
        print(`${one}: ${await compile(project, one, { bundle, code })}`);
      } catch (error) {
        printError(`${one}: ${error instanceof Error ? error.message : error}`);
        failed.push(one);
      }
    }
  } finally {
    await Deno.remove(bundle, { recursive: true });
  }
  if (failed.length === 0) return 0;
  printError(
    `Not compiled: ${
      failed.join(", ")
    }. Where Deno's base executables cannot ` +
      "be downloaded, set DENORT_BIN and DENORT_TARGET; see --help.",
  );
  return 1;
}

/** The task. */
export const compileTask: Task = (project, args) =>
  runTask(command, (given) => main(project, given), args);

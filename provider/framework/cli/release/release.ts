/**
 * The task `release`: the files of a release as the registries want them.
 *
 * The version is the project's if none is given; another one is put into the
 * provider.
 *
 * It compiles for all six targets, or for those named, and writes the zips,
 * the manifest, the sums and their signature into the folder, by default
 * `dist/release`. At the end it reads the folder again and checks it.
 *
 * The key that signs is in the environment: `GPG_PRIVATE_KEY`, armoured,
 * `PASSPHRASE`, and `GPG_FINGERPRINT` where the text holds more than one key.
 * Its public half is written to the file of `--public-key`. `--unsigned` does
 * without a key. `--compiled` takes the executables that
 * `deno task compile` has written, instead of compiling: of what made these no
 * sum was checked, so that they are not signed. `--sums` names a file with the
 * sums of programs that are not pinned here: lines of `sha256sum`, with names
 * such as `deno-x86_64-unknown-linux-gnu` and `denort-aarch64-apple-darwin`.
 *
 * @module
 */

import { dirname } from "node:path";
import { zipSync } from "fflate";
import { exists } from "../../testing/system/files.ts";
import { print, printError } from "../../testing/system/run.ts";
import { sha256 } from "../../testing/system/sha256.ts";
import { bundleScript, bundleSplit, type Script } from "../bundle.ts";
import {
  codeFile,
  type CompiledCode,
  makeCode,
  readCode,
} from "../code_cache.ts";
import {
  checkedBase,
  checkedDeno,
  type ProgramOptions,
} from "../deno_programs.ts";
import { compile, compiledPath } from "../compile.ts";
import { pinnedSums } from "../deno_sums.ts";
import { compileFlags } from "../engine_flags.ts";
import { inProject, type Project } from "../project.ts";
import {
  executableName,
  type Target,
  targetNamed,
  targets,
} from "../targets.ts";
import { type CommandArguments, runTask, type Task, task } from "../task.ts";
import { checkRelease } from "./check.ts";
import {
  billOfMaterials,
  bundledPackages,
  notices,
  noticesName,
  runtimeComponents,
} from "./components.ts";
import { checkedVersion, releaseNames } from "./names.ts";
import { keyFromEnvironment, sign, type SigningKey } from "./sign.ts";

/** The parts of a release. */
export interface ReleaseOptions {
  /** The version, without `v`. */
  readonly version: string;
  /** The platforms; default: all. */
  readonly targets?: readonly Target[] | undefined;
  /** The folder; what it held before is removed. */
  readonly out: string;
  /** The key that signs; without one the sums are not signed. */
  readonly key?: SigningKey | undefined;
  /**
   * A folder with the compiled code of each platform; default: that of this
   * machine's is made, and the others have none.
   */
  readonly codeFolder?: string | undefined;
  /** Whether to take what was compiled before; default false. */
  readonly compiled?: boolean | undefined;
  /** The sums of programs that may compile; default: those that are pinned. */
  readonly programs?: ProgramOptions | undefined;
}

/** The outcome of a release. */
export interface Release {
  /** The public half of the key that signed. */
  readonly publicKey: string | undefined;
}

/**
 * Writes a release.
 *
 * @throws {Error} If a target has no executable, named with its reason; then
 * there are no sums either, so that a part is never taken for the whole.
 */
export async function release(
  project: Project,
  options: ReleaseOptions,
): Promise<Release> {
  const { out, version, key } = options;
  if (await exists(out)) await Deno.remove(out, { recursive: true });
  await Deno.mkdir(out, { recursive: true });
  // Before it bundles anything.
  const deno = options.compiled === true
    ? Deno.execPath()
    : await checkedDeno(options.programs);
  const components = [
    ...await runtimeComponents(),
    ...await bundledPackages(project),
  ];
  const license = inProject(project, project.license ?? "LICENSE");
  const sums: [name: string, sum: string][] = [];
  // What is signed is what was made, not what the folder has by then.
  const write: Write = async (name, bytes) => {
    await Deno.writeFile(`${out}/${name}`, bytes);
    sums.push([name, await sha256(bytes)]);
  };
  const utf8 = new TextEncoder();
  await writeZips(project, { deno, write, ...options }, {
    LICENSE: await Deno.readFile(license),
    [noticesName]: utf8.encode(notices(project, components)),
  });
  const names = releaseNames(project, version);
  const bill = billOfMaterials(project, version, components);
  await write(names.bill, utf8.encode(bill));
  await write(names.manifest, utf8.encode(manifest));
  const lines = sums.sort().map(([name, sum]) => `${sum}  ${name}\n`).join("");
  await Deno.writeTextFile(`${out}/${names.sums}`, lines);
  if (key === undefined) return { publicKey: undefined };
  const signature = `${out}/${names.signature}`;
  return { publicKey: await sign(lines, signature, key) };
}

/** Writes a file of the release, and keeps its sum. */
type Write = (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** The options of a release with the way to make each platform. */
interface Making extends ReleaseOptions {
  readonly deno: string;
  readonly write: Write;
}

/** The manifest that a registry reads of every provider of this framework. */
const manifest = `{
  "version": 1,
  "metadata": {
    "protocol_versions": ["6.0"]
  }
}
`;

type Files = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

async function writeZips(
  project: Project,
  options: Making,
  licences: Files,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "release_" });
  try {
    const bundle = `${folder}/bundle`;
    const { version, compiled } = options;
    const script = compiled === true
      ? undefined
      : await bundleScript(project, { version });
    if (script !== undefined) await bundleSplit(project, bundle, { version });
    const missing: string[] = [];
    for (const target of options.targets ?? targets) {
      try {
        const code = script && await codeFor(project, target, script, options);
        const parts = { bundle, code, ...options };
        const zip = await writeZip(project, target, parts, licences);
        print(`${target.triple}: ${zip}`);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        missing.push(`${target.triple}: ${reason}`);
      }
    }
    if (missing.length > 0) {
      throw new Error(`Cannot release for:\n${missing.join("\n")}`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The compiled code of a target, which is a file of the release too. */
async function codeFor(
  project: Project,
  target: Target,
  script: Script,
  { codeFolder: folder, deno, version, write }: Making,
): Promise<CompiledCode | undefined> {
  const name = releaseNames(project, version).code(target);
  if (folder === undefined && target.triple !== Deno.build.target) return;
  const code = folder === undefined
    ? await makeCode(project, script, compileFlags, deno)
    : await readCode(`${folder}/${name}`, script);
  await write(name, await codeFile(code));
  return code;
}

async function writeZip(
  project: Project,
  target: Target,
  { bundle, code, deno, version, compiled, programs, write }: Making & {
    readonly bundle: string;
    readonly code: CompiledCode | undefined;
  },
  licences: Files,
): Promise<string> {
  const executable = executableName(project, version, target.os);
  const source = compiled === true
    ? compiledPath(project, target.triple)
    : await compile(project, target.triple, {
      bundle,
      code,
      output: `${dirname(bundle)}/${executable}`,
      programs: {
        deno,
        base: await checkedBase(target.triple, dirname(bundle), programs),
      },
    });
  if (!source.endsWith(executable)) {
    throw new Error(`${source} is not of version ${version}`);
  }
  const name = releaseNames(project, version).zip(target);
  const bytes = await Deno.readFile(source);
  const zip = zipSync({
    [executable]: [bytes, { attrs: executableFile }],
    ...licences,
  }, {
    // The time is written as that of a wall clock: the same in every zone.
    mtime: new Date(1980, 0, 1),
    os: unix,
    attrs: plainFile,
    // The next one takes twice the time, for 0.7 % less.
    level: 5,
  });
  await write(name, zip);
  return name;
}

/** The system that made the zip: so that the attributes are a Unix mode. */
const unix = 3;
const executableFile = 0o100755 * 0x10000;
const plainFile = 0o100644 * 0x10000;

const command = task({
  name: "release",
  summary: "Writes and checks the files of a release as the registries want " +
    "them.\nThe key that signs is in the environment: GPG_PRIVATE_KEY, " +
    "PASSPHRASE, and GPG_FINGERPRINT\nwhere the text holds several keys.",
  options: {
    version: { value: "VERSION", help: "default: the project's" },
    target: {
      value: "TARGET",
      values: targets.map(({ triple }) => triple),
      multiple: true,
      help: "release for this one (default all)",
    },
    out: {
      value: "FOLDER",
      help: "default: dist/release; what it held before is removed",
    },
    code: {
      value: "FOLDER",
      help: "take the compiled code that `deno task compile --code` has " +
        "written on each platform",
    },
    compiled: { help: "take what `deno task compile` wrote" },
    unsigned: { help: "do without a key" },
    sums: {
      value: "FILE",
      help: "take programs with the sums of this file, too (sha256sum's form)",
    },
    "public-key": {
      value: "FILE",
      help: "write the public half of the key to it",
    },
  },
});

async function main(
  project: Project,
  { options }: CommandArguments<typeof command.options>,
): Promise<number> {
  const key = keyFromEnvironment();
  if (key === undefined && !options.unsigned) {
    throw new Error(
      "No key to sign with: set GPG_PRIVATE_KEY, or say --unsigned",
    );
  }
  if (key !== undefined && options.compiled) {
    throw new Error(
      "A signed release compiles by itself, with programs whose sums it " +
        "checks: leave out --compiled",
    );
  }
  const version = checkedVersion(options.version ?? project.version);
  const out = options.out ?? inProject(project, "dist/release");
  const platforms = options.target.length > 0
    ? options.target.map(targetNamed)
    : targets;
  const { code, compiled, sums } = options;
  const { publicKey } = await release(project, {
    version,
    targets: platforms,
    out,
    key,
    codeFolder: code,
    compiled,
    programs: sums === undefined
      ? undefined
      : { sums: pinnedSums + await Deno.readTextFile(sums) },
  });
  const keyFile = options["public-key"];
  if (publicKey !== undefined && keyFile !== undefined) {
    await Deno.writeTextFile(keyFile, publicKey);
  }
  const found = await checkRelease(project, out, {
    version,
    platforms: platforms.map(({ os, arch }) => `${os}_${arch}`),
    publicKey,
  });
  for (const line of found) printError(line);
  if (found.length > 0) return 1;
  print(`Version ${version} lies in ${out}, and is as the registries want it`);
  if (publicKey === undefined) print("It is not signed");
  return 0;
}

/** The task. */
export const releaseTask: Task = (project, args) =>
  runTask(command, (given) => main(project, given), args);

/**
 * The task `new`: writes the project of a new provider.
 *
 * @module
 */

import { mkdir, readdir, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, relative, resolve } from "node:path";
import process from "node:process";
import { isDeno } from "../../plugin/platform.ts";
import { exists, filesBelow } from "../../testing/system/files.ts";
import { shellLine } from "../../shell.ts";
import { print, run } from "../../testing/system/run.ts";
import { nameOfPackage, packageFolders } from "../import_map.ts";
import { type CommandArguments, runTask, task, UsageError } from "../task.ts";
import { type Files, namesOf, ownPackages, type Runtime } from "./names.ts";
import { version } from "../../version.ts";
import { sources } from "./sources.ts";
import { type Packages, surroundings } from "./surroundings.ts";
import { tests } from "./tests.ts";

const command = task({
  name: "new",
  summary: "Writes the project of a new provider: one resource, one data " +
    "source, one function, an\nimitation of their service, tests, examples " +
    "and workflows.",
  options: {
    packages: {
      value: "FOLDER",
      help: "take the framework from its checkout, or from its packed " +
        "*.tgz,\nin this folder (default: from JSR; for Node there is none)",
    },
    node: {
      help: "for Node, without Deno; so it is where Node runs this",
    },
  },
  operands: {
    name: "ADDRESS FOLDER",
    help: "the source address, such as acme/notes, and a new folder",
    most: 2,
  },
});

const own: Runtime = isDeno ? "deno" : "node";

/** Runs the task. */
export function runNew(args: readonly string[]): Promise<never> {
  return runTask(command, main, args);
}

async function main(
  { operands: [address, folder], options }: CommandArguments<
    typeof command.options
  >,
): Promise<number> {
  if (address === undefined || folder === undefined) {
    throw new UsageError("Say which provider, and where: acme/notes notes");
  }
  const runtime = options.node ? "node" : own;
  const { packages } = options;
  await newProject(address, { folder, packages, runtime });
  const test = runtime === "deno" ? "deno task test" : "npm test";
  print(`Wrote ${folder}. Next: ${shellLine("cd", folder)} && ${test}`);
  return 0;
}

/** The folder of a new project, and the source of its framework. */
export interface NewProjectOptions {
  /** The folder, which has to be empty or new. */
  readonly folder: string;
  /** The folder of a checkout, or of packed packages; default: JSR. */
  readonly packages?: string | undefined;
  /** The runtime of its tasks and tests; default: the one that runs. */
  readonly runtime?: Runtime | undefined;
}

/**
 * Writes a project.
 *
 * @param address The source address, such as `acme/notes`.
 * @throws {Error} If the folder has something in it, or the packages are not
 * where they should be.
 */
export async function newProject(
  address: string,
  { folder, packages: from, runtime = own }: NewProjectOptions,
): Promise<void> {
  const names = namesOf(address);
  // Not the files in it only: what is written would follow a link.
  if (await exists(folder) && (await readdir(folder)).length > 0) {
    throw new Error(`There is something in ${folder}: give a new folder`);
  }
  if (from === undefined && runtime === "node") {
    throw new UsageError(
      "The registry of npm does not have the framework: say by --packages " +
        "where its packed *.tgz are",
    );
  }
  const packages = from === undefined
    ? fromJsr
    : runtime === "deno" && await exists(`${from}/deno.json`)
    ? await fromCheckout(from, folder)
    : await fromTarballs(from, folder);
  await write(folder, {
    ...sources(names),
    ...tests(names, runtime),
    ...surroundings(names, packages, runtime),
  });
  if (isDeno) await must(process.execPath, ["fmt", "--quiet"], folder);
  if (Object.keys(packages.dependencies).length === 0) return;
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  await must(npm, ["install", "--no-audit", "--no-fund"], folder);
}

async function write(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = `${folder}/${name}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
  }
}

const [framework] = ownPackages;

const fromJsr: Packages = {
  imports: { [framework]: `jsr:${framework}@^${version}` },
  links: [],
  dependencies: {},
};

/** Links take the place of what JSR has under the same name. */
async function fromCheckout(folder: string, to: string): Promise<Packages> {
  const links: string[] = [];
  for (const path of await packageFolders(resolve(folder))) {
    if (ownPackages.includes(await nameOfPackage(path) ?? "")) {
      links.push(await pathFrom(to, path));
    }
  }
  if (links.length === ownPackages.length) {
    return { ...fromJsr, links };
  }
  throw new Error(`${folder} is no checkout of ${ownPackages.join(" and ")}`);
}

/** The path of `target` as files in `folder`, which is made, write it. */
async function pathFrom(folder: string, target: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = relative(await realpath(folder), await realpath(target));
  return path.replaceAll("\\", "/");
}

async function fromTarballs(folder: string, to: string): Promise<Packages> {
  const files = await filesBelow(folder);
  const found = await Promise.all(ownPackages.map(async (name) => {
    const file = files.find((path) =>
      path.endsWith(".tgz") && path.includes(basename(name))
    );
    if (file === undefined) {
      throw new Error(`${folder} has no *.tgz of ${name}`);
    }
    return [name, `file:${await pathFrom(to, resolve(folder, file))}`];
  }));
  return { imports: {}, links: [], dependencies: Object.fromEntries(found) };
}

async function must(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<void> {
  const { code, stderr } = await run(program, args, { cwd });
  if (code !== 0) throw new Error(`Cannot ${args.join(" ")}: ${stderr}`);
}

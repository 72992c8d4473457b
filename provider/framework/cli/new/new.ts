/**
 * The task `new`: writes the project of a new provider.
 *
 * @module
 */

import { basename, relative, resolve } from "node:path";
import { exists, filesBelow } from "../../system/files.ts";
import { shellLine } from "../../shell.ts";
import { print, run } from "../../system/run.ts";
import { nameOfPackage, packageFolders } from "../import_map.ts";
import { type CommandArguments, runTask, task, UsageError } from "../task.ts";
import { type Files, namesOf, ownPackages } from "./names.ts";
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
        "*.tgz,\nin this folder (default: from JSR)",
    },
  },
  operands: {
    name: "ADDRESS FOLDER",
    help: "the source address, such as acme/notes, and a new folder",
    most: 2,
  },
});

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
  await newProject(address, { folder, packages: options.packages });
  print(`Wrote ${folder}. Next: ${shellLine("cd", folder)} && deno task test`);
  return 0;
}

/** The folder of a new project, and the source of its framework. */
export interface NewProjectOptions {
  /** The folder, which has to be empty or new. */
  readonly folder: string;
  /** The folder of a checkout, or of packed packages; default: JSR. */
  readonly packages?: string | undefined;
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
  { folder, packages: from }: NewProjectOptions,
): Promise<void> {
  const names = namesOf(address);
  if ((await filesBelow(folder)).length > 0) {
    throw new Error(`There is something in ${folder}: give a new folder`);
  }
  const packages = from === undefined
    ? fromJsr
    : await exists(`${from}/deno.json`)
    ? await fromCheckout(from, folder)
    : await fromTarballs(from, folder);
  await write(folder, {
    ...sources(names),
    ...tests(names),
    ...surroundings(names, packages),
  });
  await deno(folder, ["fmt", "--quiet"]);
  if (Object.keys(packages.dependencies).length === 0) return;
  const npm = Deno.build.os === "windows" ? "npm.cmd" : "npm";
  await must(npm, ["install", "--no-audit", "--no-fund"], folder);
}

async function write(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = `${folder}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(path, text);
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
  if (links.length === ownPackages.length) return { ...fromJsr, links };
  throw new Error(`${folder} is no checkout of ${ownPackages.join(" and ")}`);
}

/** The path of `target` as files in `folder`, which is made, write it. */
async function pathFrom(folder: string, target: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const path = relative(
    await Deno.realPath(folder),
    await Deno.realPath(target),
  );
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

async function deno(folder: string, args: readonly string[]): Promise<void> {
  await must(Deno.execPath(), args, folder);
}

async function must(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<void> {
  const { code, stderr } = await run(program, args, { cwd });
  if (code !== 0) throw new Error(`Cannot ${args.join(" ")}: ${stderr}`);
}

/**
 * The task `install`: puts the built provider where `terraform init` and
 * `tofu init` find it, below the user's home.
 *
 * @module
 */
import { mkdir } from "node:fs/promises";
import process from "node:process";
import { isDeno } from "../plugin/platform.ts";
import { mirrorPath } from "../testing/system/plugin_folder.ts";
import { print, printError, run } from "../testing/system/run.ts";
import { build, buildIsFresh, copyBuilt } from "./build.ts";
import { replace, write, writeNode } from "./node_launcher.ts";
import { inProject, launcherPath, type Project } from "./project.ts";
import {
  bundledPackages,
  type Component,
  notices,
  noticesName,
} from "./release/components.ts";
import { executableName } from "./targets.ts";
import {
  type CommandArguments,
  runTask,
  type Task,
  task,
  UsageError,
} from "./task.ts";

/** Options of an installation. */
export interface InstallOptions {
  /** The executable; default: the launcher, with the bundle beside it. */
  readonly executable?: string | undefined;
  /** Whether the bundle is started on Node; default: on what built it. */
  readonly node?: boolean | undefined;
  /** The plugin folder; default: the user's. */
  readonly folder?: string | undefined;
}

/** Installs for both CLIs, and returns the executables written. */
export async function install(
  project: Project,
  options: InstallOptions = {},
): Promise<string[]> {
  const folder = options.folder ?? pluginFolder();
  const name = executableName(
    project,
    project.version,
    options.executable?.endsWith(".exe") ? "windows" : "",
  );
  const packages = options.node && isDeno ? await bundledPackages(project) : [];
  const written = [];
  for (const cli of ["terraform", "tofu"] as const) {
    const place = `${folder}/${mirrorPath(project, cli)}`;
    await mkdir(place, { recursive: true });
    await put(project, place, name, options, packages);
    written.push(`${place}/${name}`);
  }
  return written;
}

async function put(
  project: Project,
  place: string,
  name: string,
  { executable, node }: InstallOptions,
  packages: readonly Component[],
): Promise<void> {
  if (executable !== undefined) {
    await replace(executable, `${place}/${name}`);
  } else if (node === true && isDeno) {
    await writeNode(project, place, name);
    await writeLicences(project, place, packages);
  } else {
    await copyBuilt(project, inProject(project, "dist"), place, name);
  }
}

/** Adds the licences to a provider that is passed on to others. */
async function writeLicences(
  project: Project,
  place: string,
  packages: readonly Component[],
): Promise<void> {
  await replace(
    inProject(project, project.license ?? "LICENSE"),
    `${place}/LICENSE`,
  );
  await write(
    `${place}/${noticesName}`,
    notices(project, packages),
    0o644,
  );
}

/** The folder in which both CLIs look for plugins by default. */
function pluginFolder(): string {
  const variable = process.platform === "win32" ? "APPDATA" : "HOME";
  const home = process.env[variable];
  if (home === undefined) {
    throw new Error(`Cannot find the plugin folder: ${variable} is not set`);
  }
  const name = process.platform === "win32" ? "terraform.d" : ".terraform.d";
  return `${home}/${name}/plugins`;
}

const command = task({
  name: "install",
  summary: "Builds the provider and puts it where `terraform init` and " +
    "`tofu init` find it.",
  options: {
    executable: {
      value: "FILE",
      help: "install this file, such as a compiled provider",
    },
    node: {
      help: "start the provider on Node, where Deno has no build",
    },
    folder: { value: "FOLDER", help: "another plugin folder" },
  },
});

async function main(
  project: Project,
  { options }: CommandArguments<typeof command.options>,
): Promise<number> {
  if (options.executable !== undefined && options.node) {
    throw new UsageError("--executable and --node exclude each other.");
  }
  if (options.executable === undefined && !await buildIsFresh(project)) {
    await build(project);
  }
  const installed = await install(project, options);
  for (const path of installed) print(`Installed ${path}`);
  print(
    `Use it with source = "${project.address}", version = "${project.version}"`,
  );
  const [path = launcherPath(project)] = installed;
  const { code, stderr } = await run(path, ["--version"]);
  if (code !== 0) printError(`It does not start: ${stderr.trim()}`);
  return code;
}

/** The task. */
export const installTask: Task = (project, args) =>
  runTask(command, (given) => main(project, given), args);

/**
 * The task `install`: puts the built provider where `terraform init` and
 * `tofu init` find it, below the user's home.
 *
 * @module
 */
import { basename } from "node:path";
import { mirrorPath } from "../system/plugin_folder.ts";
import { print, printError, run } from "../system/run.ts";
import { build, buildIsFresh, builtFiles } from "./build.ts";
import { removeEntry } from "./code_cache.ts";
import { nodeEntry, nodeLauncher } from "./node_launcher.ts";
import {
  bundlePath,
  inProject,
  launcherPath,
  type Project,
} from "./project.ts";
import { bundledPackages, notices, noticesName } from "./release/components.ts";
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
  /** Whether the bundle is started on Node; default: on Deno. */
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
  const written = [];
  for (const cli of ["terraform", "tofu"] as const) {
    const place = `${folder}/${mirrorPath(project, cli)}`;
    await Deno.mkdir(place, { recursive: true, mode: 0o755 });
    await put(project, place, name, options);
    written.push(`${place}/${name}`);
  }
  return written;
}

async function put(
  project: Project,
  place: string,
  name: string,
  { executable, node }: InstallOptions,
): Promise<void> {
  if (executable !== undefined) {
    await replace(executable, `${place}/${name}`);
  } else if (node === true) {
    await writeNode(project, place, name);
    await writeLicences(project, place);
  } else {
    const launcher = basename(launcherPath(project));
    await removeEntry(place);
    for (const file of builtFiles(project)) {
      await replace(
        inProject(project, `dist/${file}`),
        `${place}/${file === launcher ? name : file}`,
      );
    }
  }
}

/** Puts the bundle and what starts it on Node into a folder that is there. */
export async function writeNode(
  project: Project,
  place: string,
  name: string,
): Promise<void> {
  // Node takes a file for a module by its name only.
  await replace(bundlePath(project), `${place}/provider.mjs`);
  await write(`${place}/node.mjs`, nodeEntry(project), 0o644);
  await write(`${place}/${name}`, nodeLauncher(project), 0o755);
}

/** Adds the licences to a provider that is passed on to others. */
async function writeLicences(project: Project, place: string): Promise<void> {
  await replace(
    inProject(project, project.license ?? "LICENSE"),
    `${place}/LICENSE`,
  );
  await write(
    `${place}/${noticesName}`,
    notices(project, await bundledPackages(project)),
    0o644,
  );
}

/**
 * Copies without ever changing a file that a running process has open. Nobody
 * else can write to the copy, whoever could to the original.
 */
async function replace(from: string, to: string): Promise<void> {
  await Deno.copyFile(from, `${to}.new`);
  const { mode } = await Deno.stat(`${to}.new`);
  await Deno.chmod(`${to}.new`, (mode ?? 0o755) & 0o755);
  await Deno.rename(`${to}.new`, to);
}

/** Writes like {@linkcode replace}. */
async function write(path: string, text: string, mode: number): Promise<void> {
  await Deno.writeTextFile(`${path}.new`, text);
  await Deno.chmod(`${path}.new`, mode);
  await Deno.rename(`${path}.new`, path);
}

/** The folder in which both CLIs look for plugins by default. */
function pluginFolder(): string {
  const variable = Deno.build.os === "windows" ? "APPDATA" : "HOME";
  const home = Deno.env.get(variable);
  if (home === undefined) {
    throw new Error(`Cannot find the plugin folder: ${variable} is not set`);
  }
  const name = Deno.build.os === "windows" ? "terraform.d" : ".terraform.d";
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

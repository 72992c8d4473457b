/**
 * The task `build`: writes `dist/provider.js`, the provider as one module, and
 * the launcher beside it, which the CLI can execute.
 *
 * @module
 */

import { chmod, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import process from "node:process";
import { isDeno } from "../plugin/platform.ts";
import { exists, makeTempDir } from "../testing/system/files.ts";
import { print } from "../testing/system/run.ts";
import { bundleScript, moduleOf } from "./bundle.ts";
import {
  cachedFiles,
  makeCode,
  removeEntry,
  writeCached,
} from "./code_cache.ts";
import { runFlags } from "./engine_flags.ts";
import { packageFolders } from "./import_map.ts";
import { launcher } from "./launcher.ts";
import { nodeEntryName, replace, writeStart } from "./node_launcher.ts";
import {
  bundlePath,
  inProject,
  launcherPath,
  type Project,
} from "./project.ts";
import { runTask, type Task, task } from "./task.ts";

const command = task({
  name: "build",
  summary: "Writes dist/provider.js, the provider as one module, and beside " +
    "it the launcher,\nwhich the CLI can execute.",
  options: {},
});

/** The task. */
export const buildTask: Task = (project, args) =>
  runTask(command, async () => {
    await build(project);
    print(`Wrote ${bundlePath(project)}`);
    print(`Wrote ${launcherPath(project)}`);
    return 0;
  }, args);

/**
 * Bundles the provider, makes its compiled code, and writes its launcher.
 *
 * @throws {Error} If the bundler or the rehearsal fails, with its output.
 */
export async function build(project: Project): Promise<void> {
  const folder = inProject(project, "dist");
  await mkdir(folder, { recursive: true });
  const script = await bundleScript(project);
  const name = basename(launcherPath(project));
  const module = basename(bundlePath(project));
  const staging = await makeTempDir("build_", folder);
  await writeFile(`${staging}/${module}`, moduleOf(script));
  if (isDeno) {
    await writeCached(
      staging,
      await makeCode(project, script, runFlags),
      module,
    );
    await writeFile(`${staging}/${name}`, launcher(project, process.execPath));
    await chmod(`${staging}/${name}`, 0o755);
  } else {
    await writeStart(project, staging, name);
  }
  await copyBuilt(project, staging, folder);
  await rm(staging, { recursive: true });
}

/** Copies the built files; nobody else can write to the copies. */
export async function copyBuilt(
  project: Project,
  from: string,
  to: string,
  name?: string,
): Promise<void> {
  const launcher = basename(launcherPath(project));
  await removeEntry(to);
  for (const file of builtFiles(project)) {
    const named = file === launcher ? name ?? file : file;
    await replace(`${from}/${file}`, `${to}/${named}`);
  }
}

/** Lists the names of the built files, in the order of their writing. */
export function builtFiles(project: Project): string[] {
  return [
    basename(bundlePath(project)),
    ...isDeno ? Object.values(cachedFiles) : [nodeEntryName],
    basename(launcherPath(project)),
  ];
}

/** Whether what was built is newer than all it is made of. */
export async function buildIsFresh(project: Project): Promise<boolean> {
  return await exists(launcherPath(project)) &&
    await isFresh(bundlePath(project), await sourcesOf(project));
}

/** The folders that no provider is made of. */
const others =
  /^(\.|_test|dist$|docs$|examples$|node_modules$|templates$|tests$)/;

/** The paths of all that a provider is made of. */
async function sourcesOf(project: Project): Promise<string[]> {
  if (project.sources !== undefined) {
    return project.sources.map((path) => inProject(project, path));
  }
  const names = await readdir(project.folder);
  const [, ...packages] = await packageFolders(project.folder);
  return [
    ...names.filter((name) => !others.test(name))
      .map((name) => inProject(project, name)),
    ...packages,
  ];
}

/** Whether a file is there and newer than all files of these paths. */
export async function isFresh(
  path: string,
  sources: readonly string[],
): Promise<boolean> {
  if (!await exists(path)) return false;
  const built = await modified(path);
  for (const source of sources) {
    if (await newest(source) > built) return false;
  }
  return true;
}

async function modified(path: string): Promise<number> {
  return (await stat(path)).mtimeMs;
}

async function newest(path: string): Promise<number> {
  if (!await exists(path)) return 0;
  let latest = await modified(path);
  if (!(await stat(path)).isDirectory()) return latest;
  for (const name of await readdir(path)) {
    latest = Math.max(latest, await newest(`${path}/${name}`));
  }
  return latest;
}

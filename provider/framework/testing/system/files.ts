/**
 * Files, and where they are kept.
 *
 * @module
 */

import { mkdtemp, readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";

/** Whether an error says that there is no such file or program. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Whether a path exists. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Makes an empty folder, whose name begins with `prefix`. */
export function makeTempDir(prefix: string, parent?: string): Promise<string> {
  return mkdtemp(join(parent ?? tmpdir(), prefix));
}

/** The paths of all files below a folder, from there and sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  if (!await exists(folder)) return [];
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map(({ parentPath, name }) =>
    relative(folder, join(parentPath, name)).replaceAll("\\", "/")
  ).sort();
}

/** The text of a file, or undefined where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The folder in the user's cache for what is downloaded once, without a slash
 * at its end.
 *
 * @param name Whose folder it is.
 */
export function userCache(name: string): string {
  const { env, platform } = process;
  const home = env.HOME ?? env.USERPROFILE ?? ".";
  const base = env.XDG_CACHE_HOME ?? env.LOCALAPPDATA ??
    (platform === "darwin" ? `${home}/Library/Caches` : `${home}/.cache`);
  return `${base}/${name}`;
}

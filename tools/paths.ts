/**
 * Where things lie in this checkout.
 *
 * @module
 */
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the checkout, without a slash at its end. */
export const root: string = fileURLToPath(new URL("..", import.meta.url))
  .replace(/[\\/]$/, "");

/** The path of something in the checkout. */
export function inRoot(path: string): string {
  return `${root}/${path}`;
}

/** Whether a path exists. */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The paths of all files below a folder, from there and sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  if (!await exists(folder)) return [];
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map(({ parentPath, name }) =>
    relative(folder, join(parentPath, name)).replaceAll("\\", "/")
  ).toSorted();
}

/** The text of a file, or undefined where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

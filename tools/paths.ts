/**
 * Where things lie in this checkout.
 *
 * @module
 */
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

/** The text of a file, or undefined where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** The paths of all files below a folder, from there and sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  if (!await exists(folder)) return [];
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) {
      const inner = await filesBelow(`${folder}/${name}`);
      found.push(...inner.map((path) => `${name}/${path}`));
    } else found.push(name);
  }
  return found.toSorted();
}

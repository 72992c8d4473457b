/** The most bytes of a file that a person wrote. */
const MAX_BYTES = 10 * 2 ** 20;

/**
 * Reads a text file. A pipe would wait for somebody who writes to it, and a
 * device may never end.
 *
 * @throws {Error} If it is no plain file, or larger than 10 MiB.
 *
 * @example
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { readTextFile } from "@hf-terraform/framework";
 *
 * await assertRejects(() => readTextFile("."), Error, "not a regular file");
 * ```
 */
export async function readTextFile(path: string): Promise<string> {
  // A start must not wait for the file system.
  const { readFile, stat } = await import("node:fs/promises");
  const found = await stat(path);
  if (!found.isFile()) {
    throw new UnreadableFile(`${path} is not a regular file`);
  }
  if (found.size > MAX_BYTES) {
    throw new UnreadableFile(`${path} is larger than 10 MiB`);
  }
  return await readFile(path, "utf8");
}

/** The error of a path that leads to something that is not read. */
export class UnreadableFile extends Error {}

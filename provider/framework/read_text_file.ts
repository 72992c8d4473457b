import process from "node:process";

/** The most bytes of a file that a person wrote. */
const MAX_BYTES = 10 * 2 ** 20;

/**
 * Reads a text file. A pipe would wait for somebody who writes to it, and a
 * device may never end.
 *
 * @param isOwn Whether it has to belong to the user of this process, or to root;
 *   to root it may belong to anybody, as what a container mounts does.
 * @throws {Error} If it is no plain file, larger than 10 MiB, or of others.
 *
 * @example
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { readTextFile } from "@hf-terraform/framework";
 *
 * await assertRejects(() => readTextFile("."), Error, "not a regular file");
 * ```
 */
export async function readTextFile(
  path: string,
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): Promise<string> {
  // A start must not wait for the file system.
  const { constants, open } = await import("node:fs/promises");
  // What is looked at is what is read, whatever has the path by then.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) {
      throw new UnreadableFile(`${path} is not a regular file`);
    }
    if (found.size > MAX_BYTES) {
      throw new UnreadableFile(`${path} is larger than 10 MiB`);
    }
    // Who only reads what it is told may not ask for the user.
    const user = isOwn ? process.getuid?.() : undefined;
    if (user && ![user, 0].includes(found.uid)) {
      throw new UnreadableFile(`${path} is neither yours nor root's`);
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** The error of a path that leads to something that is not read. */
export class UnreadableFile extends Error {}

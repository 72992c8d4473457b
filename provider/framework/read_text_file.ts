import process from "node:process";

/** The most bytes of a file that a person wrote. */
const MAX_BYTES = 10 * 2 ** 20;

/**
 * Reads a text file. A pipe would wait for somebody who writes to it, and a
 * device may never end.
 *
 * @param isOwn Whether it, and a link to it, has to belong to the user of this
 *   process, or to root; to root it may belong to anybody, as what a container
 *   mounts does.
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
  const { constants, lstat, open } = await import("node:fs/promises");
  // Who only reads what it is told may not ask for the user.
  const user = isOwn ? process.getuid?.() : undefined;
  const named = user && await lstat(path);
  // What is looked at is what is read, whatever has the path by then.
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  const follow = named && !named.isSymbolicLink() ? O_NOFOLLOW : 0;
  const file = await open(path, O_RDONLY | O_NONBLOCK | follow);
  try {
    const found = await file.stat();
    if (!found.isFile()) {
      throw new UnreadableFile(`${path} is not a regular file`);
    }
    if (found.size > MAX_BYTES) {
      throw new UnreadableFile(`${path} is larger than 10 MiB`);
    }
    // A link says as much as a file what is read.
    const isOf = [user, 0];
    if (named && !(isOf.includes(found.uid) && isOf.includes(named.uid))) {
      throw new UnreadableFile(`${path} is neither yours nor root's`);
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** The error of a path that leads to something that is not read. */
export class UnreadableFile extends Error {}

/**
 * The folder of recorded responses.
 *
 * @module
 */

import { lstat, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RecordedFile } from "./recorder.ts";

/**
 * Refuses a folder that leads elsewhere: its index is read, and shown to others.
 *
 * @throws {Error} If a link stands where something is read or written.
 */
export async function refuseLinks(folder: string): Promise<void> {
  for (const name of ["index.tsv", "answers", "answers/confirm"]) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) {
      throw new Error(
        `Cannot record in ${folder}: ${path} is a link. Remove it`,
      );
    }
  }
}

/** Writes responses, and their lines in the index; others of it stay. */
export async function writeFiles(
  folder: string,
  files: readonly RecordedFile[],
): Promise<void> {
  await refuseLinks(folder);
  const index = join(folder, "index.tsv");
  const head = "name\tkind\tdate\tstatus\troute\tsource";
  const before = await readFile(index, "utf8").catch(() => head);
  const names = new Set(files.map(({ line }) => line.split("\t")[0]));
  const others = before.trimEnd().split("\n")
    .filter((line) => !names.has(line.split("\t")[0]));
  const lines = [...others, ...files.map(({ line }) => line)];
  const all = [...files, { path: "index.tsv", text: `${lines.join("\n")}\n` }];
  for (const { path, text } of all) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    // What a link of this name leads to stays as it is.
    await rm(file, { force: true });
    await writeFile(file, text, { flag: "wx" });
  }
}

/**
 * Storage of the test provider: one JSON file for each object, in a folder that
 * the test looks into as well.
 *
 * @module
 */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** An object as it is stored. */
export type StoredObject = Record<string, unknown>;

/** The folder of objects. */
export class Store {
  readonly #folder: string;

  /** Opens a folder, which must exist. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes an object and what was asked to the log. */
  async put(id: string, object: StoredObject): Promise<void> {
    await writeFile(this.#path(id), JSON.stringify(object));
  }

  /** Reads an object; undefined: there is none. */
  async get(id: string): Promise<StoredObject | undefined> {
    try {
      return JSON.parse(await readFile(this.#path(id), "utf8"));
    } catch (error) {
      if (
        error instanceof Error && "code" in error && error.code === "ENOENT"
      ) {
        return undefined;
      }
      throw error;
    }
  }

  /** Removes an object, if it is there. */
  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  /** The ids of all objects, sorted. */
  async ids(): Promise<readonly string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length)).sort();
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

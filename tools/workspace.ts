/**
 * The packages of the workspace, as their `deno.json` files declare them.
 *
 * @module
 */
import { posix } from "node:path";
import { inRoot } from "./paths.ts";

/** One package. */
export interface Package {
  /** Its folder from the root; `.` is the client, whose folder is the root. */
  readonly folder: string;
  /** Its name, such as `@hf-terraform/framework`. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** The entry points by name, as files in its folder. */
  readonly exports: Readonly<Record<string, string>>;
}

interface Config extends Omit<Package, "folder" | "exports"> {
  readonly exports: string | Package["exports"];
  readonly workspace?: readonly string[];
}

async function read(folder: string): Promise<Package & Config> {
  const text = await Deno.readTextFile(inRoot(`${folder}/deno.json`));
  const config: Config = JSON.parse(text);
  const { exports: given } = config;
  const exports = typeof given === "string" ? { ".": given } : given;
  return { ...config, folder: posix.normalize(folder), exports };
}

const client = await read(".");

/** All packages: the client, then the members of its workspace. */
export const packages: readonly Package[] = [
  client,
  ...await Promise.all((client.workspace ?? []).map(read)),
];

/** The file from the root of each name that one package imports of another. */
export const entries: ReadonlyMap<string, string> = new Map(
  packages.flatMap(({ folder, name, exports }) =>
    Object.entries(exports).map(([entry, file]) =>
      [
        posix.join(name, entry),
        posix.join(folder, file),
      ] as const
    )
  ),
);

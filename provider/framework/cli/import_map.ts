/**
 * The imports of a project, as one import map: its own, and those of
 * the packages that are in its workspace or linked to it.
 *
 * @module
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readIfThere } from "../testing/system/files.ts";

/** The parts of a `deno.json` that are read. */
interface Config {
  readonly name?: string;
  readonly exports?: string | Readonly<Record<string, string>>;
  readonly imports?: Readonly<Record<string, string>>;
  readonly workspace?: readonly string[];
  readonly links?: readonly string[];
}

/** The folders of the packages that belong to a project, itself included. */
export async function packageFolders(folder: string): Promise<string[]> {
  const { workspace = [], links = [] } = await configOf(folder);
  return [
    folder,
    ...[...workspace, ...links].map((path) => resolve(folder, path)),
  ];
}

/** The name of the package in a folder; undefined if it is none. */
export async function nameOfPackage(
  folder: string,
): Promise<string | undefined> {
  return (await configOf(folder)).name;
}

/** The imports of a project by their names. */
export async function importsOf(
  folder: string,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const own: Record<string, string> = {};
  for (const each of await packageFolders(folder)) {
    const { name, exports = {}, imports = {} } = await configOf(each);
    for (const [from, to] of Object.entries(imports)) {
      found[from] ??= to.startsWith(".") ? urlOf(each, to) : to;
      // As Deno does it with the imports of a deno.json.
      const [, scheme, rest] = /^(jsr:|npm:)\/?(.*)$/.exec(to) ?? [];
      if (rest !== undefined) found[`${from}/`] ??= `${scheme}/${rest}/`;
    }
    if (name === undefined) continue;
    const entries = typeof exports === "string" ? { ".": exports } : exports;
    for (const [entry, file] of Object.entries(entries)) {
      own[name + entry.slice(1)] = urlOf(each, file);
    }
  }
  return { ...found, ...own };
}

function urlOf(folder: string, path: string): string {
  const { href } = pathToFileURL(resolve(folder, path));
  return path.endsWith("/") && !href.endsWith("/") ? `${href}/` : href;
}

async function configOf(folder: string): Promise<Config> {
  return JSON.parse(await readIfThere(`${folder}/deno.json`) ?? "{}");
}

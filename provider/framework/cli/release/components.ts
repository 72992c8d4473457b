/**
 * The work of others in a released provider: their licences, and the bill of
 * materials (CycloneDX).
 *
 * @module
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readIfThere } from "../../testing/system/files.ts";
import { run } from "../../testing/system/run.ts";
import { bundleSplit } from "../bundle.ts";
import { executableOf, inProject, type Project, titleOf } from "../project.ts";
import { pinnedVersion } from "../deno_sums.ts";
import { ownPackages } from "../new/names.ts";
import { version } from "../../version.ts";
import { denoLicense, v8License } from "./licenses.ts";

/** A part of the provider that others wrote. */
export interface Component {
  /** Its name, such as `yaml`. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** The SPDX identifier of its licence. */
  readonly license: string;
  /** The text of its licence. */
  readonly text: string;
  /** Its package URL. */
  readonly purl: string;
  /** The SHA-512 of its package, in hex; undefined if it is no package. */
  readonly sha512?: string;
}

/** The file with the licences of others, in each zip and beside each bundle. */
export const noticesName = "THIRD_PARTY_NOTICES.txt";

/**
 * The packages that are in the bundle, by its source maps: what is declared but
 * not used is not among them.
 *
 * @throws {Error} If the bundler fails, or a package has no licence text.
 */
export async function bundledPackages(
  project: Project,
): Promise<Component[]> {
  const folder = await Deno.makeTempDir({ prefix: "bill_" });
  try {
    await bundleSplit(project, folder, { sourceMap: true });
    const sources = new Set<string>();
    for await (const { name } of Deno.readDir(folder)) {
      if (!name.endsWith(".map")) continue;
      const map: { sources: string[] } = JSON.parse(
        await Deno.readTextFile(`${folder}/${name}`),
      );
      for (const source of map.sources) sources.add(source);
    }
    const sums = await sumsOf(project);
    const found = new Map<string, Promise<Component>>();
    for (const source of sources) {
      const home = await packageOf(
        resolve(folder, source).replaceAll("\\", "/"),
      );
      if (home === undefined || found.has(home)) continue;
      found.set(home, npmComponent(home, sums));
    }
    const all = [
      ...await Promise.all(found.values()),
      ...frameworkComponents(project),
    ];
    return all.toSorted((a, b) => a.purl < b.purl ? -1 : 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The packages of this framework; none, if they are the project's own. */
function frameworkComponents(project: Project): Component[] {
  const own = pathToFileURL(project.folder.replace(/[\\/]?$/, "/")).href;
  const isInstalled = import.meta.url.includes("/node_modules/");
  if (import.meta.url.startsWith(own) && !isInstalled) return [];
  return ownPackages.map((name) => ({
    name,
    version,
    license: "MPL-2.0",
    text: texts["MPL-2.0"] ?? "",
    // The name under which JSR serves npm.
    purl: `pkg:npm/%40jsr/${name.slice(1).replace("/", "__")}@${version}`,
  }));
}

/**
 * The folder of the npm package that a file is of, from whatever registry: in
 * Deno's cache, below its version, or in `node_modules`; undefined: of none.
 */
export async function packageOf(path: string): Promise<string | undefined> {
  const [home = ""] = /^.*\/(?=[^/]+$)/.exec(path) ?? [];
  if (!/\/(?:npm|node_modules)\//.test(home)) return undefined;
  const { name, version }: { name?: string; version?: string } = JSON.parse(
    await readIfThere(`${home}package.json`) ?? "{}",
  );
  return name && version && /\/(?:\d[^/]*|node_modules\/.*)\/$/.test(home)
    ? home
    : await packageOf(home.slice(0, -1));
}

/** The sums of npm packages, by name and version, as the lock file has them. */
async function sumsOf(project: Project): Promise<ReadonlyMap<string, string>> {
  const path = inProject(project, "deno.lock");
  const lock = await readIfThere(path) ?? "{}";
  const { npm = {} }: { npm?: Record<string, { integrity: string }> } = JSON
    .parse(lock);
  return new Map(
    Object.entries(npm).map(([name, { integrity }]) => [name, integrity]),
  );
}

async function npmComponent(
  home: string,
  sums: ReadonlyMap<string, string>,
): Promise<Component> {
  const { name, version, license }: {
    name: string;
    version: string;
    license: string;
  } = JSON.parse(await Deno.readTextFile(`${home}package.json`));
  const files = (await Array.fromAsync(Deno.readDir(home))).map((entry) =>
    entry.name
  );
  const file = files.find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
  const text = file === undefined
    ? texts[license]
    : await Deno.readTextFile(`${home}${file}`);
  if (text === undefined) throw new Error(`${name} has no text of its licence`);
  const integrity = sums.get(`${name}@${version}`);
  return {
    name,
    version,
    license,
    text,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    ...integrity !== undefined && {
      sha512: Uint8Array.fromBase64(integrity.replace("sha512-", "")).toHex(),
    },
  };
}

/** The text in place of a licence of which a package has only the name. */
const texts: Readonly<Record<string, string>> = {
  "MPL-2.0": "This package is under the Mozilla Public License 2.0, which is " +
    "at\nhttps://mozilla.org/MPL/2.0/. Its source is on https://jsr.io.\n",
};

/** Further components of an executable: the Deno that made it, with its V8. */
export async function runtimeComponents(): Promise<Component[]> {
  const { stdout } = await run(
    Deno.env.get("DENO") ?? Deno.execPath(),
    ["--version"],
    { env: { NO_COLOR: "1" } },
  );
  const version = (name: string) =>
    new RegExp(`^${name} (\\S+)`, "m").exec(stdout)?.[1] ?? "";
  return [
    {
      name: "deno",
      version: version("deno"),
      license: "MIT",
      text: denoLicense,
      purl: `pkg:github/denoland/deno@v${version("deno")}`,
    },
    {
      name: "v8",
      version: version("v8"),
      license: "BSD-3-Clause",
      text: v8License,
      purl: `pkg:github/v8/v8@${version("v8").replace(/-.*/, "")}`,
    },
  ];
}

/** The licences of all components, as one text. */
export function notices(
  project: Project,
  components: readonly Component[],
): string {
  const line = "-".repeat(72);
  const parts = components.map(({ name, version, license, text }) =>
    `${line}\n${name} ${version} (${license})\n${line}\n\n${text.trim()}\n`
  );
  return `The ${
    titleOf(project)
  } provider contains what follows. The libraries that \
Deno itself\nis made of are listed at \
https://github.com/denoland/deno/blob/v${pinnedVersion}/Cargo.lock.\n\n${
    parts.join("\n")
  }`;
}

/** The bill of materials of a version, in CycloneDX's JSON. */
export function billOfMaterials(
  project: Project,
  version: string,
  components: readonly Component[],
): string {
  const name = executableOf(project);
  return `${
    JSON.stringify(
      {
        bomFormat: "CycloneDX",
        specVersion: "1.6",
        version: 1,
        metadata: {
          component: {
            "bom-ref": name,
            type: "application",
            name,
            version,
            licenses: [{ license: { id: project.licenseId ?? "MPL-2.0" } }],
          },
        },
        components: components.map((component) => ({
          "bom-ref": component.purl,
          type: component.purl.startsWith("pkg:npm/") ? "library" : "platform",
          name: component.name,
          version: component.version,
          licenses: [{ license: { id: component.license } }],
          purl: component.purl,
          ...component.sha512 !== undefined &&
            { hashes: [{ alg: "SHA-512", content: component.sha512 }] },
        })),
        dependencies: [{
          ref: name,
          dependsOn: components.map(({ purl }) => purl),
        }],
      },
      undefined,
      2,
    )
  }\n`;
}

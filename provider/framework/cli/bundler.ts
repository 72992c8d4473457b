/**
 * The bundler of `deno bundle`, from the lock file.
 *
 * Deno takes esbuild from its cache, or else fetches it from npm without a look
 * at the lock file. What writes every release must be what the lock file says,
 * so the bundler is an npm dependency, whose sum Deno checks, and `deno bundle`
 * runs with a cache folder that holds this one.
 *
 * @module
 */

import { createRequire } from "node:module";
import { version } from "esbuild";
import { run } from "../testing/system/run.ts";

// A module from JSR knows the names of its own dependencies in imports only.
const esbuild = import.meta.url.startsWith("file:")
  ? "esbuild"
  : `npm:esbuild@${version}`;

/** The environment in which `deno bundle` runs the esbuild of the lock file. */
export interface BundlerEnvironment extends Record<string, string> {
  /** A cache folder with the packages of the user's own. */
  readonly DENO_DIR: string;
}

let prepared: Promise<BundlerEnvironment> | undefined;

/**
 * Makes a cache folder for `deno bundle` that holds the bundler: one for all
 * bundles of this process, which removes it when it ends.
 *
 * @throws {Error} If this Deno bundles with another version of esbuild.
 */
export function prepareBundler(): Promise<BundlerEnvironment> {
  return prepared ??= makeEnvironment();
}

async function makeEnvironment(): Promise<BundlerEnvironment> {
  const folder = await Deno.makeTempDir({ prefix: "bundler_" });
  globalThis.addEventListener("unload", () => {
    Deno.removeSync(folder, { recursive: true });
  });
  const name = `esbuild-${esbuildPlatform()}`;
  // The suffix is Deno's, which signs some of them anew (cli/tools/bundle).
  const place = `${folder}/dl/esbuild-${version}-1`;
  await Deno.mkdir(place, { recursive: true });
  const isWindows = Deno.build.os === "windows";
  await Deno.copyFile(
    createRequire(import.meta.resolve(esbuild)).resolve(
      `@esbuild/${esbuildPlatform()}/${
        isWindows ? "esbuild.exe" : "bin/esbuild"
      }`,
    ),
    `${place}/${name}${isWindows ? ".exe" : ""}`,
  );
  const environment = { DENO_DIR: folder };
  await probe(folder, environment);
  const { stdout } = await run(Deno.execPath(), ["info", "--json"]);
  const { denoDir }: { denoDir: string } = JSON.parse(stdout);
  for (const packages of ["npm", "remote"]) {
    await Deno.mkdir(`${denoDir}/${packages}`, { recursive: true });
    await Deno.remove(`${folder}/${packages}`, { recursive: true })
      .catch(() => {});
    await Deno.symlink(`${denoDir}/${packages}`, `${folder}/${packages}`, {
      type: isWindows ? "junction" : "dir",
    });
  }
  return environment;
}

/** Bundles where no registry answers: with what the folder holds, or not at all. */
async function probe(
  folder: string,
  environment: BundlerEnvironment,
): Promise<void> {
  const entry = `${folder}/probe.js`;
  await Deno.writeTextFile(entry, "export {};\n");
  const { code, stderr } = await run(Deno.execPath(), [
    "bundle",
    "--quiet",
    "--no-config",
    `--output=${entry}.out`,
    entry,
  ], {
    cwd: folder,
    env: { ...environment, NPM_CONFIG_REGISTRY: "http://127.0.0.1:9" },
  });
  if (code === 0) return;
  throw new Error(
    `Deno ${Deno.version.deno} does not bundle with esbuild ${version}, ` +
      `which the lock file pins. Use the Deno that the project names, or pin ` +
      `the esbuild of this one:\n${stderr}`,
  );
}

function esbuildPlatform(): string {
  const { os, arch } = Deno.build;
  return `${os === "windows" ? "win32" : os}-${
    arch === "aarch64" ? "arm64" : "x64"
  }`;
}

/**
 * Finds the real Terraform or OpenTofu.
 *
 * @module
 */

import { realpath, stat } from "node:fs/promises";
import { delimiter } from "node:path";
import process from "node:process";
import { downloadedCli } from "./cli_download.ts";
import { run } from "./run.ts";

/** A Terraform or OpenTofu executable. */
export interface Cli {
  /** Its absolute path. */
  readonly path: string;
  /** The name of the CLI. */
  readonly name: "terraform" | "tofu";
  /** Its version, such as `1.11.4`. */
  readonly version: string;
}

/** Reason why no CLI can be had. */
export interface NoCli {
  /** The missing program and how to install it. */
  readonly reason: string;
}

let found: Promise<Cli> | undefined;

/**
 * The CLI, looked for once per process: `TF_CLI` if set, else `terraform`, else
 * `tofu` on PATH, else an OpenTofu release downloaded once into the user's
 * cache and checked against its SHA256SUMS.
 *
 * @throws {Error} If there is none, with what to install.
 */
export function findCli(): Promise<Cli> {
  found ??= lookForCli();
  return found;
}

/** As {@linkcode findCli}, with the reason as a value. */
export function tryFindCli(): Promise<Cli | NoCli> {
  return findCli().catch((error: unknown) => ({
    reason: error instanceof Error ? error.message : String(error),
  }));
}

async function lookForCli(): Promise<Cli> {
  const wanted = process.env.TF_CLI;
  if (wanted !== undefined && wanted !== "") {
    const path = await onPath(wanted);
    if (path === undefined) {
      throw new Error(
        `Cannot find the CLI that TF_CLI names: "${wanted}" is neither a file ` +
          "nor a program on PATH",
      );
    }
    return describe(path);
  }
  for (const program of ["terraform", "tofu"]) {
    const path = await onPath(program);
    if (path !== undefined) return describe(path);
  }
  return describe(await downloadedCli());
}

async function describe(path: string): Promise<Cli> {
  const { code, stdout, stderr } = await run(path, ["version"], {
    env: { CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: nullDevice() },
  });
  if (code !== 0) {
    throw new Error(`Cannot run ${path}: exit code ${code}: ${stderr.trim()}`);
  }
  const [, product, version] = /^(Terraform|OpenTofu) v(\S+)/m.exec(stdout) ??
    [];
  if (version === undefined) {
    throw new Error(`Cannot read the version of ${path} in: ${stdout.trim()}`);
  }
  return { path, name: product === "OpenTofu" ? "tofu" : "terraform", version };
}

function nullDevice(): string {
  return process.platform === "win32" ? "NUL" : "/dev/null";
}

async function onPath(program: string): Promise<string | undefined> {
  if (/[\\/]/.test(program)) {
    return await isFile(program) ? await realpath(program) : undefined;
  }
  const suffix = process.platform === "win32" ? ".exe" : "";
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = `${folder}/${program}${suffix}`;
    if (folder !== "" && await isFile(path)) return path;
  }
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

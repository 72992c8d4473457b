/**
 * Downloads an OpenTofu release for machines that have neither CLI.
 *
 * @module
 */

import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import process from "node:process";
import { exists, userCache } from "./files.ts";
import { thisPlatform } from "./plugin_folder.ts";
import { run } from "./run.ts";
import { sha256 } from "./sha256.ts";

/** The OpenTofu release that is downloaded. */
export const tofuVersion = "1.12.6";

/** Options of a download. */
export interface DownloadOptions {
  /** Base URL of releases; default: OpenTofu's on GitHub. */
  readonly releases?: string;
  /** The folder to keep it in; default: one in the user's cache. */
  readonly cache?: string;
  /** Used for the downloads; default: the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * The path of an OpenTofu executable, downloaded at the first call.
 *
 * @throws {Error} If the release cannot be had or its sum does not fit.
 */
export async function downloadedCli(
  options: DownloadOptions = {},
): Promise<string> {
  const cache = options.cache ??
    userCache("terraform-plugin-testing");
  const program = process.platform === "win32" ? "tofu.exe" : "tofu";
  const path = `${cache}/tofu-${tofuVersion}/${program}`;
  if (await exists(path)) return path;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(`${cache}/staging-`);
  try {
    const archive = await fetchRelease(staging, options);
    await unpack(archive, program);
    await rm(archive);
    await rename(staging, `${cache}/tofu-${tofuVersion}`);
  } catch (error) {
    await rm(staging, { recursive: true });
    if (await exists(path)) return path;
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      "Cannot find Terraform or OpenTofu, and cannot download OpenTofu " +
        `${tofuVersion} (${cause}): install one of them and put it on PATH, ` +
        "or name it in TF_CLI",
      { cause: error },
    );
  }
  return path;
}

/** The name of the archive for this machine. */
export function archiveName(): string {
  return `tofu_${tofuVersion}_${thisPlatform()}.zip`;
}

async function fetchRelease(
  folder: string,
  options: DownloadOptions,
): Promise<string> {
  const base = options.releases ??
    "https://github.com/opentofu/opentofu/releases/download";
  const get = options.fetch ?? fetch;
  const read = async (
    name: string,
    seconds: number,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const url = `${base}/v${tofuVersion}/${name}`;
    const response = await get(url, {
      signal: AbortSignal.timeout(seconds * 1_000),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`${url} returned ${response.status}`);
    }
    return new Uint8Array(await response.arrayBuffer());
  };
  const name = archiveName();
  const sums = new TextDecoder().decode(
    await read(`tofu_${tofuVersion}_SHA256SUMS`, 20),
  );
  const bytes = await read(name, 600);
  await checkSum(name, bytes, sums);
  await writeFile(`${folder}/${name}`, bytes);
  return `${folder}/${name}`;
}

/**
 * Compares a file with its line in a SHA256SUMS text.
 *
 * @throws {Error} If the line is missing or the sum differs.
 */
export async function checkSum(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  sums: string,
): Promise<void> {
  const line = sums.split("\n").find((line) => line.endsWith(`  ${name}`));
  if (line === undefined) throw new Error(`SHA256SUMS has no line for ${name}`);
  const actual = await sha256(bytes);
  const [expected] = line.split(" ");
  if (actual !== expected) {
    throw new Error(
      `${name} has SHA-256 ${actual}, but SHA256SUMS says ${expected}`,
    );
  }
}

async function unpack(archive: string, program: string): Promise<void> {
  const folder = archive.slice(0, archive.lastIndexOf("/"));
  const tools: [string, string[]][] = [
    ["unzip", ["-q", "-o", archive, program, "-d", folder]],
    ["tar", ["-xf", archive, "-C", folder, program]],
    ["python3", ["-m", "zipfile", "-e", archive, folder]],
  ];
  for (const [tool, args] of tools) {
    const done = await run(tool, args).catch(() => undefined);
    if (done?.code === 0) {
      await chmod(`${folder}/${program}`, 0o755).catch(() => {});
      return;
    }
  }
  throw new Error(`none of unzip, tar and python3 can unpack ${archive}`);
}

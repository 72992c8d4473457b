/**
 * The programs of Deno that make a release, and their sums.
 *
 * A release is bundled and compiled by `deno`, onto a base executable, `denort`,
 * for each target. `deno_sums.ts` has the SHA-256 of each, and nothing else is
 * run or compiled onto.
 *
 * @module
 */

import { sha256 } from "../testing/system/sha256.ts";
import { pinnedSums, pinnedVersion } from "./deno_sums.ts";
import { readZip } from "./release/zip_reader.ts";

/** A line `SHA-256  NAME` for each program, as `denort-aarch64-apple-darwin`. */
export type Sums = string;

/** The source of programs, and the sums of those that are taken. */
export interface ProgramOptions {
  /** The sums; default: those of the Deno that this framework names. */
  readonly sums?: Sums | undefined;
  /** The host that has base executables; default: Deno's. */
  readonly host?: string | undefined;
  /** The value of an environment variable; default: that of this process. */
  readonly env?: ((name: string) => string | undefined) | undefined;
}

/** The programs that make an executable. */
export interface Programs {
  /** The Deno that compiles. */
  readonly deno: string;
  /** The executable that it compiles onto. */
  readonly base: string;
}

const ownEnv = (name: string) => Deno.env.get(name);

/** Deno's own host. */
export const denoHost = "https://dl.deno.land";

/**
 * The Deno that compiles: the one of `DENO`, or the one that runs, and bundles.
 *
 * @returns Its path.
 * @throws {Error} If one of these two has a sum that is not pinned.
 */
export async function checkedDeno(
  { sums = pinnedSums, env = ownEnv }: ProgramOptions = {},
): Promise<string> {
  const deno = env("DENO") ?? Deno.execPath();
  for (const path of new Set([Deno.execPath(), deno])) {
    const bytes = await Deno.readFile(path);
    await checkSum(`deno-${Deno.build.target}`, path, bytes, sums);
  }
  return deno;
}

/**
 * The base executable of a target: the one of `DENORT_BIN`, or else the one that
 * Deno publishes.
 *
 * @param folder Where to put it.
 * @returns The path of a copy, so that what was checked is what is taken.
 * @throws {Error} If its sum is not pinned.
 */
export async function checkedBase(
  target: string,
  folder: string,
  { sums = pinnedSums, host = denoHost, env = ownEnv }: ProgramOptions = {},
): Promise<string> {
  const name = `denort-${target}`;
  const given = (env("DENORT_TARGET") ?? target) === target
    ? env("DENORT_BIN")
    : undefined;
  if (!sums.includes(`  ${name}\n`)) {
    throw new Error(
      `The sum of ${name} of Deno ${pinnedVersion} is not pinned: where ` +
        "Deno's host answers, `deno task pin` adds it; or name a file with it " +
        "by --sums",
    );
  }
  const source = given ?? `${host}/release/v${Deno.version.deno}/${name}.zip`;
  const bytes = given === undefined
    ? programIn(await download(source), source)
    : await Deno.readFile(given);
  await checkSum(name, source, bytes, sums);
  const base = `${folder}/${name}`;
  await Deno.writeFile(base, bytes, { mode: 0o755 });
  return base;
}

/** @throws {Error} If the sum of a program is not one of its name. */
async function checkSum(
  name: string,
  place: string,
  bytes: Uint8Array<ArrayBuffer>,
  sums: Sums,
): Promise<void> {
  const sum = await sha256(bytes);
  if (sums.includes(`${sum}  ${name}\n`)) return;
  throw new Error(
    `${place} has the SHA-256 ${sum}, which is not pinned for ${name}. ` +
      `Use the programs of Deno ${pinnedVersion}, or name a file with the ` +
      "sum by --sums.",
  );
}

/** The one program in a zip of Deno's host. */
function programIn(
  zip: Uint8Array<ArrayBuffer>,
  url: string,
): Uint8Array<ArrayBuffer> {
  const [entry] = readZip(zip);
  if (entry === undefined) throw new Error(`${url} is empty`);
  return Uint8Array.from(entry.bytes);
}

async function download(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(600_000) });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return await response.bytes();
}

/**
 * The sums of all programs of the Deno that runs, from its host: each zip has
 * the sum that is published beside it.
 *
 * @param targets For which platforms.
 * @throws {Error} If the host does not answer, or a zip has another sum.
 */
export async function publishedSums(
  targets: readonly string[],
  host: string = denoHost,
): Promise<Sums> {
  const lines: string[] = [];
  for (const kind of ["deno", "denort"]) {
    for (const target of targets) {
      const name = `${kind}-${target}`;
      const url = `${host}/release/v${Deno.version.deno}/${name}.zip`;
      const zip = await download(url);
      const published = new TextDecoder().decode(
        await download(`${url}.sha256sum`),
      );
      const sum = await sha256(zip);
      if (!published.toLowerCase().includes(sum)) {
        throw new Error(`${url} has the SHA-256 ${sum}, not the published one`);
      }
      lines.push(`${await sha256(programIn(zip, url))}  ${name}\n`);
    }
  }
  return lines.join("");
}

/**
 * A signed release for this machine's platform, made once for a test file.
 *
 * @module
 */
import { release } from "../../provider/framework/cli/release/release.ts";
import { keyRing } from "../../provider/framework/cli/release/gpg.ts";
import type { ProgramOptions } from "../../provider/framework/cli/deno_programs.ts";
import { pinnedSums } from "../../provider/framework/cli/deno_sums.ts";
import { sha256 } from "../../provider/framework/testing/system/sha256.ts";
import { project } from "../../tools/project.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { type Target, targets } from "../../provider/framework/cli/targets.ts";
import type { SigningKey } from "../../provider/framework/cli/release/sign.ts";

/** The version of the releases that the tests make. */
export const testVersion = "1.2.3";

/** The passphrase of the keys that the tests make. */
export const passphrase = "of no worth";

/** A signed release. */
export interface SignedRelease {
  /** Its folder. */
  readonly folder: string;
  /** The public key that signed it, armoured. */
  readonly publicKey: string;
}

/** This machine's platform. */
export function thisTarget(): Target {
  const triple = Deno.build.target;
  const found = targets.find((target) => target.triple === triple);
  if (found === undefined) {
    throw new Error(`Deno does not compile for ${triple}`);
  }
  return found;
}

/**
 * Returns the reason why no release can be made here; undefined if it can.
 *
 * `DENORT_BIN` names the base executable. Only if `HF_TEST_RELEASE` is set may
 * Deno download one instead.
 */
export async function whyNoRelease(): Promise<string | undefined> {
  if (Deno.build.os !== "linux") {
    return "Go takes another authority from SSL_CERT_FILE on Linux only";
  }
  for (const program of ["gpg", "openssl"]) {
    try {
      await run(program, ["version"]);
    } catch {
      return `${program} is not installed`;
    }
  }
  return Deno.env.has("DENORT_BIN") || Deno.env.has("HF_TEST_RELEASE")
    ? undefined
    : "DENORT_BIN names no base executable, and HF_TEST_RELEASE allows no " +
      "download";
}

/** The programs that are pinned, and those that the environment names. */
export async function namedPrograms(): Promise<ProgramOptions> {
  const target = Deno.build.target;
  const named = {
    deno: Deno.env.get("DENO"),
    denort: Deno.env.get("DENORT_BIN"),
  };
  const lines = [pinnedSums];
  for (
    const [kind, path] of Object.entries({ running: Deno.execPath(), ...named })
  ) {
    if (path === undefined) continue;
    const name = `${kind === "denort" ? kind : "deno"}-${target}`;
    lines.push(`${await sha256(await Deno.readFile(path))}  ${name}\n`);
  }
  return { sums: lines.join("") };
}

/** A file with the sums of these programs, as `--sums` takes it. */
export async function namedSums(folder: string): Promise<string> {
  const path = `${folder}/programs.sha256`;
  const { sums = "" } = await namedPrograms();
  await Deno.writeTextFile(path, sums);
  return path;
}

/** Makes a key that signs, of a kind such as `rsa2048`. */
export async function makeKey(kind: string): Promise<SigningKey> {
  await using ring = await keyRing();
  const unlock = ["--pinentry-mode=loopback", `--passphrase=${passphrase}`];
  await ring.gpg([
    ...unlock,
    "--quick-gen-key",
    "Test <test@localhost>",
    kind,
    "sign",
    "1d",
  ]);
  const { stdout } = await ring.gpg([
    ...unlock,
    "--armor",
    "--export-secret-keys",
  ]);
  return { secret: stdout, passphrase };
}

/** Compiles, packs and signs. */
export async function makeSignedRelease(
  folder: string,
): Promise<SignedRelease> {
  const { publicKey = "" } = await release(project, {
    version: testVersion,
    targets: [thisTarget()],
    out: folder,
    key: await makeKey("rsa2048"),
    programs: await namedPrograms(),
  });
  return { folder, publicKey };
}

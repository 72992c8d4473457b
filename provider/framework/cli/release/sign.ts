/**
 * Signs the sums of a release.
 *
 * @module
 */
import { keyRing } from "./gpg.ts";

/** The key that signs. */
export interface SigningKey {
  /** The secret key as `gpg --armor --export-secret-keys` prints it. */
  readonly secret: string;
  /** The passphrase; empty if it is not locked. */
  readonly passphrase: string;
  /** The id of a key of the text; default: its first. */
  readonly fingerprint?: string | undefined;
}

/**
 * Takes the key out of the environment, so that no program started later
 * inherits it: `GPG_PRIVATE_KEY`, `PASSPHRASE` and `GPG_FINGERPRINT`. On Linux a
 * program of the same user can still read what this process was started with.
 *
 * @returns Undefined if `GPG_PRIVATE_KEY` is not set.
 */
export function keyFromEnvironment(): SigningKey | undefined {
  const [secret, passphrase, fingerprint] = [
    "GPG_PRIVATE_KEY",
    "PASSPHRASE",
    "GPG_FINGERPRINT",
  ].map((name) => {
    const value = Deno.env.get(name);
    Deno.env.delete(name);
    return value === "" ? undefined : value;
  });
  if (secret === undefined) return undefined;
  return { secret, passphrase: passphrase ?? "", fingerprint };
}

/**
 * Writes a detached binary signature of a text.
 *
 * @returns The public key, armoured.
 * @throws {Error} If the key is not one that registries take, or gpg fails.
 */
export async function sign(
  text: string,
  signature: string,
  key: SigningKey,
): Promise<string> {
  await using ring = await keyRing();
  const [secret, passphrase] = [`${ring.folder}/key`, `${ring.folder}/pass`];
  const signed = `${ring.folder}/signed`;
  await Deno.writeTextFile(secret, key.secret, { mode: 0o600 });
  await Deno.writeTextFile(passphrase, key.passphrase, { mode: 0o600 });
  await Deno.writeTextFile(signed, text);
  await ring.gpg(["--import", secret]);
  const fingerprint = key.fingerprint ?? await firstKey(ring);
  await ring.gpg([
    "--pinentry-mode=loopback",
    `--passphrase-file=${passphrase}`,
    `--local-user=${fingerprint}`,
    "--digest-algo=SHA512",
    `--output=${signature}`,
    "--detach-sign",
    signed,
  ]);
  const { stdout } = await ring.gpg(["--armor", "--export", fingerprint]);
  return stdout;
}

async function firstKey(
  ring: Awaited<ReturnType<typeof keyRing>>,
): Promise<string> {
  const listed = await ring.gpg(["--with-colons", "--list-secret-keys"]);
  const fields = listed.stdout.split("\n").map((line) => line.split(":"));
  const fingerprint = fields.find(([kind]) => kind === "fpr")?.[9];
  if (fingerprint === undefined) {
    throw new Error("GPG_PRIVATE_KEY holds no secret key");
  }
  return fingerprint;
}

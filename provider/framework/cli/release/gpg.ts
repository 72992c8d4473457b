/**
 * The gpg program with a key ring of its own, which is gone afterwards.
 *
 * @module
 */
import { run, type RunResult } from "../../testing/system/run.ts";

/** A key ring that lives as long as this object. */
export interface KeyRing extends AsyncDisposable {
  /** The folder that holds it. */
  readonly folder: string;
  /**
   * Runs gpg on it.
   *
   * @throws {Error} If gpg fails, with what it printed.
   */
  gpg(args: readonly string[]): Promise<RunResult>;
}

/** Makes an empty key ring that only this user can read. */
export async function keyRing(): Promise<KeyRing> {
  // Short, since the path of gpg's socket has a limit of some 100 bytes.
  const folder = await Deno.makeTempDir({ prefix: "gpg_" });
  await Deno.chmod(folder, 0o700);
  const env = { GNUPGHOME: folder, LC_ALL: "C" };
  return {
    folder,
    async gpg(args) {
      const all = ["--batch", "--no-tty", "--quiet", ...args];
      const result = await run("gpg", all, { env });
      if (result.code === 0) return result;
      throw new Error(`gpg failed: ${result.stderr.trim()}`);
    },
    async [Symbol.asyncDispose]() {
      await run("gpgconf", ["--kill", "all"], { env });
      await Deno.remove(folder, { recursive: true });
    },
  };
}

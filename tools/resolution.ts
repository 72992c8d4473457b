/**
 * The resolution of the tests' imports: JSR where it is reachable, else the
 * stand-ins in `tests/offline/`.
 *
 * @module
 */
import { exists } from "../provider/framework/testing/system/files.ts";
import { inRoot } from "./paths.ts";

/** The arguments for `deno test`, `deno check` and similar commands. */
export interface Resolution extends AsyncDisposable {
  /** Arguments for the Deno command line. */
  readonly args: readonly string[];
  /** Whether JSR answered. */
  readonly jsr: boolean;
  /** One line that says which way was taken. */
  readonly note: string;
}

const probeLimit = 2_000;

/**
 * Asks JSR once, for at most two seconds, and chooses.
 *
 * `JSR_URL` names another registry, as for Deno itself. Either way npm
 * packages are those of `deno.lock`: what JSR resolves to is written to a copy,
 * since a machine out of JSR's reach could neither make nor check it.
 */
export async function resolution(): Promise<Resolution> {
  const url = new URL(Deno.env.get("JSR_URL") ?? "https://jsr.io/");
  const jsr = await answers(new URL("@std/assert/meta.json", slashed(url)));
  const folder = await Deno.makeTempDir({ prefix: "hf_lock_" });
  const lock = `${folder}/deno.lock`;
  if (await exists(inRoot("deno.lock"))) {
    await Deno.copyFile(inRoot("deno.lock"), lock);
  }
  const map = ["--import-map", inRoot("tests/offline/import_map.json")];
  return {
    jsr,
    args: ["--lock", lock, ...jsr ? [] : map],
    note: jsr
      ? `Standard library from JSR (${url.host})`
      : `JSR (${url.host}) does not answer: the standard library is ` +
        "replaced by the stand-ins in tests/offline",
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

function slashed(url: URL): URL {
  return new URL(url.href.endsWith("/") ? url.href : `${url.href}/`);
}

async function answers(url: URL): Promise<boolean> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(probeLimit),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * How the tests' imports are resolved: from JSR where it answers, else from
 * the stand-ins in `tests/offline/`.
 *
 * @module
 */
import { exists, inRoot } from "./paths.ts";

/** What to pass to `deno test`, `deno check` and the like. */
export interface Resolution {
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
  if (await answers(new URL("@std/assert/meta.json", slashed(url)))) {
    return {
      jsr: true,
      args: ["--lock", await copyOfLock()],
      note: `Standard library from JSR (${url.host})`,
    };
  }
  return {
    jsr: false,
    args: [
      "--lock",
      await copyOfLock(),
      "--import-map",
      inRoot("tests/offline/import_map.json"),
    ],
    note:
      `JSR (${url.host}) does not answer: the standard library is replaced ` +
      "by the stand-ins in tests/offline",
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

async function copyOfLock(): Promise<string> {
  const copy = inRoot("dist/test.lock");
  await Deno.mkdir(inRoot("dist"), { recursive: true });
  if (await exists(inRoot("deno.lock"))) {
    const staged = await Deno.makeTempFile({ dir: inRoot("dist") });
    await Deno.copyFile(inRoot("deno.lock"), staged);
    await Deno.rename(staged, copy);
  }
  return copy;
}

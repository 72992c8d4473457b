/**
 * Bundles of the client, as a browser would load it.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../provider/framework/testing/system/run.ts";

/** A bundle in a temporary folder. */
export interface Bundle extends AsyncDisposable {
  /** The file. */
  readonly path: string;
}

const ENTRY = new URL("../../mod.ts", import.meta.url);
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

/** Bundles the client: `esm` as a module, `iife` as a script that sets `api`. */
export async function bundle(format: "esm" | "iife"): Promise<Bundle> {
  const folder = await Deno.makeTempDir();
  const entry = join(folder, "entry.ts");
  const path = join(folder, "bundle.js");
  const body = format === "esm"
    ? `export * from "${ENTRY.href}";\n`
    : `import * as api from "${ENTRY.href}";\nReflect.set(globalThis, "api", api);\n`;
  await Deno.writeTextFile(entry, body);
  const args = ["bundle", "--quiet", "--no-lock", "--config", CONFIG];
  args.push("--platform", "browser", "--minify", "--format", format);
  const result = await run(Deno.execPath(), [...args, "-o", path, entry]);
  if (result.code !== 0) throw new Error(`no bundle: ${result.stderr}`);
  return {
    path,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

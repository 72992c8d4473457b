/**
 * The client as JSR would serve it after publishing.
 *
 * @module
 */
import { filesToPublish } from "../../tools/publish.ts";
import { inRoot } from "../../tools/paths.ts";
import type { JsrPackage } from "./jsr_registry.ts";

/** The name, the version and the entries that `deno.json` declares. */
export async function declaredPackage(): Promise<Omit<JsrPackage, "files">> {
  const text = await Deno.readTextFile(inRoot("deno.json"));
  const { name, version, exports }: Omit<JsrPackage, "files"> = JSON.parse(
    text,
  );
  return { name, version, exports };
}

/** The package, of exactly the files that would be published. */
export async function clientPackage(): Promise<JsrPackage> {
  const files: Record<string, string> = {};
  for (const path of await filesToPublish()) {
    files[`/${path}`] = await Deno.readTextFile(inRoot(path));
  }
  return { ...await declaredPackage(), files };
}

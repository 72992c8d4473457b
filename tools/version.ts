/**
 * The version of this checkout, which `deno.json` holds.
 *
 * @module
 */
import { inRoot } from "./paths.ts";

/**
 * The version in `deno.json`, such as `0.1.0`.
 *
 * @throws {Error} If there is none.
 */
export async function providerVersion(): Promise<string> {
  const config: unknown = JSON.parse(
    await Deno.readTextFile(inRoot("deno.json")),
  );
  const version: unknown = typeof config === "object" && config !== null
    ? Reflect.get(config, "version")
    : undefined;
  if (typeof version !== "string") {
    throw new Error("Cannot find the version: deno.json has no text for it");
  }
  return version;
}

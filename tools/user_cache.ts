/**
 * Where things are kept that are downloaded once.
 *
 * @module
 */

/** The folder for us in the user's cache, without a slash at its end. */
export function userCache(): string {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE") ?? ".";
  const base = Deno.env.get("XDG_CACHE_HOME") ??
    Deno.env.get("LOCALAPPDATA") ??
    (Deno.build.os === "darwin" ? `${home}/Library/Caches` : `${home}/.cache`);
  return `${base}/terraform-provider-huggingface`;
}

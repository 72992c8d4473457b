import { isLoopback } from "../core/url.ts";

/**
 * The names of this machine for `NO_PROXY`: Node compares whole names only, so
 * those that the environment gives to the services are among them.
 */
export function localHosts(
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const given = [env["HF_ENDPOINT"], env["HF_INFERENCE_ENDPOINTS_URL"]]
    .flatMap((url = "") => URL.canParse(url) ? [new URL(url).hostname] : []);
  const always = ["localhost", "127.0.0.1", "127.0.0.0/8", "::1", "[::1]"];
  return [...new Set([...always, ...given.filter(isLoopback)])];
}

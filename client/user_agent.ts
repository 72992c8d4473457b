/**
 * How the client introduces itself.
 *
 * @module
 */

import { VERSION } from "./version.ts";

/**
 * The user agent: this package, the runtime, and what the caller adds.
 *
 * @param suffix What the caller adds, as `my-tool/1.2`.
 * @returns The header, or undefined in browsers, which send their own and ask
 * the service for permission if it is changed.
 */
export function userAgent(suffix: string | undefined): string | undefined {
  const navigator: unknown = Reflect.get(globalThis, "navigator");
  const told: unknown = typeof navigator === "object" && navigator !== null
    ? Reflect.get(navigator, "userAgent")
    : undefined;
  const runtime = typeof told === "string" ? told : "";
  if (runtime.startsWith("Mozilla/")) return undefined;
  const comment = runtime === "" ? "" : ` (${runtime})`;
  const own = `hf-terraform-client/${VERSION}${comment}`;
  return suffix === undefined || suffix === "" ? own : `${own} ${suffix}`;
}

/**
 * The user agent, and the other headers of every request.
 *
 * @module
 */

import { ConfigurationError } from "./errors.ts";
import type { ClientOptions } from "./options.ts";
import { VERSION } from "./version.ts";

/**
 * The user agent: this package, the runtime, and what the caller adds.
 *
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

/**
 * The headers that go with every request.
 *
 * @throws {ConfigurationError} If one of them is the client's own.
 */
export function defaultHeaders(
  options: Pick<ClientOptions, "headers" | "userAgent">,
): Headers {
  const headers = ownHeaders(options.headers);
  const agent = userAgent(options.userAgent);
  if (agent !== undefined) headers.set("user-agent", agent);
  return headers;
}

/** For `fetch`: Bun unpacks at once, and up to 1.2.18 forgets a `redirect`. */
export const fetchOptions:
  | RequestInit & { readonly decompress: false }
  | undefined = "Bun" in globalThis
    ? { decompress: false, redirect: "manual" }
    : undefined;

/**
 * Headers that a caller adds.
 *
 * @throws {ConfigurationError} If one of them is the client's own.
 */
export function ownHeaders(added: ClientOptions["headers"]): Headers {
  const headers = new Headers(added);
  // The token has its rules, where it may go and where it may not be shown.
  if (headers.has("authorization") || headers.has("cookie")) {
    throw new ConfigurationError(
      "Cannot use headers authorization and cookie; use token",
    );
  }
  return headers;
}

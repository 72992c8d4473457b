/**
 * Protects a sandbox on somebody's machine from its browsers and other users:
 * it answers its own host names only, no foreign web page, and its control
 * routes only with the key.
 *
 * @module
 */

import { Failure } from "./failure.ts";

/** Tests whether the host of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Matches the host names of the imitated services. */
const serviceHost =
  /^(?:[\w-]+\.)*(?:huggingface\.co|huggingface\.cloud|hf\.co)$/;

/** The parts of a request that the guard checks. */
export interface GuardedRequest {
  readonly url: URL;
  readonly headers: Headers;
  /** Whether it is a request to the sandbox itself. */
  readonly isControl: boolean;
}

/** Decides which requests the sandbox takes. */
export class AccessGuard {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** Throws {@link Failure} for a request that the sandbox does not take. */
  check(request: GuardedRequest): void {
    const { url, headers, isControl } = request;
    const host = headers.get("host") ?? url.host;
    const name = hostnameOf(host);
    // A server makes the URL of the header, whatever that says.
    const isServed = headers.has("host");
    if (isServed && !isLoopback(name) && !serviceHost.test(name)) {
      throw new Failure(421, `This sandbox is not ${name}`);
    }
    const isElsewhere = headers.get("sec-fetch-site") === "cross-site";
    // An image of a page has no origin; controls need the key.
    const origin = headers.get("origin") ??
      (isElsewhere && !isControl ? "another site" : null);
    if (origin !== null && !this.#isAllowedOrigin(origin, host, request)) {
      throw new Failure(403, `This sandbox answers no page of ${origin}`);
    }
    if (isControl && !this.#hasKey(request)) {
      throw new Failure(
        401,
        "Send the key that the sandbox printed as HF_SANDBOX_KEY in the header " +
          "x-sandbox-key, or open the page by the address that it printed",
      );
    }
  }

  /** Returns the cookie for a browser that has the key in its address. */
  makeCookie({ url }: Pick<GuardedRequest, "url">): string | undefined {
    return url.searchParams.get("key") === this.#key
      ? `${cookieName(url)}=${this.#key}; Path=/; HttpOnly; SameSite=Strict`
      : undefined;
  }

  /** Pages of this machine may use the services, and only the page controls. */
  #isAllowedOrigin(
    origin: string,
    host: string,
    { url, isControl }: GuardedRequest,
  ): boolean {
    const from = URL.parse(origin);
    if (isControl) return from?.host === host;
    return !isLoopback(url.hostname) ||
      from !== null && isLoopback(from.hostname);
  }

  #hasKey({ url, headers }: GuardedRequest): boolean {
    const cookies = headers.get("cookie")?.split(/; ?/) ?? [];
    return headers.get("x-sandbox-key") === this.#key ||
      cookies.includes(`${cookieName(url)}=${this.#key}`) ||
      url.pathname === "/" && url.searchParams.get("key") === this.#key;
  }
}

/** Names the cookie by the port: cookies are shared by all ports of a host. */
function cookieName({ port }: URL): string {
  return `sandbox_key_${port}`;
}

function hostnameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "");
}

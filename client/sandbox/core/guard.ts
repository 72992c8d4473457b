/**
 * The sandbox is a service on somebody's machine, with browsers and other users
 * beside it: it answers its own names only, no web page of elsewhere, and what
 * steers it only to those who have the key.
 *
 * @module
 */

import { Failure } from "./failure.ts";

/** Whether a host of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** The names of the services that are imitated. */
const services = /^(?:[\w-]+\.)*(?:huggingface\.co|huggingface\.cloud|hf\.co)$/;

/** What the guard looks at. */
export interface Visit {
  /** The full address. */
  readonly url: URL;
  /** Request headers. */
  readonly headers: Headers;
  /** Whether it is about the sandbox itself. */
  readonly isControl: boolean;
}

/** Decides who may come in. */
export class Guard {
  readonly #key: string;

  /** `key` opens the control routes and the page. */
  constructor(key: string) {
    this.#key = key;
  }

  /** Throws {@link Failure} where a request is none of the sandbox's. */
  check(visit: Visit): void {
    const { url, headers, isControl } = visit;
    const host = headers.get("host") ?? url.host;
    const name = nameOf(host);
    if (name !== url.hostname && !isLoopback(name) && !services.test(name)) {
      throw new Failure(421, `This sandbox is not ${name}`);
    }
    const origin = headers.get("origin");
    if (origin !== null && !this.#isWelcome(origin, host, visit)) {
      throw new Failure(403, `This sandbox answers no page of ${origin}`);
    }
    if (isControl && !this.#hasKey(visit)) {
      throw new Failure(
        401,
        "Send the key that the sandbox printed as HF_SANDBOX_KEY in the header " +
          "x-sandbox-key, or open the page by the address that it printed",
      );
    }
  }

  /** The cookie that a browser gets for the key in its address. */
  cookie({ url }: Pick<Visit, "url">): string | undefined {
    return url.searchParams.get("key") === this.#key
      ? `${cookieName(url)}=${this.#key}; Path=/; HttpOnly; SameSite=Strict`
      : undefined;
  }

  /** Pages of this machine may ask the services, and only our own steer. */
  #isWelcome(origin: string, host: string, { url, isControl }: Visit): boolean {
    const from = URL.parse(origin);
    if (isControl) return from?.host === host;
    return !isLoopback(url.hostname) ||
      from !== null && isLoopback(from.hostname);
  }

  #hasKey({ url, headers }: Visit): boolean {
    const cookies = headers.get("cookie")?.split(/; ?/) ?? [];
    return headers.get("x-sandbox-key") === this.#key ||
      cookies.includes(`${cookieName(url)}=${this.#key}`) ||
      url.pathname === "/" && url.searchParams.get("key") === this.#key;
  }
}

/** Cookies know no ports, and there may be a sandbox at another one. */
function cookieName({ port }: URL): string {
  return `sandbox_key_${port}`;
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "");
}

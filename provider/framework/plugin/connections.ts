/**
 * Preparation of the environment for connections of this process. The runtime
 * reads it at the first request, so this comes before it.
 *
 * @module
 */
import process from "node:process";
import { fetchOnNewConnection, isDeno, trustSystem } from "./platform.ts";

/** This machine, in every form that Deno knows. */
const loopback = ["localhost", "127.0.0.1", "127.0.0.0/8", "::1", "[::1]"];

/** Whether a host of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * Keeps requests to this machine from going to a proxy, as programs in Go do,
 * keeps the runtime from repeating writes, and trusts the authorities that the
 * system trusts, such as a company's own, beside those that the runtime brings.
 */
export function prepareConnections(): void {
  exempt(process.env, ...loopback);
  if (globalThis.fetch === originalFetch) {
    globalThis.fetch = isDeno
      ? withSingleWrites(originalFetch)
      : withProxyExemption(originalFetch);
  }
  trustSystem();
}

/**
 * A `fetch` for Deno that sends each write on a connection of its own: where a
 * connection that was used before ends without a response, Deno sends the
 * request again by itself, and nobody could look in between.
 */
export function withSingleWrites(
  fetch: typeof originalFetch,
): typeof originalFetch {
  return (input, init) => {
    const method = init?.method ??
      (input instanceof Request ? input.method : "GET");
    return /^(?:GET|HEAD|OPTIONS)$/i.test(method)
      ? fetch(input, init)
      : fetchOnNewConnection(fetch, input, init);
  };
}

const originalFetch = globalThis.fetch;

/**
 * A `fetch` for Node, which looks at `no_proxy` at each request and compares
 * whole names only: an address of this machine is added when it is asked.
 *
 * @param variables The environment; default: that of this process.
 */
export function withProxyExemption(
  fetch: typeof originalFetch,
  variables: Variables = process.env,
): typeof originalFetch {
  return (input, init) => {
    const { hostname } = new URL(
      input instanceof Request ? input.url : input,
    );
    if (isLoopback(hostname)) exempt(variables, hostname);
    return fetch(input, init);
  };
}

type Variables = Record<string, string | undefined>;

function exempt(variables: Variables, ...hosts: string[]): void {
  const before = (variables.NO_PROXY || variables.no_proxy || "").split(",");
  const all = [...new Set([...before, ...hosts])].filter(Boolean).join();
  // Deno reads the first, Node the second before it.
  variables.NO_PROXY = all;
  variables.no_proxy = all;
}

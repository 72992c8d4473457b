/**
 * Whether an endpoint answers, as the official client means it: it runs, has a
 * URL, and its health route answers with anything but 503.
 *
 * @module
 */

import type { Endpoint } from "../../../mod.ts";

const PATIENCE_MS = 10_000;

/** What sends the request. */
export interface HealthCheck {
  /** The token; it goes only where {@linkcode isTrusted} says so. */
  readonly token: string | undefined;
  /** The base URL of the Inference Endpoints API. */
  readonly apiUrl: string;
  /** Sends the request. */
  readonly fetch: (request: Request) => Promise<Response>;
}

/** What leads to the health route of an endpoint. */
export type Running = Pick<Endpoint, "healthRoute"> & {
  /** How it is doing. */
  readonly status: Pick<Endpoint["status"], "url">;
};

/** Whether the health route of a running endpoint answers. Never throws. */
export async function answersHealth(
  { status, healthRoute = "/health" }: Running,
  { token, apiUrl, fetch }: HealthCheck,
  signal: AbortSignal,
): Promise<boolean> {
  if (status.url === undefined || !URL.canParse(status.url)) return false;
  const url = new URL(status.url.replace(/\/$/, "") + healthRoute);
  const headers = new Headers();
  if (token !== undefined && isTrusted(url, apiUrl)) {
    headers.set("authorization", `Bearer ${token}`);
  }
  try {
    const response = await fetch(
      new Request(url, {
        headers,
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      }),
    );
    await response.body?.cancel();
    return response.status !== 503;
  } catch {
    return false;
  }
}

/** Whether the token may go to an endpoint: the URL comes from an answer. */
function isTrusted({ protocol, hostname, origin }: URL, apiUrl: string) {
  return origin === new URL(apiUrl).origin ||
    protocol === "https:" && hostname.endsWith(".endpoints.huggingface.cloud");
}

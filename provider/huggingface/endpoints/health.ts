/**
 * The health of an endpoint, as the official client means it: it runs, has a
 * URL, and its health route answers with anything but 503.
 *
 * @module
 */

import type { Endpoint } from "@hf-terraform/client";
import type { Connection } from "../provider_data.ts";

const PATIENCE_MS = 10_000;

/**
 * Asks the health route of a running endpoint, unless an answer has it at an
 * address of others.
 *
 * @returns What is wrong, as a sentence; undefined: it is healthy.
 */
export async function healthTrouble(
  { status, type, healthRoute = "/health" }:
    & Pick<Endpoint, "healthRoute" | "type">
    & { readonly status: Pick<Endpoint["status"], "url"> },
  { token, apiUrl, fetch }: Connection,
  signal: AbortSignal,
): Promise<string | undefined> {
  const address = `${status.url?.replace(/\/$/, "")}${healthRoute}`;
  if (!URL.canParse(address)) return "The service gives no address of it.";
  const url = new URL(address);
  if (!isTrusted(url, apiUrl)) return undefined;
  const headers = new Headers();
  // What is public asks for none, and the container may be a stranger's image.
  if (token !== undefined && type !== "public") {
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
    return response.status === 503
      ? `Its health route ${url} answered 503.`
      : undefined;
  } catch {
    return `Its health route ${url} could not be reached from here.`;
  }
}

/** Whether the service's endpoints are there: the URL comes from an answer. */
function isTrusted({ protocol, hostname, origin }: URL, apiUrl: string) {
  return origin === new URL(apiUrl).origin ||
    protocol === "https:" && hostname.endsWith(".endpoints.huggingface.cloud");
}

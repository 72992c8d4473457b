/**
 * Following an event stream of a service.
 *
 * @module
 */

import type { RequestOptions } from "./request.ts";
import { parseEvents, type ServerSentEvent } from "./sse.ts";
import type { Transport } from "./transport.ts";

/**
 * Follows an event stream until the service ends it, the caller's signal is
 * aborted, or the loop is left.
 *
 * @param transport Sends the request.
 * @param options The request.
 * @returns The events as they come.
 * @throws {ConnectionError} If the connection breaks.
 */
export async function* follow(
  transport: Transport,
  options: Omit<RequestOptions, "method" | "accept">,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const chunks = transport.chunks({
    ...options,
    method: "GET",
    accept: "text/event-stream",
  });
  for await (const event of parseEvents(chunks)) {
    yield event;
    // A piece can hold many events; those after an abort are not wanted.
    if (options.call?.signal?.aborted) return;
  }
}

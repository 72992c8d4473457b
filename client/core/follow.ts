/**
 * Following an event stream of a service.
 *
 * @module
 */

import { MAX_EVENT_BYTES } from "./bounds.ts";
import { memoryOf } from "./json_excess.ts";
import type { RequestOptions } from "./request.ts";
import { isObject } from "./response.ts";
import { describe, readShape } from "./shape.ts";
import { parseEvents, type ServerSentEvent } from "./sse.ts";
import type { Transport } from "./transport.ts";

/**
 * Follows an event stream until the service ends it or the loop is left.
 *
 * @throws {ConnectionError} If the connection breaks.
 * @throws {ResponseFormatError} If an event is too long.
 */
export async function* follow(
  transport: Transport,
  options: RequestOptions,
  onOpen?: () => void,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const request: RequestOptions = { ...options, accept: "text/event-stream" };
  const signal = options.call?.signal;
  const tooLong = () =>
    transport.invalidResponse(request, "an event is too long");
  const chunks = transport.chunks(request, onOpen);
  for await (const event of parseEvents(chunks, tooLong)) {
    yield event;
    // A piece can hold many events; those after an abort are not wanted.
    if (signal?.aborted) throw transport.interrupted(request, signal.reason);
  }
}

/** Parses data of an event; undefined if it is no JSON, or too much of it. */
export function parseData(data: string): ReturnType<typeof JSON.parse> {
  try {
    memoryOf(new TextEncoder().encode(data), MAX_EVENT_BYTES);
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/** Follows an event stream whose data is JSON of a shape. */
export async function* followJson<T>(
  transport: Transport,
  options: RequestOptions,
): AsyncGenerator<T, void, undefined> {
  const invalidResponse = (reason: string) =>
    transport.invalidResponse(options, reason);
  for await (const { data } of follow(transport, options)) {
    if (data.trim() === "") continue;
    const value = parseData(data);
    if (value === undefined) throw invalidResponse("an event is not JSON");
    const wrong = readShape(options.shape, value, () => undefined);
    if (wrong !== undefined) throw invalidResponse(describe(wrong, "an event"));
    yield value;
  }
}

/** One line of the log of a Space or a job. */
export interface LogLine {
  /** The text, without line end. */
  readonly data: string;
  /** The time, RFC 3339. */
  readonly timestamp?: string;
}

/** Reads a line of a log of the Hub; undefined if it only keeps alive. */
export function parseLogLine(data: string): LogLine | undefined {
  if (data.trim() === "") return undefined;
  const line = parseData(data);
  if (!isObject(line) || typeof line["data"] !== "string") return { data };
  const text = line["data"].replace(/\r?\n$/, "");
  const { timestamp } = line;
  return typeof timestamp === "string"
    ? { data: text, timestamp }
    : { data: text };
}

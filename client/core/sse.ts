/**
 * Server-sent events, as the HTML standard defines `text/event-stream`.
 *
 * @module
 */

import { Pieces } from "./body.ts";
import { MAX_EVENT_BYTES } from "./bounds.ts";

/** One event of a stream. */
export interface ServerSentEvent {
  /** Its type, `message` unless the service names another. */
  readonly event: string;
  /** Its data, with line ends between its lines. */
  readonly data: string;
  /** Its id, if it has one. */
  readonly id?: string;
}

const [LF, CR] = [10, 13];

/** Lines, in linear time: only what is new is searched for their ends. */
async function* lines(
  chunks: AsyncIterable<Uint8Array>,
  tooLong: () => Error,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const open = new Pieces(MAX_EVENT_BYTES);
  let size = 0;
  const take = (part: Uint8Array) => {
    size += part.length;
    if (size > MAX_EVENT_BYTES) throw tooLong();
    open.add(part);
  };
  let last: number | undefined;
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      // CR LF is one line end, also where it is cut in two.
      const isSecond = byte === LF && last === CR;
      last = byte;
      if (byte !== LF && byte !== CR) continue;
      if (!isSecond) {
        take(chunk.subarray(start, at));
        // An empty line ends an event.
        if (open.size === 0) size = 0;
        yield decoder.decode(open.joined());
      }
      start = at + 1;
    }
    take(chunk.subarray(start));
  }
}

/**
 * Takes a stream apart into its events. Comments are left out, and so is a last
 * event that was cut off.
 */
export async function* parseEvents(
  chunks: AsyncIterable<Uint8Array>,
  tooLong: () => Error,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let event = "";
  let id: string | undefined;
  let data: string[] = [];
  for await (const line of lines(chunks, tooLong)) {
    if (line === "") {
      if (data.length > 0) {
        const known = { event: event || "message", data: data.join("\n") };
        yield id === undefined ? known : { ...known, id };
      }
      event = "";
      data = [];
      continue;
    }
    const [, field = "", value = ""] = /^([^:]*)(?::\x20?(.*))?$/s.exec(line) ??
      [];
    if (field === "event") event = value;
    if (field === "data") data.push(value);
    if (field === "id" && !value.includes("\0")) id = value;
  }
}

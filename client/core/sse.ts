/**
 * Server-sent events, as the HTML standard defines `text/event-stream`.
 *
 * @module
 */

import { MAX_EVENT_LENGTH } from "./bounds.ts";

/** One event of a stream. */
export interface ServerSentEvent {
  /** Its type, `message` unless the service names another. */
  readonly event: string;
  /** Its data, with line ends between its lines. */
  readonly data: string;
  /** Its id, if it has one. */
  readonly id?: string;
}

/** Lines, in linear time: only what is new is searched for their ends. */
async function* lines(
  chunks: AsyncIterable<Uint8Array>,
  tooLong: () => Error,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let open = "";
  let endedInCr = false;
  for await (const chunk of chunks) {
    let text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    // CR LF is one line end, also where it is cut in two.
    if (endedInCr && text.startsWith("\n")) text = text.slice(1);
    endedInCr = text === "" ? false : text.endsWith("\r");
    const [first = "", ...more] = text.split(/\r\n|\n|\r/);
    open += first;
    for (const next of more) {
      yield open;
      open = next;
    }
    if (open.length > MAX_EVENT_LENGTH) throw tooLong();
  }
}

/**
 * Takes a stream apart into its events. Comments are left out, and so is a last
 * event that was cut off.
 */
export async function* parseEvents(
  chunks: AsyncIterable<Uint8Array>,
  tooLong: () => Error = () => new RangeError("Cannot read an event: too long"),
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let event = "";
  let id: string | undefined;
  let data: string[] = [];
  let length = 0;
  for await (const line of lines(chunks, tooLong)) {
    if (line === "") {
      if (data.length > 0) {
        const known = { event: event || "message", data: data.join("\n") };
        yield id === undefined ? known : { ...known, id };
      }
      event = "";
      data = [];
      length = 0;
      continue;
    }
    const [, field = "", value = ""] = /^([^:]*)(?::\x20?(.*))?$/s.exec(line) ??
      [];
    if (field === "event") event = value;
    if (field === "data") {
      data.push(value);
      length += value.length + 1;
      if (length > MAX_EVENT_LENGTH) throw tooLong();
    }
    if (field === "id" && !value.includes("\0")) id = value;
  }
}

/**
 * Server-sent events, as the HTML standard defines `text/event-stream`.
 *
 * @module
 */

/** One event of a stream. */
export interface ServerSentEvent {
  /** Its type, `message` unless the service names another. */
  readonly event: string;
  /** Its data, with line ends between its lines. */
  readonly data: string;
  /** Its id, if it has one. */
  readonly id?: string;
}

async function* lines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the very end may be the first half of CR LF.
    const parts = rest.split(/\r\n|\n|\r(?!$)/);
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest.endsWith("\r")) yield rest.slice(0, -1);
}

/**
 * Takes a stream apart into its events. Comments are left out, and so is a last
 * event that was cut off.
 *
 * @param chunks The bytes of the stream, cut anywhere.
 * @returns The events.
 */
export async function* parseEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let event = "";
  let id: string | undefined;
  let data: string[] = [];
  for await (const line of lines(chunks)) {
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

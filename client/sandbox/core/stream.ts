import type { Sleep } from "./clock.ts";

/** The source of a stream. */
export interface StreamSource {
  /** Returns the text since the last call; undefined at the end. */
  readonly next: () => string | undefined;
  /** Content type of the response. Default: server-sent events. */
  readonly type?: string;
  /** Waits between two calls. */
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
}

const pollMs = 50;

/** Makes a response that lasts until its source ends or the client leaves. */
export function streamResponse(source: StreamSource): Response {
  const aborted = new AbortController();
  const abort = () => aborted.abort();
  source.signal.addEventListener("abort", abort, { once: true });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      while (!aborted.signal.aborted) {
        const text = source.next();
        if (text === undefined) break;
        if (text !== "") return controller.enqueue(encoder.encode(text));
        await source.sleep(pollMs, aborted.signal);
      }
      controller.close();
    },
    cancel: abort,
  }, { highWaterMark: 0 });
  const { type = "text/event-stream" } = source;
  return new Response(body, { headers: { "content-type": type } });
}

/** Formats a server-sent event. */
export function formatEvent(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

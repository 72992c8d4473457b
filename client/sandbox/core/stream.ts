import type { Sleep } from "./clock.ts";

/** How a stream is fed. */
export interface StreamSource {
  /** What is new since the last call; undefined at the end. */
  readonly next: () => string | undefined;
  /** Content type of the answer. */
  readonly type: string;
  /** Waits between two looks for something new. */
  readonly sleep: Sleep;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

const pollMs = 50;

/** An answer that goes on until its source ends or the client goes away. */
export function stream(source: StreamSource): Response {
  const gone = new AbortController();
  source.signal.addEventListener("abort", () => gone.abort(), { once: true });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      while (!gone.signal.aborted) {
        const text = source.next();
        if (text === undefined) break;
        if (text !== "") return controller.enqueue(encoder.encode(text));
        await source.sleep(pollMs, gone.signal);
      }
      controller.close();
    },
    cancel: () => gone.abort(),
  }, { highWaterMark: 0 });
  return new Response(body, { headers: { "content-type": source.type } });
}

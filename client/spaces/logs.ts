/**
 * Logs of Spaces.
 *
 * Fact: the streams of logs do not end by themselves; data that is empty keeps
 * them alive (`huggingface_hub` 2.4.0).
 *
 * @module
 */

import type { NamespacedId } from "../core/url.ts";
import { ApiResource } from "../core/api_resource.ts";
import { follow, type LogLine, parseLogLine } from "../core/follow.ts";
import type { CallOptions } from "../core/options.ts";
import { onSpace } from "../repos/request.ts";
import { Deadline } from "../core/signals.ts";
import type { ServerSentEvent } from "../core/sse.ts";

/** A log of a Space: of the image's build, or of the app. */
export type SpaceLog = "build" | "run";

/** Options of reading a log. */
export interface SpaceLogParams {
  /** The number of latest lines to start with; all if left out. */
  readonly tail?: number | undefined;
}

/** Characters that are kept of a log. */
const MAX_LOG_LENGTH = 4 * 2 ** 20;

/** The size of a line there; an empty one takes memory too. */
function sizeOf({ data, timestamp = "" }: LogLine): number {
  return 100 + data.length + timestamp.length;
}

/** Milliseconds from the head of an answer in which a log begins. */
const FIRST_EVENT_MS = 10_000;

/** Milliseconds after which a log that goes on and on has no last line. */
const MAX_LAST_MS = 30_000;

/** Logs of Spaces. */
export class SpaceLogs extends ApiResource {
  /** Follows a log of a Space: what is kept of it, then every new line. */
  async *follow(
    id: NamespacedId,
    log: SpaceLog,
    params: SpaceLogParams = {},
    options?: CallOptions,
  ): AsyncGenerator<LogLine, void, undefined> {
    for await (const event of this.#follow(id, log, params.tail, options)) {
      const line = parseLogLine(event.data);
      if (line !== undefined) yield line;
    }
  }

  /**
   * The last lines of a log. The stream does not say where it stands, so this
   * reads until no line came for a while, or for 30 s; for the first one it waits
   * 10 s.
   *
   * @param params How many lines, and `quietMs`: how many milliseconds without
   * a new line mean that the end is reached, 2,000 if left out.
   * @returns The lines, oldest first, the last 4 MiB of them.
   */
  async last(
    id: NamespacedId,
    log: SpaceLog,
    params: SpaceLogParams & { readonly quietMs?: number | undefined } = {},
    options?: CallOptions,
  ): Promise<readonly LogLine[]> {
    const { tail, quietMs = 2_000 } = params;
    const quiet = new Deadline(Infinity, options?.signal);
    const call = { ...options, signal: quiet.signal };
    // What is taken from the begin of a long array moves all of it.
    const lines = new Set<LogLine>();
    const oldest = lines.values();
    let size = 0;
    const end = this.transport.now() + MAX_LAST_MS;
    try {
      const onOpen = () => quiet.restart(Math.max(quietMs, FIRST_EVENT_MS));
      for await (const event of this.#follow(id, log, tail, call, onOpen)) {
        if (this.transport.now() > end) break;
        quiet.restart(quietMs);
        const line = parseLogLine(event.data);
        if (line === undefined) continue;
        lines.add(line);
        size += sizeOf(line);
        // The log may be longer than memory.
        while (lines.size > (tail ?? Infinity) || size > MAX_LOG_LENGTH) {
          const { value, done } = oldest.next();
          if (done) break;
          lines.delete(value);
          size -= sizeOf(value);
        }
      }
    } catch (error) {
      if (!quiet.isExpired || options?.signal?.aborted) throw error;
    } finally {
      quiet.clear();
    }
    return [...lines];
  }

  #follow(
    id: NamespacedId,
    log: SpaceLog,
    tail: number | undefined,
    options: CallOptions | undefined,
    onOpen?: () => void,
  ): AsyncGenerator<ServerSentEvent, void, undefined> {
    return follow(this.transport, {
      ...onSpace(id, `follow the ${log} log of`, options, `/logs/${log}`),
      query: { tail },
    }, onOpen);
  }
}

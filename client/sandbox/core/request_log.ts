import type { Json } from "./json.ts";

/** A request that the sandbox received. */
export interface LoggedRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** The query with its question mark, or the empty string. */
  readonly query: string;
  /** Status of the response; 0 while there is none and if it was lost. */
  readonly status: number;
  /** Milliseconds until the response; 0 while there is none. */
  readonly durationMs: number;
  /** Time of arrival, RFC 3339. */
  readonly at: string;
  /** The `X-Request-Id` of its response. */
  readonly requestId: string;
  /** Its `User-Agent`. */
  readonly userAgent: string;
  /** Its JSON body; null for none or another content type. */
  readonly body: Json;
}

/** The number of requests that are kept, and of characters of their bodies. */
const MOST_REQUESTS = 20_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;

interface LogEntry {
  request: LoggedRequest;
  readonly size: number;
}

/** The last requests received, in order of arrival. */
export class RequestLog {
  #entries: LogEntry[] = [];
  #size = 0;

  /** Adds a request, whose body has `size` characters; returns a function that
   * sets its status and duration. */
  add(
    request: Omit<LoggedRequest, "status" | "durationMs">,
    size: number,
  ): (status: number) => void {
    const start = performance.now();
    const open = { ...request, status: 0, durationMs: 0 };
    const entry: LogEntry = { request: open, size };
    this.#entries.push(entry);
    this.#size += size;
    while (
      this.#entries.length > MOST_REQUESTS || this.#size > MOST_CHARACTERS
    ) {
      this.#size -= this.#entries.shift()?.size ?? 0;
    }
    return (status) => {
      const durationMs = Math.round(performance.now() - start);
      entry.request = { ...request, status, durationMs };
    };
  }

  list(): LoggedRequest[] {
    return this.#entries.map(({ request }) => request);
  }

  clear(): void {
    this.#entries = [];
    this.#size = 0;
  }
}

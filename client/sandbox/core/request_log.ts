import type { Json } from "./json.ts";

/** One request the sandbox received. */
export interface LoggedRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** The query with its question mark, or the empty string. */
  readonly query: string;
  /** Status of the answer; 0 while there is none or when it was lost. */
  readonly status: number;
  /** When it arrived, RFC 3339. */
  readonly at: string;
  /** The `X-Request-Id` of its answer. */
  readonly requestId: string;
  /** The `User-Agent` it came with. */
  readonly userAgent: string;
  /** The JSON it carried; null for none or another kind. */
  readonly body: Json;
}

/** So many requests are kept, and so many characters of their bodies. */
const MOST_REQUESTS = 20_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;

interface Entry {
  request: LoggedRequest;
  readonly size: number;
}

/** The last requests received, in order of arrival. */
export class RequestLog {
  #entries: Entry[] = [];
  #size = 0;

  /** Adds a request, whose body has `size` characters, and returns what sets
   * its status. */
  open(
    request: Omit<LoggedRequest, "status">,
    size: number,
  ): (status: number) => void {
    const entry: Entry = { request: { ...request, status: 0 }, size };
    this.#entries.push(entry);
    this.#size += size;
    while (
      this.#entries.length > MOST_REQUESTS || this.#size > MOST_CHARACTERS
    ) {
      this.#size -= this.#entries.shift()?.size ?? 0;
    }
    return (status) => {
      entry.request = { ...request, status };
    };
  }

  /** A copy of the list. */
  list(): LoggedRequest[] {
    return this.#entries.map(({ request }) => request);
  }

  /** Forgets all requests. */
  clear(): void {
    this.#entries = [];
    this.#size = 0;
  }
}

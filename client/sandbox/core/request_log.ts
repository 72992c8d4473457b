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

/** The requests received, in order of arrival. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  /** Adds a request and returns what sets its status. */
  open(entry: Omit<LoggedRequest, "status">): (status: number) => void {
    const at = this.#entries.length;
    const entries = this.#entries;
    entries.push({ ...entry, status: 0 });
    return (status) => {
      entries[at] = { ...entry, status };
    };
  }

  /** A copy of the list. */
  list(): LoggedRequest[] {
    return [...this.#entries];
  }

  /** Forgets all requests. */
  clear(): void {
    this.#entries = [];
  }
}

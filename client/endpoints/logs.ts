import { onEndpoint } from "./request.ts";
import { ApiResource } from "../core/api_resource.ts";
import { type List, wholeList } from "../core/pages.ts";
import type { Call } from "../core/call.ts";
import type {
  FollowLogEntriesParams,
  LogEntriesParams,
  LogEntry,
  LogParams,
} from "./observation_types.ts";
import { follow, parseData } from "../core/follow.ts";
import type { CallOptions } from "../core/options.ts";
import { isObject } from "../core/response.ts";
import { type NamespacedId, ownedId, path } from "../core/url.ts";

function parseEntry(data: string): LogEntry {
  const entry = parseData(data);
  return { timestamp: "", line: data, ...isObject(entry) ? entry : undefined };
}

/** Logs of Inference Endpoints, which are kept for 30 days. */
export class EndpointLogs extends ApiResource {
  /** Reads the log as text. Logs are kept for 30 days. */
  read(
    id: NamespacedId,
    params: LogParams = {},
    options?: CallOptions,
  ): Call<string> {
    const { replica, tail, lineMaxLength } = params;
    return this.transport.text({
      ...onEndpoint(id, "read the log of", options, "/logs"),
      query: { replica, tail, line_max_length: lineMaxLength },
      accept: "text/plain",
    });
  }

  /**
   * Reads the log as entries.
   *
   * @returns The entries, oldest first unless asked otherwise.
   * @throws {ServerError} With status 501 where log search is not available;
   * {@linkcode EndpointLogs.read} works there too.
   */
  list(
    id: NamespacedId,
    params: LogEntriesParams = {},
    options?: CallOptions,
  ): List<LogEntry> {
    return wholeList(this.transport, {
      ...onEndpoint(id, "search the log of", options),
      path: path`/v3/endpoint/${ownedId(id)}/logs`,
      query: { ...params },
      shape: ["object"],
    });
  }

  /**
   * Follows the log line by line, until the service ends it, the signal is
   * aborted, or the loop is left. A broken connection is not taken up again.
   *
   * @throws {ConnectionError} If the connection breaks.
   */
  async *follow(
    id: NamespacedId,
    params: LogParams = {},
    options?: CallOptions,
  ): AsyncGenerator<string, void, undefined> {
    const { replica, tail, lineMaxLength } = params;
    const events = follow(this.transport, {
      ...onEndpoint(id, "follow the log of", options, "/logs/sse"),
      query: { replica, tail, line_max_length: lineMaxLength },
    });
    for await (const { data } of events) yield data;
  }

  /**
   * Follows the log entry by entry, until the service ends it, the signal is
   * aborted, or the loop is left. A broken connection is not taken up again.
   *
   * @throws {ConnectionError} If the connection breaks.
   */
  async *followEntries(
    id: NamespacedId,
    params: FollowLogEntriesParams = {},
    options?: CallOptions,
  ): AsyncGenerator<LogEntry, void, undefined> {
    const events = follow(this.transport, {
      ...onEndpoint(id, "follow the log of", options),
      path: path`/v3/endpoint/${ownedId(id)}/logs/sse`,
      query: { ...params },
    });
    for await (const { data } of events) {
      if (data.trim() !== "") yield parseEntry(data);
    }
  }
}

/**
 * Reading what Inference Endpoints tell about themselves.
 *
 * @module
 */

import type {
  AuditLogEntry,
  AuditLogOptions,
  EndpointMetrics,
  FollowLogEntriesOptions,
  LogEntriesOptions,
  LogEntry,
  LogOptions,
  MetricGraph,
  MetricName,
  MetricsOptions,
} from "./endpoint_observation_types.ts";
import { follow } from "./follow.ts";
import type { CallOptions } from "./options.ts";
import { type Page, paginate } from "./paginate.ts";
import type { RequestOptions } from "./request.ts";
import { isObject } from "./response.ts";
import type { Shape } from "./shape.ts";
import type { ServerSentEvent } from "./sse.ts";
import type { Transport } from "./transport.ts";
import { path, segments } from "./url.ts";

/** The spec's names, and those of the API's other lists. */
interface AuditLogPage extends Partial<Page<AuditLogEntry>> {
  readonly list?: readonly AuditLogEntry[];
  readonly next_cursor?: string | null;
}

const AUDIT_LOG: Shape<AuditLogPage> = {
  list: ["object", "?"],
  items: ["object", "?"],
  next_cursor: "string?",
  nextCursor: "string?",
};

function parseEntry(data: string): LogEntry {
  const bare = { timestamp: "", line: data };
  try {
    const entry: unknown = JSON.parse(data);
    return isObject(entry) ? { ...bare, ...entry } : bare;
  } catch {
    return bare;
  }
}

/** Logs, metrics and the audit log of Inference Endpoints. */
export class EndpointObservation {
  readonly #transport: Transport;

  /**
   * Makes the area; {@linkcode HuggingFace} does.
   *
   * @param transport Sends its requests.
   */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Reads the log as text. Logs are kept for 30 days.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Which lines.
   * @returns The log.
   * @throws {NotFoundError} If there is no such endpoint.
   */
  logs(
    namespace: string,
    name: string,
    options: LogOptions = {},
  ): Promise<string> {
    const { replica, tail, lineMaxLength, ...call } = options;
    return this.#transport.text({
      service: "endpoints",
      method: "GET",
      path: path`/v2/endpoint/${namespace}/${name}/logs`,
      query: { replica, tail, line_max_length: lineMaxLength },
      accept: "text/plain",
      action: `read the log of the endpoint ${namespace}/${name}`,
      call,
    });
  }

  /**
   * Reads the log as entries.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Which entries.
   * @returns The entries, oldest first unless asked otherwise.
   * @throws {ServerError} With status 501 where log search is not available;
   * {@linkcode EndpointObservation.logs} works there too.
   */
  logEntries(
    namespace: string,
    name: string,
    options: LogEntriesOptions = {},
  ): Promise<readonly LogEntry[]> {
    const {
      replica,
      level,
      search,
      since,
      until,
      tail,
      limit,
      order,
      ...call
    } = options;
    return this.#transport.request({
      service: "endpoints",
      method: "GET",
      path: path`/v3/endpoint/${namespace}/${name}/logs`,
      query: { replica, level, search, since, until, tail, limit, order },
      action: `search the log of the endpoint ${namespace}/${name}`,
      call,
    });
  }

  /**
   * Follows the log line by line, until the service ends it, the signal is
   * aborted, or the loop is left. A broken connection is not taken up again.
   *
   * @example Show the last lines and leave
   * ```ts
   * import { HuggingFace } from "@hf-terraform/client";
   * import { Sandbox } from "@hf-terraform/client/sandbox";
   *
   * const sandbox = new Sandbox({ seedEndpoints: 1 });
   * const client = new HuggingFace({
   *   token: sandbox.token,
   *   fetch: (request) => sandbox.fetch(request),
   * });
   * const log = client.endpoints.followLogs("sandbox", "seed-0001", { tail: 1 });
   * for await (const line of log) {
   *   console.log(line);
   *   break;
   * }
   * ```
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Which lines.
   * @returns The lines as they come.
   * @throws {ConnectionError} If the connection breaks.
   */
  async *followLogs(
    namespace: string,
    name: string,
    options: LogOptions = {},
  ): AsyncGenerator<string, void, undefined> {
    const { replica, tail, lineMaxLength, ...call } = options;
    const events = follow(this.#transport, {
      service: "endpoints",
      path: path`/v2/endpoint/${namespace}/${name}/logs/sse`,
      query: { replica, tail, line_max_length: lineMaxLength },
      action: `follow the log of the endpoint ${namespace}/${name}`,
      call,
    });
    for await (const { data } of events) yield data;
  }

  /**
   * Follows the log entry by entry, until the service ends it, the signal is
   * aborted, or the loop is left. A broken connection is not taken up again.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Which entries.
   * @returns The entries as they come.
   * @throws {ConnectionError} If the connection breaks.
   */
  async *followLogEntries(
    namespace: string,
    name: string,
    options: FollowLogEntriesOptions = {},
  ): AsyncGenerator<LogEntry, void, undefined> {
    const { replica, level, search, since, tail, ...call } = options;
    const events = follow(this.#transport, {
      service: "endpoints",
      path: path`/v3/endpoint/${namespace}/${name}/logs/sse`,
      query: { replica, level, search, since, tail },
      action: `follow the log of the endpoint ${namespace}/${name}`,
      call,
    });
    for await (const { data } of events) {
      if (data.trim() !== "") yield parseEntry(data);
    }
  }

  /**
   * Follows what happens to an endpoint. The route is not in the API's
   * documentation; one third-party client uses it.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Settings of the call.
   * @returns The events as they come.
   * @throws {ConnectionError} If the connection breaks.
   */
  followEvents(
    namespace: string,
    name: string,
    options: CallOptions = {},
  ): AsyncGenerator<ServerSentEvent, void, undefined> {
    return follow(this.#transport, {
      service: "endpoints",
      path: path`/v2/endpoint/${namespace}/${name}/sse`,
      action: `follow the endpoint ${namespace}/${name}`,
      call: options,
    });
  }

  /**
   * Reads all metrics of a time.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options The time.
   * @returns The graphs.
   */
  metrics(
    namespace: string,
    name: string,
    options: MetricsOptions,
  ): Promise<EndpointMetrics> {
    const { start, stop, ...call } = options;
    return this.#transport.request({
      service: "endpoints",
      method: "POST",
      path: path`/v2/endpoint/${namespace}/${name}/metrics`,
      body: { start, stop },
      isIdempotent: true,
      action: `read the metrics of the endpoint ${namespace}/${name}`,
      call,
    });
  }

  /**
   * Reads one graph of a time.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Which graph, and the time.
   * @returns The graph.
   */
  metric(
    namespace: string,
    name: string,
    options: MetricsOptions & { readonly metric: MetricName },
  ): Promise<MetricGraph> {
    const { metric, start, stop, ...call } = options;
    return this.#transport.request({
      service: "endpoints",
      method: "POST",
      path: path`/v2/endpoint/${namespace}/${name}/metrics/${segments(metric)}`,
      body: { start, stop },
      isIdempotent: true,
      action: `read the metric ${metric} of the endpoint ${namespace}/${name}`,
      call,
    });
  }

  /**
   * Reads the metrics of this moment in the OpenMetrics text format; needs a
   * Team or Enterprise plan.
   *
   * @param namespace The user or organization.
   * @param name The name of the endpoint.
   * @param options Settings of the call.
   * @returns The text.
   */
  openMetrics(
    namespace: string,
    name: string,
    options: CallOptions = {},
  ): Promise<string> {
    return this.#transport.text({
      service: "endpoints",
      method: "GET",
      path: path`/v2/endpoint/${namespace}/${name}/open-metrics`,
      accept: "text/plain",
      action: `read the metrics of the endpoint ${namespace}/${name}`,
      call: options,
    });
  }

  /**
   * Reads who did what; needs a Team or Enterprise plan.
   *
   * @param namespace The user or organization.
   * @param options Which entries.
   * @returns Every entry in turn, through all pages.
   */
  auditLog(
    namespace: string,
    options: AuditLogOptions = {},
  ): AsyncGenerator<AuditLogEntry, void, undefined> {
    const { endpoint, username, limit, ...call } = options;
    const request = (cursor: string | undefined): RequestOptions => ({
      service: "endpoints",
      method: "GET",
      path: path`/v2/audit-logs/${namespace}`,
      query: {
        endpoint,
        username,
        cursor,
        limit: Math.min(limit ?? 100, 100),
      },
      action: `read the audit log of ${namespace}`,
      shape: AUDIT_LOG,
      call,
    });
    const read = async (cursor: string | undefined) => {
      const page = await this.#transport.request<AuditLogPage>(request(cursor));
      return {
        items: page.list ?? page.items ?? [],
        nextCursor: page.next_cursor ?? page.nextCursor,
      };
    };
    const endless = (why: string) =>
      this.#transport.unusable(request(undefined), new Headers(), why);
    return paginate({ read, endless, limit });
  }
}

import { timestamp } from "../core/clock.ts";
import type { Sleep } from "../core/clock.ts";
import { badRequest, Failure } from "../core/failure.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { readLimit } from "../core/pagination.ts";
import {
  type Call,
  json,
  param,
  type Route,
  route,
  text,
} from "../core/router.ts";
import { stream } from "../core/stream.ts";
import { reads } from "./needs.ts";
import { replicaIds } from "./replicas.ts";
import type { EndpointService } from "./service.ts";
import type { EndpointRecord, LogLine } from "./store.ts";

/** How the log routes behave. */
export interface LogParams {
  /** Whether v3 logs exist; without, they are answered 501. */
  readonly logSearch: boolean;
  /** Waits between two looks for new lines. */
  readonly sleep: Sleep;
}

/** Routes of logs: plain and following text, structured lines, events. */
export function logRoutes(
  service: EndpointService,
  options: LogParams,
): Route[] {
  const find = (call: Call) =>
    service.get(param(call, "namespace"), param(call, "name"));
  const searchable = () => {
    if (!options.logSearch) throw new Failure(501, "Log search is disabled");
  };
  const log = (path: string, handle: (call: Call) => Response): Route =>
    route("GET", path, reads, handle);
  return [
    log("/v2/endpoint/:namespace/:name/logs", (call) => {
      const record = find(call);
      const show = (line: LogLine) => `${plainLine(call, line)}\n`;
      if (call.url.searchParams.get("follow") !== "true") {
        return text(tail(call, record.logs).map(show).join(""));
      }
      return follow(service, options.sleep, call, record, show, "text/plain");
    }),
    log("/v2/endpoint/:namespace/:name/logs/sse", (call) => {
      const show = (line: LogLine) => `data: ${plainLine(call, line)}\n\n`;
      return events(find(call), call, show);
    }),
    log("/v3/endpoint/:namespace/:name/logs", (call) => {
      searchable();
      return json(structured(call, find(call)));
    }),
    log("/v3/endpoint/:namespace/:name/logs/sse", (call) => {
      searchable();
      const record = find(call);
      const wanted = filter(call);
      return events(
        record,
        call,
        (line) =>
          wanted(line)
            ? `data: ${JSON.stringify(entry(record, line))}\n\n`
            : "",
      );
    }),
  ];

  function events(
    record: EndpointRecord,
    call: Call,
    show: (line: LogLine) => string,
  ): Response {
    const type = "text/event-stream";
    return follow(service, options.sleep, call, record, show, type);
  }
}

function plainLine(call: Call, { at, line }: LogLine): string {
  const given = call.url.searchParams.get("line_max_length");
  const longest = given === null ? Infinity : wholeNumber(given);
  return `- ${timestamp(at)} ${line}`.slice(0, longest);
}

function tail(call: Call, lines: readonly LogLine[]): readonly LogLine[] {
  const given = call.url.searchParams.get("tail");
  if (given === null) return lines;
  const count = wholeNumber(given);
  return count === 0 ? [] : lines.slice(-count);
}

function wholeNumber(given: string): number {
  if (!/^\d+$/.test(given)) {
    throw badRequest(`Expected a whole number, not ${given}`);
  }
  return Number(given);
}

function structured(call: Call, record: EndpointRecord): Json {
  const query = call.url.searchParams;
  const limit = readLimit(query, 1000, 5000);
  const found = tail(call, record.logs.filter(filter(call)));
  const ordered = query.get("order") === "desc" ? found.toReversed() : found;
  return ordered.slice(0, limit).map((line) => entry(record, line));
}

function entry(record: EndpointRecord, line: LogLine): JsonObject {
  return {
    timestamp: timestamp(line.at),
    line: line.line,
    stream: line.level === "error" ? "stderr" : "stdout",
    replica_id: replicaIds(record, 1)[0] ?? "",
    level: line.level,
  };
}

function filter(call: Call): (line: LogLine) => boolean {
  const query = call.url.searchParams;
  const level = query.get("level");
  const search = query.get("search") ?? "";
  const since = time(query.get("since")) ?? -Infinity;
  const until = time(query.get("until")) ?? Infinity;
  return (line) =>
    (level === null || line.level === level) && line.line.includes(search) &&
    line.at >= since && line.at <= until;
}

function time(given: string | null): number | undefined {
  if (given === null) return undefined;
  const ms = Date.parse(given);
  if (Number.isNaN(ms)) throw badRequest(`Not an RFC 3339 time: ${given}`);
  return ms;
}

/** Ends when the endpoint is deleted. */
function follow(
  service: EndpointService,
  sleep: Sleep,
  call: Call,
  record: EndpointRecord,
  show: (line: LogLine) => string,
  type: string,
): Response {
  let sent = record.logs.length - tail(call, record.logs).length;
  const next = () => {
    service.lifecycle.settle(record);
    const fresh = record.logs.slice(sent).map(show).join("");
    sent = record.logs.length;
    const current = service.store.find(record.namespace, record.name);
    return fresh !== "" || current === record ? fresh : undefined;
  };
  return stream({ next, type, sleep, signal: call.signal });
}

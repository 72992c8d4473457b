import { formatNanoseconds, type Sleep } from "../core/clock.ts";
import { badRequest } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import { readLimit } from "../core/pagination.ts";
import {
  type Call,
  json,
  type Route,
  routes,
  textResponse,
} from "../core/router.ts";
import { formatEvent, streamResponse } from "../core/stream.ts";
import { readAccess } from "./access_rules.ts";
import { replicaIds } from "./lifecycle.ts";
import type { EndpointService } from "./service.ts";
import type { EndpointRecord, LogLine } from "./store.ts";

/** Makes the routes of logs: plain text and structured lines, and streams. */
export function logRoutes(service: EndpointService, sleep: Sleep): Route[] {
  const path = "endpoint/:namespace/:name/logs";
  const stream = (
    call: Call,
    format: (line: LogLine) => string,
    type?: string,
  ) => streamLog(service, sleep, call, format, type);
  return routes(readAccess, {
    [`GET /v2/${path}`]: (call) => {
      const format = (line: LogLine) => `${formatLine(call, line)}\n`;
      if (call.query.get("follow") === "true") {
        return stream(call, format, "text/plain");
      }
      const { logs } = service.find(call);
      return textResponse(tail(call, logs).map(format).join(""));
    },
    [`GET /v2/${path}/sse`]: (call) =>
      stream(call, (line) => `data: ${formatLine(call, line)}\n\n`),
    [`GET /v3/${path}`]: (call) => {
      const record = service.find(call);
      const query = call.query;
      const limit = readLimit(query, { default: 1000, max: 5000 });
      const lines = tail(call, record.logs.filter(lineFilter(call)));
      const sorted = query.get("order") === "desc" ? lines.toReversed() : lines;
      return json(
        sorted.slice(0, limit).map((line) => renderLine(record, line)),
      );
    },
    [`GET /v3/${path}/sse`]: (call) => {
      const record = service.find(call);
      const isWanted = lineFilter(call);
      return stream(
        call,
        (line) => isWanted(line) ? formatEvent(renderLine(record, line)) : "",
      );
    },
  });
}

function formatLine(call: Call, { at, line }: LogLine): string {
  const length = call.query.get("line_max_length");
  const max = length === null ? Infinity : readWholeNumber(length);
  return `- ${formatNanoseconds(at)} ${line}`.slice(0, max);
}

function tail(call: Call, lines: readonly LogLine[]): readonly LogLine[] {
  const count = call.query.get("tail");
  return count === null
    ? lines
    : lines.slice(Math.max(0, lines.length - readWholeNumber(count)));
}

function readWholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw badRequest(`Expected a whole number, not ${text}`);
}

function renderLine(record: EndpointRecord, line: LogLine): JsonObject {
  return {
    timestamp: formatNanoseconds(line.at),
    line: line.line,
    stream: line.level === "error" ? "stderr" : "stdout",
    replica_id: replicaIds(record, 1)[0] ?? "",
    level: line.level,
  };
}

function lineFilter(call: Call): (line: LogLine) => boolean {
  const query = call.query;
  const level = query.get("level");
  const search = query.get("search") ?? "";
  const since = readTime(query.get("since")) ?? -Infinity;
  const until = readTime(query.get("until")) ?? Infinity;
  return (line) =>
    (level === null || line.level === level) && line.line.includes(search) &&
    line.at >= since && line.at <= until;
}

function readTime(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw badRequest(`Not an RFC 3339 time: ${text}`);
  return ms;
}

/** Streams a log until its endpoint is deleted. */
function streamLog(
  service: EndpointService,
  sleep: Sleep,
  call: Call,
  format: (line: LogLine) => string,
  type?: string,
): Response {
  const record = service.find(call);
  let sent = record.logs.length - tail(call, record.logs).length;
  const next = () => {
    service.lifecycle.settle(record);
    const text = record.logs.slice(sent).map(format).join("");
    sent = record.logs.length;
    return text !== "" || service.store.has(record) ? text : undefined;
  };
  return streamResponse({
    next,
    sleep,
    signal: call.signal,
    ...type && { type },
  });
}

import { formatNanoseconds, type Sleep } from "../core/clock.ts";
import { badRequest } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";
import { readLimit } from "../core/pagination.ts";
import {
  type Call,
  objectRoutes,
  type Route,
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
  const find = (call: Call) => service.find(call);
  const stream = (
    call: Call,
    record: EndpointRecord,
    format: (line: LogLine) => string,
    type?: string,
  ) => {
    const next = nextLines(service, record, tail(call, record.logs), format);
    const { signal } = call;
    return streamResponse({ next, sleep, signal, ...type && { type } });
  };
  return [
    ...objectRoutes(readAccess, `/v2/${path}`, find, {
      GET: (call, record) => {
        const format = (line: LogLine) => `${formatLine(call, line)}\n`;
        if (call.query.get("follow") === "true") {
          return stream(call, record, format, "text/plain");
        }
        return textResponse(tail(call, record.logs).map(format).join(""));
      },
      "GET /sse": (call, record) =>
        stream(call, record, (line) => `data: ${formatLine(call, line)}\n\n`),
    }),
    ...objectRoutes(readAccess, `/v3/${path}`, find, {
      GET: (call, record) => {
        const { query } = call;
        const limit = readLimit(query, { default: 1000, max: 5000 });
        const lines = tail(call, record.logs.filter(lineFilter(call)));
        return (query.get("order") === "desc" ? lines.toReversed() : lines)
          .slice(0, limit).map((line) => renderLine(record, line));
      },
      "GET /sse": (call, record) => {
        const isWanted = lineFilter(call);
        return stream(
          call,
          record,
          (line) => isWanted(line) ? formatEvent(renderLine(record, line)) : "",
        );
      },
    }),
  ];
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

/** Makes a source of the lines of a log until its endpoint is deleted. */
function nextLines(
  { lifecycle, store }: EndpointService,
  record: EndpointRecord,
  first: readonly LogLine[],
  format: (line: LogLine) => string,
): () => string | undefined {
  let sent = record.logs.length - first.length;
  return () => {
    lifecycle.settle(record);
    const text = record.logs.slice(sent).map(format).join("");
    sent = record.logs.length;
    return text !== "" || store.has(record) ? text : undefined;
  };
}

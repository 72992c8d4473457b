import { badRequest, notFound } from "../core/failure.ts";
import {
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { replicas } from "./lifecycle.ts";
import { replicaIds } from "./replicas.ts";
import type { EndpointRecord } from "./store.ts";

type Line = (value: number) => Json;

const steps = 12;

/** All graphs between two times; the same times give the same graphs. */
export function graphs(record: EndpointRecord, body: JsonObject): JsonObject {
  const span = readSpan(body);
  const line = lineOf(span);
  const { ready, target } = replicas(record);
  const compute = objectAt(record.spec, "compute");
  const gpu = stringAt(compute, "accelerator") === "gpu";
  const image = objectAt(objectAt(record.spec, "model"), "image");
  return {
    start: new Date(span.start).toISOString(),
    stop: new Date(span.stop).toISOString(),
    timeWindowSeconds: Math.round(
      (span.stop - span.start) / (steps - 1) / 1000,
    ),
    replicaIds: replicaIds(record, ready),
    responseStatusCodeGrouped: statusCodes(line, ready, ["2xx", "5xx"]),
    responseStatusCode: statusCodes(line, ready, ["200", "503"]),
    responseElapsed: elapsed(line, ready),
    pendingRequest: { series: [{ data: line(0) }] },
    replicasRunning: { series: [{ data: line(ready) }] },
    replicasStatus: byStatus(line, ready, target),
    hardwareCpu: perReplica(record, line, 20),
    hardwareMem: perReplica(record, line, 40),
    hardwareGpu: gpu ? perReplica(record, line, 60) : { series: [] },
    hardwareGpuMem: gpu ? perReplica(record, line, 70) : { series: [] },
    inference: image.vLLM === undefined ? null : inference(record, line),
  };
}

/** One graph by the name its route has. */
export function graph(
  record: EndpointRecord,
  name: string,
  body: JsonObject,
): Json {
  const line = lineOf(readSpan(body));
  const { ready, target } = replicas(record);
  switch (name) {
    case "replica-status":
      return byStatus(line, ready, target);
    case "replica-running":
      return { series: [{ data: line(ready) }] };
    case "response-elapsed":
      return elapsed(line, ready);
    case "response-status-code":
      return statusCodes(line, ready, ["200", "503"]);
    case "pending-request":
      return { series: [{ data: line(0) }] };
    case "hardware-cpu":
      return perReplica(record, line, 20);
    case "vllm/prefix-cache":
      return objectAt(inference(record, line), "prefixCache");
    case "vllm/requests":
      return objectAt(inference(record, line), "requests");
    default:
      throw notFound(`Metric ${name} not found`);
  }
}

/** The metrics as OpenMetrics text. */
export function openMetrics(record: EndpointRecord): string {
  const { ready, target } = replicas(record);
  const label = `{endpoint="${record.name}",namespace="${record.namespace}"}`;
  return [
    "# TYPE endpoint_ready_replicas gauge",
    `endpoint_ready_replicas${label} ${ready}`,
    "# TYPE endpoint_target_replicas gauge",
    `endpoint_target_replicas${label} ${target}`,
    "# EOF",
    "",
  ].join("\n");
}

function byStatus(line: Line, ready: number, target: number): JsonObject {
  return {
    series: [
      { status: "ready", data: line(ready) },
      { status: "pending", data: line(Math.max(0, target - ready)) },
    ],
  };
}

function statusCodes(
  line: Line,
  ready: number,
  [good, bad]: readonly [string, string],
): JsonObject {
  return {
    series: [
      { statusCode: good, data: line(4 * ready) },
      { statusCode: bad, data: line(0) },
    ],
  };
}

function elapsed(line: Line, ready: number): JsonObject {
  return {
    series: [
      { percentile: "p50", data: line(0.05 * ready) },
      { percentile: "p95", data: line(0.2 * ready) },
      { percentile: "p99", data: line(0.4 * ready) },
    ],
  };
}

function perReplica(
  record: EndpointRecord,
  line: Line,
  value: number,
): JsonObject {
  const ids = replicaIds(record, replicas(record).ready);
  return { series: ids.map((replicaId) => ({ replicaId, data: line(value) })) };
}

function inference(record: EndpointRecord, line: Line): JsonObject {
  const one = (value: number) => perReplica(record, line, value);
  return {
    kvCache: one(10),
    ttft: one(0.2),
    itl: one(0.02),
    prefixCache: one(5),
    requests: { waiting: one(0), running: one(1) },
  };
}

interface Span {
  readonly start: number;
  readonly stop: number;
}

function readSpan(body: JsonObject): Span {
  const start = Date.parse(stringAt(body, "start"));
  const stop = Date.parse(stringAt(body, "stop"));
  if (Number.isNaN(start) || Number.isNaN(stop) || start >= stop) {
    throw badRequest("start and stop must be times, start before stop");
  }
  return { start, stop };
}

function lineOf({ start, stop }: Span): Line {
  return (value) =>
    Array.from({ length: steps }, (_, index) => {
      const at = start + (stop - start) * index / (steps - 1);
      return { x: new Date(at).toISOString(), y: value };
    });
}

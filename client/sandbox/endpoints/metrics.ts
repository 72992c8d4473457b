import { badRequest } from "../core/failure.ts";
import {
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { countReplicas, replicaIds } from "./lifecycle.ts";
import type { EndpointRecord } from "./store.ts";

/** Number of points of a graph. */
const POINTS = 12;

/** Renders all graphs of a time span, the same for the same span. */
export function renderGraphs(
  record: EndpointRecord,
  body: JsonObject,
): JsonObject {
  const start = Date.parse(stringAt(body, "start"));
  const stop = Date.parse(stringAt(body, "stop"));
  if (Number.isNaN(start) || Number.isNaN(stop) || start >= stop) {
    throw badRequest("start and stop must be times, start before stop");
  }
  const step = (stop - start) / (POINTS - 1);
  const line = (value: number): Json =>
    Array.from({ length: POINTS }, (_, index) => ({
      x: new Date(start + index * step).toISOString(),
      y: value,
    }));
  const { ready, target } = countReplicas(record);
  const lines = (label: string, values: Readonly<Record<string, number>>) => ({
    series: Object.entries(values).map(([name, value]) => ({
      [label]: name,
      data: line(value),
    })),
  });
  const perReplica = (value: number) =>
    lines(
      "replicaId",
      Object.fromEntries(replicaIds(record, ready).map((id) => [id, value])),
    );
  const isGpu =
    stringAt(objectAt(record.spec, "compute"), "accelerator") === "gpu";
  const image = objectAt(objectAt(record.spec, "model"), "image");
  return {
    start: new Date(start).toISOString(),
    stop: new Date(stop).toISOString(),
    timeWindowSeconds: Math.round(step / 1000),
    replicaIds: replicaIds(record, ready),
    responseStatusCodeGrouped: lines("statusCode", {
      "2xx": 4 * ready,
      "5xx": 0,
    }),
    responseStatusCode: lines("statusCode", { "200": 4 * ready, "503": 0 }),
    responseElapsed: lines("percentile", {
      p50: 0.05 * ready,
      p95: 0.2 * ready,
      p99: 0.4 * ready,
    }),
    pendingRequest: { series: [{ data: line(0) }] },
    replicasRunning: { series: [{ data: line(ready) }] },
    replicasStatus: lines("status", {
      ready,
      pending: Math.max(0, target - ready),
    }),
    hardwareCpu: perReplica(20),
    hardwareMem: perReplica(40),
    hardwareGpu: isGpu ? perReplica(60) : { series: [] },
    hardwareGpuMem: isGpu ? perReplica(70) : { series: [] },
    inference: image.vLLM === undefined ? null : {
      kvCache: perReplica(10),
      ttft: perReplica(0.2),
      itl: perReplica(0.02),
      prefixCache: perReplica(5),
      requests: { waiting: perReplica(0), running: perReplica(1) },
    },
  };
}

/** Renders the metrics as OpenMetrics text. */
export function openMetrics(record: EndpointRecord): string {
  const { ready, target } = countReplicas(record);
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

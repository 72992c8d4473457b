import { badRequest, notFound } from "../core/failure.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { stringAt } from "../core/json.ts";
import { replicas } from "./lifecycle.ts";
import type { EndpointRecord } from "./store.ts";

const steps = 12;

/** All graphs of an endpoint between two times; they are the same for the
 * same times. */
export function graphs(record: EndpointRecord, body: JsonObject): JsonObject {
  const line = span(body);
  const { ready } = replicas(record);
  const gpu = /^nvidia-/.test(stringAt(record.spec.compute, "instanceType"));
  return {
    responseStatusCodeGrouped: {
      "2xx": line(4 * ready),
      "4xx": line(0),
      "5xx": line(0),
    },
    responseElapsed: {
      p50: line(0.05 * ready),
      p95: line(0.2 * ready),
      p99: line(0.4 * ready),
    },
    pendingRequest: line(0),
    replicasRunning: line(ready),
    hardwareCpu: line(20 * ready),
    hardwareMem: line(40 * ready),
    hardwareGpu: gpu ? line(60 * ready) : [],
    hardwareGpuMem: gpu ? line(70 * ready) : [],
    inference: null,
  };
}

/** One graph by the name its route has. */
export function graph(
  record: EndpointRecord,
  name: string,
  body: JsonObject,
): Json {
  const line = span(body);
  const { ready, target } = replicas(record);
  switch (name) {
    case "replica-status":
      return { ready: line(ready), pending: line(target - ready) };
    case "replica-running":
      return line(ready);
    case "response-elapsed":
      return graphs(record, body).responseElapsed ?? null;
    case "response-status-code":
      return graphs(record, body).responseStatusCodeGrouped ?? null;
    case "pending-request":
      return line(0);
    case "hardware-cpu":
      return line(20 * ready);
    case "hardware-gpu":
      return line(60 * ready);
    case "vllm/prefix-cache":
      return line(0);
    case "vllm/requests":
      return { waiting: line(0), running: line(ready) };
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

function span(body: JsonObject): (value: number) => Json {
  const start = Date.parse(stringAt(body, "start"));
  const stop = Date.parse(stringAt(body, "stop"));
  if (Number.isNaN(start) || Number.isNaN(stop) || start >= stop) {
    throw badRequest("start and stop must be times, start before stop");
  }
  return (value) =>
    Array.from({ length: steps }, (_, index) => {
      const at = start + (stop - start) * index / (steps - 1);
      return { x: Math.round(at), y: value };
    });
}

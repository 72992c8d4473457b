import type { JsonObject } from "../core/json.ts";
import { replicas } from "./lifecycle.ts";
import type { EndpointRecord } from "./store.ts";

/** Ids of the first `count` replicas. */
export function replicaIds(record: EndpointRecord, count: number): string[] {
  const id = record.host.split(".")[0] ?? "";
  return Array.from({ length: count }, (_, index) => `${id}-${index}`);
}

/** The replicas as the API lists them. */
export function replicaList(record: EndpointRecord): JsonObject {
  const { ready, target } = replicas(record);
  const count = record.state === "paused" ? 0 : Math.max(ready, target);
  return {
    items: replicaIds(record, count).map((id, index) => ({
      id,
      status: {
        stage: index < ready ? "ready" : record.state,
        live: index < ready,
      },
    })),
  };
}

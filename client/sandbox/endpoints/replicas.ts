import type { JsonObject } from "../core/json.ts";
import { countReplicas } from "./lifecycle.ts";
import type { EndpointRecord } from "./store.ts";

/** Returns the ids of the first replicas. */
export function replicaIds(record: EndpointRecord, count: number): string[] {
  const id = record.host.split(".")[0] ?? "";
  return Array.from({ length: count }, (_, index) => `${id}-${index}`);
}

/** Renders the list of replicas. */
export function replicaList(record: EndpointRecord): JsonObject {
  const { ready, target } = countReplicas(record);
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

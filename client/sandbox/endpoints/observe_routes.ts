import {
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
} from "../core/router.ts";
import { open } from "../core/accounts.ts";
import { catalogue, quotaList } from "./compute.ts";
import { graph, graphs, openMetrics } from "./metrics.ts";
import { paidReads, reads } from "./needs.ts";
import { replicaList } from "./replicas.ts";
import type { EndpointService } from "./service.ts";

/** Routes that only look: replicas, metrics, compute and quotas. */
export function observeRoutes(service: EndpointService): Route[] {
  const one = "/v2/endpoint/:namespace/:name";
  const find = (call: Call) =>
    service.get(param(call, "namespace"), param(call, "name"));
  return [
    route(
      "GET",
      `${one}/replica`,
      reads,
      (call) => json(replicaList(find(call))),
    ),
    route(
      "POST",
      `${one}/metrics`,
      reads,
      (call) => json(graphs(find(call), readObject(call))),
    ),
    route(
      "POST",
      `${one}/metrics/*metric`,
      reads,
      (call) =>
        json(graph(find(call), param(call, "metric"), readObject(call))),
    ),
    route(
      "GET",
      `${one}/open-metrics`,
      paidReads,
      (call) =>
        new Response(openMetrics(find(call)), {
          headers: {
            "content-type": "application/openmetrics-text; version=1.0.0",
          },
        }),
    ),
    route(
      "GET",
      "/v2/provider",
      open,
      () => json(catalogue(service.quotas, undefined)),
    ),
    route("GET", "/v2/provider/quotas/:namespace", reads, (call) => {
      const owned = service.list(param(call, "namespace"));
      return json(quotaList(service.quotas, owned));
    }),
    route("GET", "/v2/provider/:namespace", reads, (call) => {
      const owned = service.list(param(call, "namespace"));
      return json(catalogue(service.quotas, owned));
    }),
  ];
}

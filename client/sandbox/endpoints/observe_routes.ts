import {
  type Call,
  json,
  param,
  readObject,
  type Route,
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
    {
      method: "GET",
      path: `${one}/replica`,
      needs: reads,
      handle: (call) => json(replicaList(find(call))),
    },
    {
      method: "POST",
      path: `${one}/metrics`,
      needs: reads,
      handle: (call) => json(graphs(find(call), readObject(call))),
    },
    {
      method: "POST",
      path: `${one}/metrics/*metric`,
      needs: reads,
      handle: (call) =>
        json(graph(find(call), param(call, "metric"), readObject(call))),
    },
    {
      method: "GET",
      path: `${one}/open-metrics`,
      needs: paidReads,
      handle: (call) =>
        new Response(openMetrics(find(call)), {
          headers: {
            "content-type": "application/openmetrics-text; version=1.0.0",
          },
        }),
    },
    {
      method: "GET",
      path: "/v2/provider",
      needs: open,
      handle: () => json(catalogue(service.quotas, undefined)),
    },
    {
      method: "GET",
      path: "/v2/provider/quotas/:namespace",
      needs: reads,
      handle: (call) => {
        const owned = service.list(param(call, "namespace"));
        return json(quotaList(service.quotas, owned));
      },
    },
    {
      method: "GET",
      path: "/v2/provider/:namespace",
      needs: reads,
      handle: (call) => {
        const owned = service.list(param(call, "namespace"));
        return json(catalogue(service.quotas, owned));
      },
    },
  ];
}

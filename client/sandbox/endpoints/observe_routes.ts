import { publicAccess } from "../core/accounts.ts";
import { json, param, readObject, type Route, routes } from "../core/router.ts";
import { paidReadAccess, readAccess } from "./access_rules.ts";
import { renderCatalogue, renderQuotas } from "./compute.ts";
import { openMetrics, renderGraph, renderGraphs } from "./metrics.ts";
import { replicaList } from "./replicas.ts";
import type { EndpointService } from "./service.ts";

/** Makes the routes of replicas, metrics, compute and quotas. */
export function observeRoutes(service: EndpointService): Route[] {
  const one = "/v2/endpoint/:namespace/:name";
  return [
    ...routes(publicAccess, {
      "GET /v2/provider": () =>
        json(renderCatalogue(service.quotas, undefined)),
    }),
    ...routes(paidReadAccess, {
      [`GET ${one}/open-metrics`]: (call) =>
        new Response(openMetrics(service.find(call)), {
          headers: {
            "content-type": "application/openmetrics-text; version=1.0.0",
          },
        }),
    }),
    ...routes(readAccess, {
      [`GET ${one}/replica`]: (call) => json(replicaList(service.find(call))),
      [`POST ${one}/metrics`]: (call) =>
        json(renderGraphs(service.find(call), readObject(call))),
      [`POST ${one}/metrics/*metric`]: (call) =>
        json(
          renderGraph(
            service.find(call),
            param(call, "metric"),
            readObject(call),
          ),
        ),
      "GET /v2/provider/quotas/:namespace": (call) =>
        json(
          renderQuotas(service.quotas, service.list(param(call, "namespace"))),
        ),
      "GET /v2/provider/:namespace": (call) =>
        json(
          renderCatalogue(
            service.quotas,
            service.list(param(call, "namespace")),
          ),
        ),
    }),
  ];
}

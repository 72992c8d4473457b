/**
 * Inference Endpoints, and what hardware costs.
 *
 * @module
 */

import { type Area, lazy } from "../area.ts";

/** The area of Inference Endpoints. */
export const endpoints: Area = {
  resources: lazy(() => import("../resources/endpoint.ts"), {
    endpoint: "endpoint",
  }),
  listResources: lazy(() => import("./lists.ts"), { endpoint: "endpointList" }),
  dataSources: [
    ...lazy(() => import("../data_sources/endpoint.ts"), {
      endpoint: "endpointData",
      endpoints: "endpointsData",
    }),
    ...lazy(() => import("../data_sources/endpoint_catalog.ts"), {
      endpoint_compute: "endpointComputeData",
    }),
    ...lazy(() => import("../data_sources/endpoint_parts.ts"), {
      endpoint_private_services: "endpointPrivateServicesData",
    }),
    ...lazy(() => import("../data_sources/hourly_cost.ts"), {
      hourly_cost: "hourlyCostData",
    }),
    ...lazy(() => import("../data_sources/namespace_hourly_cost.ts"), {
      namespace_hourly_cost: "namespaceHourlyCostData",
    }),
  ],
  actions: lazy(() => import("../actions/endpoint.ts"), {
    endpoint_pause: "pauseEndpoint",
    endpoint_resume: "resumeEndpoint",
    endpoint_scale_to_zero: "scaleEndpointToZero",
  }),
};

/**
 * Inference Endpoints, and what hardware costs.
 *
 * @module
 */

import { type Area, lazy } from "../area.ts";

/** The area of Inference Endpoints. */
export const endpoints: Area = {
  resources: [
    ...lazy(() => import("./endpoint.ts"), { endpoint: "endpoint" }),
  ],
  listResources: lazy(() => import("./lists.ts"), { endpoint: "endpointList" }),
  dataSources: [
    ...lazy(() => import("./endpoint_data.ts"), {
      endpoint: "endpointData",
      endpoints: "endpointsData",
    }),
    ...lazy(() => import("./compute_data.ts"), {
      endpoint_compute: "endpointComputeData",
    }),
    ...lazy(() => import("./private_services_data.ts"), {
      endpoint_private_services: "endpointPrivateServicesData",
    }),
    ...lazy(() => import("../cost/hourly_cost.ts"), {
      hourly_cost: "hourlyCostData",
    }),
    ...lazy(() => import("../cost/namespace_hourly_cost.ts"), {
      namespace_hourly_cost: "namespaceHourlyCostData",
    }),
  ],
  actions: lazy(() => import("./actions.ts"), {
    endpoint_pause: "pauseEndpoint",
    endpoint_resume: "resumeEndpoint",
    endpoint_scale_to_zero: "scaleEndpointToZero",
  }),
};

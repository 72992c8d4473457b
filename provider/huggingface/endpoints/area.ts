import { type Area, lazy } from "../area.ts";

export const endpoints: Area = {
  resources: [
    ...lazy(() => import("./endpoint.ts"), "endpoint"),
  ],
  listResources: lazy(
    async () => (await import("./lists.ts")).endpointLists,
    "endpoint",
  ),
  dataSources: [
    ...lazy(
      () => import("./endpoint_data.ts"),
      "endpointData",
      "endpointsData",
    ),
    ...lazy(() => import("./compute_data.ts"), "endpointComputeData"),
    ...lazy(() => import("../cost/hourly_cost.ts"), "hourlyCostData"),
    ...lazy(
      () => import("../cost/namespace_hourly_cost.ts"),
      "namespaceHourlyCostData",
    ),
  ],
  actions: lazy(
    () => import("./actions.ts"),
    "endpointPauseAction",
    "endpointResumeAction",
    "endpointScaleToZeroAction",
  ),
};

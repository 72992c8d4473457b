import { type Area, lazy } from "../area.ts";

export const automation: Area = {
  resources: [
    ...lazy(() => import("./scheduled_job.ts"), "scheduledJob"),
    ...lazy(() => import("./webhook.ts"), "webhook"),
  ],
  listResources: lazy(
    async () => (await import("./lists.ts")).automationLists,
    "scheduledJob",
    "webhook",
  ),
  dataSources: lazy(() => import("../cost/hardware.ts"), "jobHardwareData"),
  actions: lazy(
    () => import("./actions.ts"),
    "jobRunAction",
    "scheduledJobRunAction",
  ),
};

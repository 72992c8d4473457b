/**
 * Jobs and webhooks.
 *
 * @module
 */

import { type Area, lazy } from "../area.ts";

/** The area of jobs and webhooks. */
export const automation: Area = {
  resources: [
    ...lazy(() => import("./scheduled_job.ts"), {
      scheduled_job: "scheduledJob",
    }),
    ...lazy(() => import("./webhook.ts"), { webhook: "webhook" }),
  ],
  listResources: lazy(() => import("./lists.ts"), {
    scheduled_job: "scheduledJobList",
    webhook: "webhookList",
  }),
  dataSources: lazy(() => import("../cost/hardware.ts"), {
    job_hardware: "jobHardwareData",
  }),
  actions: lazy(() => import("./actions.ts"), {
    job_run: "runJob",
    scheduled_job_run: "runScheduledJob",
    job_cancel: "cancelJob",
  }),
};

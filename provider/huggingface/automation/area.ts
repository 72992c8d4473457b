/**
 * Jobs and webhooks.
 *
 * @module
 */

import { type Area, lazy } from "../area.ts";

/** The area of jobs and webhooks. */
export const automation: Area = {
  resources: [
    ...lazy(() => import("../resources/scheduled_job.ts"), {
      scheduled_job: "scheduledJob",
    }),
    ...lazy(() => import("../resources/webhook.ts"), { webhook: "webhook" }),
  ],
  listResources: lazy(() => import("./lists.ts"), {
    scheduled_job: "scheduledJobList",
    webhook: "webhookList",
  }),
  dataSources: lazy(() => import("../data_sources/hardware.ts"), {
    job_hardware: "jobHardwareData",
  }),
  actions: lazy(() => import("../actions/job.ts"), {
    job_run: "runJob",
    scheduled_job_run: "runScheduledJob",
    job_cancel: "cancelJob",
  }),
};

/**
 * What answers about jobs must hold.
 *
 * @module
 */

import type { Job, JobDetails, ScheduledJob } from "./types.ts";
import type { Shape } from "../core/shape.ts";

const OWNER = { id: "string", name: "string", type: "string" } as const;

const DETAILS = {
  flavor: "string",
  dockerImage: "string?",
  spaceId: "string?",
  command: ["string", "?"],
  arguments: ["string", "?"],
  environment: { "*": "string" },
  secrets: ["string", "?"],
  arch: "string?",
  timeout: "number?",
  retry: "number?",
  labels: { "?": true, "*": "string" },
  volumes: [{ type: "string", source: "string", mountPath: "string" }, "?"],
  expose: { "?": true, ports: ["number"], portsPublic: ["number", "?"] },
  resourceGroup: { "?": true, id: "string", name: "string" },
  network: { "?": true, group: "string", aliases: ["string", "?"] },
} as const satisfies Shape<JobDetails>;

/** The shape of a job. */
export const JOB: Shape<Job> = {
  ...DETAILS,
  id: "string",
  createdAt: "string",
  startedAt: "string?",
  finishedAt: "string?",
  owner: OWNER,
  status: { stage: "string", message: "string?", cancelReason: "string?" },
};

/** The shape of a scheduled job. */
export const SCHEDULED_JOB: Shape<ScheduledJob> = {
  id: "string",
  createdAt: "string",
  schedule: "string",
  suspend: "boolean",
  suspendReason: "string?",
  concurrency: "boolean",
  status: {
    lastJob: { "?": true, id: "string", at: "string" },
    nextJobRunAt: "string",
  },
  owner: OWNER,
  jobSpec: DETAILS,
};

/**
 * The shapes of responses about jobs.
 *
 * @module
 */

import type { Job, JobDetails, ScheduledJob } from "./types.ts";
import type { Shape } from "../core/shape.ts";
import { RESOURCE_GROUP, VOLUME } from "../repos/request.ts";

const OWNER = { id: "string", name: "string", type: "string" } as const;

/** The fields that the job of a webhook has too. */
export const COMMAND = {
  flavor: "string",
  dockerImage: "string?",
  spaceId: "string?",
  command: ["string!", "?"],
  arguments: ["string!", "?"],
  environment: { "?": true, "*": "string!" },
  secrets: ["string!", "?"],
  labels: { "?": true, "*": "string!" },
} as const;

const DETAILS = {
  ...COMMAND,
  arch: "string?",
  timeout: "number?",
  retry: "number?",
  volumes: [VOLUME, "?"],
  expose: { "?": true, ports: ["number!"], portsPublic: ["number!", "?"] },
  resourceGroup: RESOURCE_GROUP,
  network: { "?": true, group: "string!", aliases: ["string!", "?"] },
} as const satisfies Shape<JobDetails>;

/** The shape of a job. */
export const JOB: Shape<Job> = {
  ...DETAILS,
  id: "string!",
  createdAt: "string",
  startedAt: "string?",
  finishedAt: "string?",
  owner: OWNER,
  initiator: { "?": true, id: "string", type: "string" },
  status: {
    stage: "string",
    message: "string|null",
    cancelReason: "string?",
    failureCount: "number?",
    exposeUrls: ["string!", "?"],
    sshUrl: "string?",
  },
};

/** The shape of a scheduled job. */
export const SCHEDULED_JOB: Shape<ScheduledJob> = {
  id: "name!",
  createdAt: "string",
  schedule: "string",
  suspend: "boolean",
  suspendReason: "string?",
  concurrency: "boolean",
  status: {
    lastJob: { "?": null, id: "string!", at: "string" },
    nextJobRunAt: "string?",
  },
  owner: OWNER,
  initiator: { "?": true, ...OWNER },
  jobSpec: DETAILS,
};

/**
 * Jobs: commands that run once on the Hub's machines.
 *
 * Facts: the Hub's OpenAPI document, and `huggingface_hub` 2.4.0 for the logs
 * and metrics.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import type { Call } from "../core/call.ts";
import {
  follow,
  followJson,
  type LogLine,
  parseLogLine,
} from "../core/follow.ts";
import type {
  Job,
  JobHardware,
  JobMetrics,
  JobPorts,
  JobSpec,
  JobStage,
  JobUsage,
} from "./types.ts";
import { SPACE_HARDWARE } from "../repos/request.ts";
import { JOB } from "./shapes.ts";
import {
  linkList,
  type List,
  type ListParams,
  wholeList,
} from "../core/pages.ts";
import type { CallOptions } from "../core/options.ts";
import { type WaitOptions, waitUntil } from "../core/wait.ts";
import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "../core/request.ts";
import { ScheduledJobs } from "./scheduled_jobs.ts";
import type { Shape } from "../core/shape.ts";
import type { ServerSentEvent } from "../core/sse.ts";
import { nameOrId, type NamespacedId, ownedId, path } from "../core/url.ts";

/** Filters of a list of jobs. */
export interface JobListParams extends ListParams {
  /** Only those that have all these labels. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Only those in one of these stages. */
  readonly stages?: readonly JobStage[] | undefined;
}

const HARDWARE: Shape<readonly JobHardware[]> = [{
  ...SPACE_HARDWARE,
  ephemeralStorage: "string",
  unitCostMicroUSD: "number",
}];

const METRICS: Shape<JobMetrics> = {
  cpu_usage_pct: "number",
  cpu_millicores: "number",
  memory_used_bytes: "number",
  memory_total_bytes: "number",
  rx_bps: "number",
  tx_bps: "number",
  gpus: {
    "?": true,
    "*": {
      utilization: "number",
      memory_used_bytes: "number",
      memory_total_bytes: "number",
    },
  },
  replica: "string",
};

const ENDED: ReadonlySet<string> = new Set([
  "COMPLETED",
  "CANCELED",
  "ERROR",
  "DELETED",
]);

/** Jobs of users and organizations. They are paid for in advance. */
export class Jobs extends ApiResource {
  /** Jobs that are run again and again. */
  readonly scheduled: ScheduledJobs = new ScheduledJobs(this.transport);

  /** Lists the hardware of jobs, with prices; it takes no token. */
  listHardware(options?: CallOptions): List<JobHardware> {
    return wholeList(this.transport, {
      path: "/api/jobs/hardware",
      action: "list the hardware of jobs",
      shape: HARDWARE,
      call: options,
    });
  }

  /**
   * Starts a job.
   *
   * @param namespace Who pays, a user or an organization.
   * @throws {PaymentRequiredError} If there is no credit.
   */
  create(namespace: string, body: JobSpec, options?: CallOptions): Call<Job> {
    return this.transport.request({
      ...onJobs(namespace, "run a job in", options, "POST"),
      shape: JOB,
      body,
    });
  }

  /** Lists jobs, all pages. */
  list(
    namespace: string,
    params: JobListParams = {},
    options?: CallOptions,
  ): List<Job> {
    const { labels = {}, stages, ...limits } = params;
    return linkList(this.transport, {
      ...onJobs(namespace, "list the jobs of", options),
      query: {
        label: Object.entries(labels).map(([key, value]) => `${key}=${value}`),
        stage: stages,
      },
      shape: [JOB],
    }, limits);
  }

  /** Counts jobs. */
  count(
    namespace: string,
    params: Pick<JobListParams, "stages"> = {},
    options?: CallOptions,
  ): Call<number> {
    return this.transport.request<{ readonly count: number }>({
      ...onJobs(namespace, "count the jobs of", options, "/count"),
      query: { stage: params.stages },
      shape: { count: "number!" },
    }).map(({ count }) => count);
  }

  /**
   * Checks that the token may do something with jobs.
   *
   * @param id A namespace, or `namespace/id` for one job.
   * @throws {PermissionDeniedError} If it may not.
   */
  checkAccess(
    id: string,
    access: "read" | "write",
    options?: CallOptions,
  ): Call<void> {
    const at = path`/api/jobs/${nameOrId(id)}`;
    const check = path`POST /auth-check/${access}`;
    return this.transport.send({
      ...requestFor(id, at, "check the access to the jobs of", options, check),
      isRead: true,
    });
  }

  /** Gets the cost of the token user's jobs in the current billing period. */
  getUsage(options?: CallOptions): Call<JobUsage> {
    return this.transport.request<
      { readonly usage: JobUsage }
    >({
      path: "/api/settings/billing/usage/jobs",
      action: "read the usage of jobs",
      shape: {
        usage: {
          usedMicroUsd: "number",
          totalMinutes: "number",
          periodStart: "string",
          periodEnd: "string",
          jobDetails: [{
            jobId: "string!",
            hardwareFlavor: "string",
            totalMinutes: "number",
            totalCostMicroUsd: "number",
            startedAt: "string",
            completedAt: "string?",
          }],
        },
      },
      call: options,
    }).map(({ usage }) => usage);
  }

  /** Reads a job, without the values of its secrets. */
  get(id: NamespacedId, options?: CallOptions): Call<Job> {
    return this.transport.request(onJob(id, "read", options));
  }

  /** Stops a job. */
  cancel(id: NamespacedId, options?: CallOptions): Call<Job> {
    return this.transport.request({
      ...onJob(id, "cancel", options, "POST /cancel"),
      isIdempotent: true,
    });
  }

  /** Runs a job once more. */
  duplicate(id: NamespacedId, options?: CallOptions): Call<Job> {
    return this.transport.request({
      ...onJob(id, "run again", options, "POST /duplicate"),
    });
  }

  /** Replaces the labels of a job. */
  setLabels(
    id: NamespacedId,
    labels: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Call<Job> {
    return this.transport.request({
      ...onJob(id, "label", options, "PUT /labels"),
      body: { labels },
    });
  }

  /** Replaces the reachable ports of a running job; none to close them. */
  expose(id: NamespacedId, ports: JobPorts, options?: CallOptions): Call<Job> {
    return this.transport.request({
      ...onJob(id, "expose ports of", options, "PUT /expose"),
      body: ports,
    });
  }

  /** Follows the log of a job: its last `tail` lines, or all, then new ones. */
  async *followLogs(
    id: NamespacedId,
    params: { readonly tail?: number | undefined } = {},
    options?: CallOptions,
  ): AsyncGenerator<LogLine, void, undefined> {
    const events = follow(this.transport, {
      ...onJob(id, "follow the log of", options, "/logs"),
      query: params,
    });
    for await (const { data } of events) {
      const line = parseLogLine(data);
      if (line !== undefined) yield line;
    }
  }

  /**
   * Follows what a job uses, with a sample each second. The service may keep the
   * stream open when the job has ended.
   *
   * @throws {ApiError} With status 406 if the job has ended.
   */
  followMetrics(
    id: NamespacedId,
    options?: CallOptions,
  ): AsyncGenerator<JobMetrics, void, undefined> {
    return followJson<JobMetrics>(this.transport, {
      ...onJob(id, "follow the metrics of", options, "/metrics"),
      shape: METRICS,
    });
  }

  /** Follows what happens to a job. What an event holds is not documented. */
  followEvents(
    id: NamespacedId,
    options?: CallOptions,
  ): AsyncGenerator<ServerSentEvent, void, undefined> {
    return follow(
      this.transport,
      onJob(id, "follow the events of", options, "/events"),
    );
  }

  /**
   * Waits until a job has completed, or is where else it should be.
   *
   * @param options What to wait for, `COMPLETED` if left out, and how long.
   * @throws {WaitError} If it has ended in another way.
   */
  waitFor(
    id: NamespacedId,
    options: WaitOptions<Job, JobStage> = {},
  ): Promise<Job> {
    return waitUntil({
      transport: this.transport,
      request: { ...onJob(id, "read", {}) },
      label: `the job ${id}`,
      stateOf: ({ status }) => status.stage,
      until: ["COMPLETED"],
      classify: ({ status: { message } }, stage) => {
        const text = message ? `: ${message}` : "";
        return ENDED.has(stage)
          ? { failure: `it has ended with ${stage}${text}` }
          : undefined;
      },
    }, options);
  }
}

function onJob(id: string, ...args: RequestArgs): RequestOptions {
  return {
    ...requestFor(`the job ${id}`, path`/api/jobs/${ownedId(id)}`, ...args),
    shape: JOB,
  };
}

function onJobs(namespace: string, ...args: RequestArgs): RequestOptions {
  return requestFor(namespace, path`/api/jobs/${namespace}`, ...args);
}

/**
 * Scheduled jobs: commands that the Hub runs again and again.
 *
 * Facts: the Hub's OpenAPI document.
 *
 * @module
 */

import { ApiResource } from "../core/api_resource.ts";
import { type List, wholeList } from "../core/pages.ts";
import type { Call } from "../core/call.ts";
import type { CreateScheduledJob, Job, ScheduledJob } from "./types.ts";
import type { CallOptions } from "../core/options.ts";
import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "../core/request.ts";
import { JOB, SCHEDULED_JOB } from "./shapes.ts";
import { type NamespacedId, ownedId, path } from "../core/url.ts";

/** Scheduled jobs of users and organizations. */
export class ScheduledJobs extends ApiResource {
  /** Lists scheduled jobs, all or those with a label, as `team=search`. */
  list(
    namespace: string,
    params: { readonly label?: string | undefined } = {},
    options?: CallOptions,
  ): List<ScheduledJob> {
    return wholeList(this.transport, {
      ...onSchedules(namespace, "list the scheduled jobs of", options),
      shape: [SCHEDULED_JOB],
      query: params,
    });
  }

  /**
   * Schedules a job. What it runs and whether two run at once cannot be changed
   * later.
   *
   * @param namespace Who pays, a user or an organization.
   */
  create(
    namespace: string,
    body: CreateScheduledJob,
    options?: CallOptions,
  ): Call<ScheduledJob> {
    return this.transport.request({
      ...onSchedules(namespace, "schedule a job in", options, "POST"),
      shape: SCHEDULED_JOB,
      body,
    });
  }

  /** Reads a scheduled job, without the values of its secrets. */
  get(id: NamespacedId, options?: CallOptions): Call<ScheduledJob> {
    return this.transport.request(onScheduled(id, "read", options));
  }

  /** Changes when a job runs. */
  setSchedule(
    id: NamespacedId,
    schedule: string,
    options?: CallOptions,
  ): Call<ScheduledJob> {
    return this.transport.request({
      ...onScheduled(id, "change the schedule of", options, "POST /schedule"),
      isIdempotent: true,
      body: { schedule },
    });
  }

  /** Replaces the labels of a scheduled job. */
  setLabels(
    id: NamespacedId,
    labels: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Call<ScheduledJob> {
    return this.transport.request({
      ...onScheduled(id, "label", options, "PUT /labels"),
      body: { labels },
    });
  }

  /** Switches a scheduled job off. */
  suspend(id: NamespacedId, options?: CallOptions): Call<void> {
    return this.transport.send({
      ...onScheduled(id, "suspend", options, "POST /suspend"),
      isIdempotent: true,
    });
  }

  /** Switches a scheduled job on, one that the service suspended too. */
  resume(id: NamespacedId, options?: CallOptions): Call<void> {
    return this.transport.send({
      ...onScheduled(id, "resume", options, "POST /resume"),
      isIdempotent: true,
    });
  }

  /** Runs a scheduled job now; a conflict if its last one still runs. */
  run(id: NamespacedId, options?: CallOptions): Call<Job> {
    return this.transport.request({
      ...onScheduled(id, "run", options, "POST /run"),
      shape: JOB,
    });
  }

  /** Deletes a scheduled job; jobs that it started stay. */
  delete(id: NamespacedId, options?: CallOptions): Call<void> {
    return this.transport.delete(onScheduled(id, "delete", options));
  }
}

function onScheduled(id: string, ...args: RequestArgs): RequestOptions {
  return {
    ...requestFor(
      `the scheduled job ${id}`,
      path`/api/scheduled-jobs/${ownedId(id)}`,
      ...args,
    ),
    shape: SCHEDULED_JOB,
  };
}

function onSchedules(namespace: string, ...args: RequestArgs): RequestOptions {
  return requestFor(namespace, path`/api/scheduled-jobs/${namespace}`, ...args);
}

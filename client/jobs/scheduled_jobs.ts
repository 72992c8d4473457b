/**
 * Scheduled jobs: commands that the Hub runs again and again.
 *
 * Facts: the Hub's OpenAPI document.
 *
 * @module
 */

import { type List, wholeList } from "../core/pages.ts";
import type { Call } from "../core/call.ts";
import type { CreateScheduledJob, Job, ScheduledJob } from "./types.ts";
import type { CallOptions } from "../core/options.ts";
import type { RequestOptions } from "../core/request.ts";
import { JOB, SCHEDULED_JOB } from "./shapes.ts";
import type { Transport } from "../core/transport.ts";
import { ownedId, path } from "../core/url.ts";

/** Scheduled jobs of users and organizations. */
export class ScheduledJobs {
  readonly #transport: Transport;

  /**
   * Makes the area; {@linkcode Jobs} does.
   *
   * @param transport Sends its requests.
   */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists scheduled jobs; the service does not cut the list into pages.
   *
   * @param namespace Whose.
   * @param params Only those that have a label, as `team=search`.
   * @param options The settings of the call.
   * @returns All of them.
   */
  list(
    namespace: string,
    params: { readonly label?: string | undefined } = {},
    options: CallOptions = {},
  ): List<ScheduledJob> {
    const { label } = params;
    return wholeList(() =>
      this.#transport.request<readonly ScheduledJob[]>({
        service: "hub",
        method: "GET",
        path: path`/api/scheduled-jobs/${namespace}`,
        action: `list the scheduled jobs of ${namespace}`,
        shape: [SCHEDULED_JOB],
        query: { label },
        call: options,
      })
    );
  }

  /**
   * Schedules a job. What it runs and whether two run at once cannot be changed
   * later.
   *
   * @param namespace Who pays, a user or an organization.
   * @param body What to run, and when.
   * @param options The settings of the call.
   * @returns The scheduled job.
   */
  create(
    namespace: string,
    body: CreateScheduledJob,
    options: CallOptions = {},
  ): Call<ScheduledJob> {
    return this.#transport.request<ScheduledJob>({
      service: "hub",
      method: "POST",
      path: path`/api/scheduled-jobs/${namespace}`,
      action: `schedule a job in ${namespace}`,
      shape: SCHEDULED_JOB,
      body,
      call: options,
    });
  }

  /**
   * Reads a scheduled job.
   *
   * @param id `namespace/id`.
   * @param options The settings of the call.
   * @returns The scheduled job, without the values of its secrets.
   * @throws {NotFoundError} If there is none.
   */
  get(
    id: string,
    options: CallOptions = {},
  ): Call<ScheduledJob> {
    return this.#transport.request<ScheduledJob>({
      ...onScheduled(id, "read"),
      method: "GET",
      call: options,
    });
  }

  /**
   * Changes when a job runs.
   *
   * @param id `namespace/id`.
   * @param schedule The new schedule.
   * @param options The settings of the call.
   * @returns The scheduled job.
   */
  setSchedule(
    id: string,
    schedule: string,
    options: CallOptions = {},
  ): Call<ScheduledJob> {
    return this.#transport.request<ScheduledJob>({
      ...onScheduled(id, "change the schedule of", "/schedule"),
      method: "POST",
      isIdempotent: true,
      body: { schedule },
      call: options,
    });
  }

  /**
   * Replaces the labels of a scheduled job.
   *
   * @param id `namespace/id`.
   * @param labels All of its labels.
   * @param options The settings of the call.
   * @returns The scheduled job.
   */
  setLabels(
    id: string,
    labels: Readonly<Record<string, string>>,
    options: CallOptions = {},
  ): Call<ScheduledJob> {
    return this.#transport.request<ScheduledJob>({
      ...onScheduled(id, "label", "/labels"),
      method: "PUT",
      body: { labels },
      call: options,
    });
  }

  /**
   * Switches a scheduled job off.
   *
   * @param id `namespace/id`.
   * @param options The settings of the call.
   */
  suspend(
    id: string,
    options: CallOptions = {},
  ): Call<void> {
    return this.#transport.send({
      ...onScheduled(id, "suspend", "/suspend"),
      method: "POST",
      isIdempotent: true,
      call: options,
    });
  }

  /**
   * Switches a scheduled job on, one that the service suspended too.
   *
   * @param id `namespace/id`.
   * @param options The settings of the call.
   */
  resume(id: string, options: CallOptions = {}): Call<void> {
    return this.#transport.send({
      ...onScheduled(id, "resume", "/resume"),
      method: "POST",
      isIdempotent: true,
      call: options,
    });
  }

  /**
   * Runs a scheduled job now.
   *
   * @param id `namespace/id`.
   * @param options The settings of the call.
   * @returns The job that it started.
   * @throws {ConflictError} If its last job still runs and two must not.
   */
  run(id: string, options: CallOptions = {}): Call<Job> {
    return this.#transport.request<Job>({
      ...onScheduled(id, "run", "/run"),
      method: "POST",
      shape: JOB,
      call: options,
    });
  }

  /**
   * Deletes a scheduled job; jobs that it started stay.
   *
   * @param id `namespace/id`.
   * @param options The settings of the call.
   * @throws {NotFoundError} If there is none.
   */
  delete(id: string, options: CallOptions = {}): Call<void> {
    const request = onScheduled(id, "delete");
    return this.#transport.send({
      ...request,
      method: "DELETE",
      call: options,
    });
  }
}

function onScheduled(
  id: string,
  verb: string,
  rest = "",
): Pick<RequestOptions, "service" | "path" | "action" | "shape"> {
  return {
    service: "hub",
    path: path`/api/scheduled-jobs/${ownedId(id)}` + rest,
    action: `${verb} the scheduled job ${id}`,
    shape: SCHEDULED_JOB,
  };
}

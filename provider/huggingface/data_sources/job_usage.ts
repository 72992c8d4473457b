/**
 * `huggingface_job_usage`: what the jobs of the token's user cost.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { JobUsage } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";

const b = bindingToAnswer<JobUsage>();
const dollars = (microUsd: number) => microUsd / 1e6;

/** The data source `huggingface_job_usage`. */
export const jobUsageData: DataSource = dataSource(b, {
  typeName: "huggingface_job_usage",
  permission: null,
  schema: s.schema({
    description:
      "What the jobs that the user of the token pays for cost in the period " +
      "that is billed now. For those of an organization use " +
      "`huggingface_organization_usage`.",
    attributes: {
      cost_usd: b.float(
        ({ usedMicroUsd }) => dollars(usedMicroUsd),
        "US dollars in all.",
      ),
      minutes: b.float("totalMinutes", "Minutes in all."),
      period_start: b.string(
        "periodStart",
        "When the period began, in the form of RFC 3339.",
      ),
      period_end: b.string(
        "periodEnd",
        "When the period ends, in the form of RFC 3339.",
      ),
      jobs: b.list("jobDetails", (job) => ({
        job_id: job.string("jobId", "The id of the job."),
        flavor: job.string("hardwareFlavor", "The hardware that it ran on."),
        minutes: job.float("totalMinutes", "How long it ran."),
        cost_usd: job.float(
          ({ totalCostMicroUsd }) => dollars(totalCostMicroUsd),
          "US dollars.",
        ),
        started_at: job.string(
          "startedAt",
          "When it started, in the form of RFC 3339.",
        ),
        completed_at: job.string(
          "completedAt",
          "When it ended, in the form of RFC 3339; null while it runs.",
        ),
      }), "The jobs of the period."),
    },
  }),
  failed: () => ({ summary: "Cannot read the usage of jobs" }),
  read: ({ client: { jobs }, signal }) => jobs.getUsage({ signal }),
});

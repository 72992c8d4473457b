/**
 * Actions on jobs: `huggingface_job_run`, `huggingface_scheduled_job_run`,
 * `huggingface_job_duplicate` and `huggingface_job_cancel`.
 *
 * @module
 */

import {
  type Action,
  type DiagnosticsError,
  failure,
  rules,
  s,
  v,
} from "@hf-terraform/framework";
import type { HuggingFace, Job } from "@hf-terraform/client";
import { needing } from "../shared/access.ts";
import { onceAction } from "../shared/action.ts";
import { defineAction } from "../shared/define.ts";
import { milliseconds } from "../shared/duration.ts";
import { explain } from "../shared/object/errors.ts";
import { parseJobId, parseScheduledJobId } from "../shared/ids.ts";
import { jobSpecOf, sentJobAttributes } from "../shared/job_spec.ts";
import { namespaceName, readBy } from "../shared/validators.ts";
import type { HuggingFaceProvider } from "../shared/provider_data.ts";
import { ShownLogs } from "./shown_logs.ts";

const permission = "job.write";
/** How long the log of a job that has ended is waited for. */
const LOG_MOMENT_MS = 2_000;

const waiting = {
  wait: s.bool({
    optional: true,
    description: "Whether to wait until the job has ended, and fail if it " +
      "fails. Default `true`.",
  }),
  timeout: s.string({
    optional: true,
    description: 'How long to wait at most. Default `"1h"`. The job goes on ' +
      "when the wait is over.",
    validators: [v.duration()],
  }),
};

const namespaceAttribute = s.string({
  optional: true,
  description: "The user or organization that runs and pays for the job. " +
    "Default: the provider's `namespace`, else the user of the token.",
  validators: [namespaceName()],
});

/** The action `huggingface_job_run`. */
export const runJob: Action = defineAction({
  typeName: "huggingface_job_run",
  schema: needing(
    { permission },
    s.schema({
      description:
        "Runs a [job](https://huggingface.co/docs/hub/jobs): a command in a " +
        "container, on hardware that is paid for by the second. Its log is shown " +
        "while it runs, and the action fails if the job does.",
      attributes: {
        namespace: namespaceAttribute,
        ...sentJobAttributes,
        ...waiting,
      },
      validators: [rules.exactlyOneOf("image", "space")],
    }),
  ),
  async invoke({ config, provider, signal, progress }) {
    const namespace = config.namespace ??
      await provider.defaultNamespace(signal);
    await run(
      { namespace, provider, signal, progress, waiting: config },
      (jobs) => jobs.create(namespace, jobSpecOf(config), { signal }),
    );
  },
});

/** The action `huggingface_scheduled_job_run`. */
export const runScheduledJob: Action = defineAction({
  typeName: "huggingface_scheduled_job_run",
  schema: needing(
    { permission },
    s.schema({
      description:
        "Runs a scheduled job now, besides its schedule. Its log is " +
        "shown while it runs, and the action fails if the job does.",
      attributes: {
        namespace: namespaceAttribute,
        scheduled_job: s.string({
          required: true,
          description:
            "The `id` of the scheduled job, `namespace/id`, or its " +
            "`scheduled_job_id`.",
          validators: [readBy((id) => parseScheduledJobId(id, "x"))],
        }),
        ...waiting,
      },
    }),
  ),
  async invoke({ config, provider, signal, progress }) {
    const owner = config.namespace ?? await provider.defaultNamespace(signal);
    const { namespace, scheduled_job_id } = parseScheduledJobId(
      config.scheduled_job,
      owner,
    );
    await run(
      { namespace, provider, signal, progress, waiting: config },
      (jobs) =>
        jobs.scheduled.run(`${namespace}/${scheduled_job_id}`, { signal }),
    );
  },
});

const jobAttribute = s.string({
  required: true,
  description: "The job: `namespace/id`, its page, or its id alone.",
  validators: [readBy((id) => parseJobId(id, "x"))],
});

/** The action `huggingface_job_duplicate`. */
export const duplicateJob: Action = defineAction({
  typeName: "huggingface_job_duplicate",
  schema: needing(
    { permission },
    s.schema({
      description: "Runs a job once more, as it was run before. Its log is " +
        "shown while it runs, and the action fails if the job does.",
      attributes: {
        namespace: namespaceAttribute,
        job: jobAttribute,
        ...waiting,
      },
    }),
  ),
  async invoke({ config, provider, signal, progress }) {
    const owner = config.namespace ?? await provider.defaultNamespace(signal);
    const id = parseJobId(config.job, owner);
    const namespace = id.split("/")[0] ?? owner;
    await run(
      { namespace, provider, signal, progress, waiting: config },
      (jobs) => jobs.duplicate(id, { signal }),
    );
  },
});

/** The action `huggingface_job_cancel`. */
export const cancelJob: Action = onceAction({
  typeName: "huggingface_job_cancel",
  permission,
  schema: s.schema({
    description: "Cancels a job, and waits until it has ended. One that has " +
      "ended before stays as it is.",
    attributes: {
      namespace: s.string({
        optional: true,
        description: "The user or organization that runs the job. Default: " +
          "the provider's `namespace`, else the user of the token.",
        validators: [namespaceName()],
      }),
      job: jobAttribute,
      timeout: s.string({
        optional: true,
        description: 'How long to wait at most. Default `"10m"`.',
        validators: [v.duration()],
      }),
    },
  }),
  failed: ({ job }, namespace) => ({
    summary: `Cannot cancel the job ${job}`,
    named: "job",
    namespace,
  }),
  async send({ config, client: { jobs }, namespace, signal }) {
    const id = parseJobId(config.job, namespace);
    await jobs.cancel(id, { signal });
    const timeoutMs = milliseconds(config.timeout ?? "10m");
    const { status } = await jobs.waitFor(id, {
      signal,
      timeoutMs,
      until: jobEnds,
    });
    return `Job ${id} has ended with ${status.stage}`;
  },
});

/** The stages in which a job ends. */
const jobEnds = ["COMPLETED", "CANCELED", "ERROR", "DELETED"] as const;

interface Run {
  readonly namespace: string;
  readonly provider: HuggingFaceProvider;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  readonly waiting: {
    readonly wait: boolean | null;
    readonly timeout: string | null;
  };
}

/** Starts a job, shows its log and tells how it ended. */
async function run(
  { namespace, provider, signal, progress, waiting }: Run,
  start: (jobs: HuggingFace["jobs"]) => Promise<Job>,
): Promise<void> {
  const { jobs } = await provider.client();
  let started: string | undefined;
  try {
    const id = `${namespace}/${(await start(jobs)).id}`;
    started = id;
    progress(`Job ${id} was started`);
    if (waiting.wait === false) return;
    const timeoutMs = milliseconds(waiting.timeout ?? "1h");
    const logs = new ShownLogs({ signal, progress });
    logs.show("log", async function* (signal) {
      const log = jobs.followLogs(id, {}, { signal });
      for await (const { data } of log) yield data;
    });
    try {
      const job = await jobs.waitFor(id, {
        signal,
        timeoutMs,
        until: jobEnds,
      });
      await logs.end(LOG_MOMENT_MS);
      if (job.status.stage === "COMPLETED") {
        progress(`Job ${id} has completed`);
        return;
      }
      throw ended(namespace, job, logs.lines);
    } finally {
      await logs.end();
    }
  } catch (error) {
    throw await explain(error, {
      summary: `Cannot run the job in ${namespace}`,
      provider,
      namespace,
      permission,
      ...started !== undefined && signal.aborted && {
        advice: `The job ${started} goes on and is billed. To stop it: ` +
          `\`hf jobs cancel ${started}\`.`,
      },
    });
  }
}

function ended(
  namespace: string,
  { id, status }: Job,
  lines: readonly string[],
): DiagnosticsError {
  const why = status.message === null ? "" : ` ${status.message}.`;
  const log = lines.length === 0
    ? "Its log is empty."
    : `The last lines of its log:\n\n${lines.join("\n")}`;
  return failure(
    `Job ${namespace}/${id} ended with ${status.stage}`,
    `It did not complete.${why} ${log}`,
  );
}

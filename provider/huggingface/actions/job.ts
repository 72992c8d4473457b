/**
 * Actions that run jobs: `huggingface_job_run` and
 * `huggingface_scheduled_job_run`.
 *
 * @module
 */

import {
  type Action,
  type DiagnosticsError,
  failure,
  rules,
  s,
  types,
  v,
} from "../../framework/mod.ts";
import type { HuggingFace, Job } from "../../../mod.ts";
import { defineAction } from "../shared/define.ts";
import { milliseconds } from "../shared/duration.ts";
import { explain } from "../shared/object/errors.ts";
import { hardware } from "../shared/known_values.ts";
import { namespaceName, repoId } from "../shared/validators.ts";
import type { HuggingFaceProvider } from "../shared/provider_data.ts";
import { ShownLogs } from "./shown_logs.ts";

const permission = "the permission `job.write`";
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
  schema: s.schema({
    description:
      "Runs a [job](https://huggingface.co/docs/hub/jobs): a command in a " +
      "container, on hardware that is paid for by the second. Its log is shown " +
      "while it runs, and the action fails if the job does.\n\nThe token needs " +
      "the permission `job.write`.",
    attributes: {
      namespace: namespaceAttribute,
      flavor: s.string({
        required: true,
        description: "The hardware, such as `cpu-basic` or `a10g-small`; " +
          "`huggingface_job_hardware` lists it.",
        validators: [v.knownValues(...hardware)],
      }),
      image: s.string({
        optional: true,
        description:
          "The container image, such as `python:3.12`. Either this " +
          "or `space`.",
      }),
      space: s.string({
        optional: true,
        description: "The Space whose image is run. Either this or `image`.",
        validators: [repoId()],
      }),
      command: s.list(types.string, {
        required: true,
        description: "The command, which runs without the entry point of the " +
          "image.",
        validators: [v.sizeAtLeast(1)],
      }),
      variables: s.map(types.string, {
        optional: true,
        description: "Environment variables.",
      }),
      secrets: s.map(types.string, {
        optional: true,
        sensitive: true,
        description:
          "Secret environment variables. Configurations of actions " +
          "are in no state.",
      }),
      ...waiting,
    },
    validators: [rules.exactlyOneOf("image", "space")],
  }),
  async invoke({ config, provider, signal, progress }) {
    const namespace = config.namespace ??
      await provider.defaultNamespace(signal);
    const { image, space, variables, secrets } = config;
    await run(
      { namespace, provider, signal, progress, waiting: config },
      (jobs) =>
        jobs.run(namespace, {
          flavor: config.flavor,
          command: config.command,
          ...image !== null && { dockerImage: image },
          ...space !== null && { spaceId: space },
          ...variables !== null && { environment: variables },
          ...secrets !== null && { secrets },
        }, { signal }),
    );
  },
});

/** The action `huggingface_scheduled_job_run`. */
export const runScheduledJob: Action = defineAction({
  typeName: "huggingface_scheduled_job_run",
  schema: s.schema({
    description: "Runs a scheduled job now, besides its schedule. Its log is " +
      "shown while it runs, and the action fails if the job does.\n\nThe token " +
      "needs the permission `job.write`.",
    attributes: {
      namespace: namespaceAttribute,
      scheduled_job: s.string({
        required: true,
        description: "The id of the scheduled job.",
      }),
      ...waiting,
    },
  }),
  async invoke({ config, provider, signal, progress }) {
    const namespace = config.namespace ??
      await provider.defaultNamespace(signal);
    await run(
      { namespace, provider, signal, progress, waiting: config },
      (jobs) =>
        jobs.scheduled.run(`${namespace}/${config.scheduled_job}`, { signal }),
    );
  },
});

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
  try {
    const id = `${namespace}/${(await start(jobs)).id}`;
    progress(`Job ${id} was started`);
    if (waiting.wait === false) return;
    const timeoutMs = milliseconds(waiting.timeout ?? "1h");
    const logs = new ShownLogs({ signal, progress });
    logs.show("log", async function* (signal) {
      const log = jobs.followLogs(id, { signal });
      for await (const { data } of log) yield data;
    });
    try {
      const job = await jobs.waitFor(id, { signal, timeoutMs });
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

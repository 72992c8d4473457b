import { failure, redactValues } from "@hf-terraform/framework";
import type { Job } from "@hf-terraform/client";
import {
  type ConfigOf,
  defineRequestAction,
  type RequestActionContext,
} from "../define/request.ts";
import { explain, quoteWords } from "../object/errors.ts";
import { lastLines } from "../object/wait.ts";
import { parseScheduledJobId } from "../schema/ids.ts";
import { milliseconds, requireText, waitInputs } from "../define/inputs.ts";
import { jobSpecOf, sentJobAttributes } from "../schema/job_spec.ts";
import { ownerAttribute } from "../schema/namespace.ts";
import { parsesAs } from "../schema/validators.ts";

const permission = "job.write";
/** The time to wait for the log of a job that has ended, in milliseconds. */
const LOG_MOMENT_MS = 2_000;

const waits = waitInputs(
  "the job has ended, and fail if it fails",
  "1h",
  " The job goes on when the wait is over.",
);

const adviceIfLost = "A job that runs is billed. Look at " +
  "https://huggingface.co/settings/jobs, or with `hf jobs ps` (for an " +
  "organization with `--namespace NAME`), and run the action again only if the " +
  "job is not there; `hf jobs cancel ID` ends one too many.";

export const jobRunAction = defineRequestAction({
  typeName: "huggingface_job_run",
  access: { permission },
  description:
    "Runs a [job](https://huggingface.co/docs/hub/jobs): a command in a " +
    "container, on hardware that is paid for by the second. The first 4 MiB " +
    "of its log are shown while it runs, and the action fails if the job does.",
  attributes: { namespace: ownerAttribute, ...sentJobAttributes, ...waits },
  failed: "run the job in",
  adviceIfLost,
  send(call) {
    const { namespace, client: { jobs }, config, signal } = call;
    return follow(jobs.create(namespace, jobSpecOf(config), { signal }), call);
  },
});

export const scheduledJobRunAction = defineRequestAction({
  typeName: "huggingface_scheduled_job_run",
  access: { permission },
  description: "Runs a scheduled job now, besides its schedule. The first 4 " +
    "MiB of its log are shown while it runs, and the action fails if the job does.",
  attributes: {
    namespace: ownerAttribute,
    scheduled_job: requireText(
      "The `id` of the scheduled job, `namespace/id`, or its " +
        "`scheduled_job_id`.",
      parsesAs((id) => parseScheduledJobId(id, "")),
    ),
    ...waits,
  },
  failed({ scheduled_job }, owner) {
    const { namespace } = parseScheduledJobId(scheduled_job, owner);
    return { summary: `Cannot run the job in ${namespace}`, namespace };
  },
  adviceIfLost,
  send(call) {
    const { client: { jobs: { scheduled } }, config, signal } = call;
    const { namespace, scheduled_job_id: id } = parseScheduledJobId(
      config.scheduled_job,
      call.namespace,
    );
    const start = scheduled.run(`${namespace}/${id}`, { signal });
    return follow(start, { ...call, namespace });
  },
});

const jobEnds = ["COMPLETED", "CANCELED", "ERROR", "DELETED"] as const;

/** Shows the log of a job once it is started, until it has ended. */
async function follow(
  start: Promise<Job>,
  { client: { jobs }, config, signal, progress, logs, ...context }:
    RequestActionContext<ConfigOf<typeof waits>>,
): Promise<void> {
  const { namespace, provider } = context;
  const id = `${namespace}/${(await start).id}`;
  progress`Job ${id} was started`;
  if (config.wait === false) return;
  try {
    logs.show("log", async function* (signal) {
      const log = jobs.followLogs(id, {}, { signal });
      for await (const { data } of log) yield data;
    });
    const timeoutMs = milliseconds(config.timeout ?? "1h");
    const wait = { signal, timeoutMs, until: jobEnds };
    const job = await jobs.waitFor(id, wait);
    await logs.end(LOG_MOMENT_MS);
    const { stage, message } = job.status;
    if (stage === "COMPLETED") return progress`Job ${id} has completed`;
    const why = message == null ? "" : ` ${quoteWords(message)}.`;
    const read = () => Promise.resolve(logs.lines);
    const [ends, ...log] = await lastLines("log", read);
    throw failure(
      redactValues`Job ${id} ended with ${stage}`,
      [redactValues`It did not complete.${why} ` + ends, ...log],
    );
  } catch (error) {
    throw await explain(error, {
      summary: `Cannot wait for the job ${id}`,
      provider,
      namespace,
      permission,
      adviceIfLost,
      advice: `The job ${id} goes on and is billed. To stop it:`,
      command: { command: "hf jobs cancel", values: [id] },
    });
  }
}

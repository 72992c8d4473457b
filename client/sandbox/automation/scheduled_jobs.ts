import { type Account, objectId } from "../core/accounts.ts";
import type { Check } from "../core/check.ts";
import * as is from "../core/checks.ts";
import { type Clock, formatTime } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { type JsonObject, objectAt, pick, stringAt } from "../core/json.ts";
import {
  type ApiModule,
  type Call,
  json,
  pageSection,
  routes,
} from "../core/router.ts";
import { parseCron } from "./cron.ts";
import { jobSpec, labels, renderSpec } from "./job_spec.ts";
import {
  hasLabels,
  type JobRecord,
  jobRoutes,
  type Jobs,
  renderAccount,
} from "./jobs.ts";

interface ScheduledJob {
  readonly id: string;
  readonly owner: Account;
  readonly creator: Account;
  readonly createdAt: number;
  readonly concurrency: boolean;
  readonly jobSpec: JsonObject;
  schedule: string;
  suspend: boolean;
  suspendReason: string | undefined;
  nextAt: number;
  last: JobRecord | undefined;
}

const schedule: Check = (value, at) =>
  is.text()(value, at) ??
    (parseCron(String(value)) === undefined
      ? { message: `Invalid cron expression: ${value}`, at }
      : undefined);
const createBody = is.fields({ jobSpec, schedule }, {
  suspend: is.flag,
  concurrency: is.flag,
});

function nextRun(schedule: string, after: number): number {
  return parseCron(schedule)?.(after) ?? Number.MAX_SAFE_INTEGER;
}

/** Makes the routes of jobs that run by a schedule. */
export function scheduledJobsModule(
  clock: Clock,
  jobs: Jobs,
): ApiModule {
  const store = new Map<string, ScheduledJob>();
  let count = 0;
  const all = "/api/scheduled-jobs/:namespace";
  const one = `${all}/:id`;
  const isBlocked = ({ last, concurrency }: ScheduledJob) =>
    last !== undefined && jobs.isRunning(last) && !concurrency;
  const start = (record: ScheduledJob, at: number): JobRecord => {
    const initiator = { type: "scheduled-job", id: record.id };
    record.last = jobs.start(record.owner, initiator, record.jobSpec, at);
    return record.last;
  };
  /** Runs a job once if it was due since the last call. */
  const settle = (record: ScheduledJob): ScheduledJob => {
    const now = clock.now();
    if (record.suspend || record.nextAt > now) return record;
    if (!isBlocked(record)) start(record, record.nextAt);
    record.nextAt = nextRun(record.schedule, now);
    return record;
  };
  const find = (call: Call): ScheduledJob => {
    const record = store.get(call.param("id"));
    if (record?.owner.name !== call.param("namespace")) {
      throw new Failure(404, "Scheduled job not found");
    }
    return settle(record);
  };
  return {
    routes: [
      ...jobRoutes("read", {
        [`GET ${all}`]: (call) => {
          const label = call.query.get("label");
          const found = [...store.values()].filter((record) =>
            record.owner.name === call.param("namespace") &&
            hasLabels(record.jobSpec, label === null ? [] : [label])
          );
          return json(found.map((record) => render(settle(record))));
        },
        [`GET ${one}`]: (call) => json(render(find(call))),
      }),
      ...jobRoutes("write", {
        [`POST ${all}`]: (call) => {
          const owner = jobs.findPayer(call);
          const body = call.readBody(createBody);
          const schedule = stringAt(body, "schedule");
          const now = clock.now();
          const record: ScheduledJob = {
            id: objectId("scheduled job", String(++count)),
            owner,
            creator: call.user,
            createdAt: now,
            concurrency: body["concurrency"] === true,
            jobSpec: objectAt(body, "jobSpec"),
            schedule,
            suspend: body["suspend"] === true,
            suspendReason: undefined,
            nextAt: nextRun(schedule, now),
            last: undefined,
          };
          store.set(record.id, record);
          return json(render(record));
        },
        [`DELETE ${one}`]: (call) => {
          store.delete(find(call).id);
          return json({});
        },
        [`POST ${one}/suspend`]: (call) => {
          find(call).suspend = true;
          return json({});
        },
        [`POST ${one}/resume`]: (call) => {
          const record = find(call);
          record.suspend = false;
          record.suspendReason = undefined;
          record.nextAt = nextRun(record.schedule, clock.now());
          return json({});
        },
        [`POST ${one}/run`]: (call) => {
          const record = find(call);
          if (!isBlocked(record)) {
            return json(jobs.render(start(record, clock.now())));
          }
          throw new Failure(
            409,
            "Another job is already running at the same time, set " +
              "`concurrency` to allow multiple instances of scheduled jobs " +
              "to run concurrently",
          );
        },
        [`POST ${one}/schedule`]: (call) => {
          const record = find(call);
          const body = call.readBody(is.fields({ schedule }));
          record.schedule = stringAt(body, "schedule");
          record.nextAt = nextRun(record.schedule, clock.now());
          return json(render(record));
        },
        [`PUT ${one}/labels`]: (call) => {
          const record = find(call);
          const body = call.readBody(is.fields({ labels }));
          Object.assign(record.jobSpec, pick(body, ["labels"]));
          return json(render(record));
        },
      }),
    ],
    sections: () => [pageSection("Scheduled jobs", store.values(), {
      Id: ({ id }) => id,
      Owner: ({ owner }) => owner.name,
      Schedule: ({ schedule }) => schedule,
      Suspended: ({ suspend }) => suspend,
      Next: (record) => formatTime(Math.min(settle(record).nextAt, 8.64e15)),
    })],
    control: routes("public", {
      "PATCH /_sandbox/scheduled-jobs/:namespace/:id": (call) => {
        const record = find(call);
        const body = call.readObject();
        record.suspend = body["suspend"] === true;
        record.suspendReason = stringAt(body, "suspendReason") || undefined;
        return json(render(record));
      },
    }),
  };
}

function render(record: ScheduledJob): JsonObject {
  const { last, suspendReason } = record;
  return {
    id: record.id,
    type: "scheduled-job",
    createdAt: formatTime(record.createdAt),
    schedule: record.schedule,
    suspend: record.suspend,
    ...suspendReason !== undefined && { suspendReason },
    concurrency: record.concurrency,
    status: {
      lastJob: last === undefined
        ? null
        : { id: last.id, at: formatTime(last.createdAt) },
      nextJobRunAt: formatTime(Math.min(record.nextAt, 8.64e15)),
    },
    owner: renderAccount(record.owner),
    initiator: renderAccount(record.creator),
    jobSpec: renderSpec(record.jobSpec),
  };
}

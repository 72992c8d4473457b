import { type Account, objectId } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { type Clock, formatTime } from "../core/clock.ts";
import { Failure, invalidField } from "../core/failure.ts";
import { type JsonObject, stringAt } from "../core/json.ts";
import {
  type ApiModule,
  type Call,
  objectRoutes,
  pageSection,
  routes,
} from "../core/router.ts";
import { parseCron } from "./cron.ts";
import { jobSpec, labels, renderSpec } from "./job_spec.ts";
import {
  hasLabels,
  jobAccess,
  type JobRecord,
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

const schedule: is.Check<string> = (value, at) => {
  const text = is.text()(value, at);
  if (parseCron(text) !== undefined) return text;
  throw invalidField(`Invalid cron expression: ${text}`, at);
};
const createBody = is.fields({ jobSpec, schedule }, {
  suspend: is.flag,
  concurrency: is.flag,
});

function nextRun(schedule: string, after: number): number {
  return parseCron(schedule)?.(after) ?? Number.MAX_SAFE_INTEGER;
}

/** Makes the routes of jobs that run by a schedule. */
export function scheduledJobsModule(clock: Clock, jobs: Jobs): ApiModule {
  const scheduled = new Map<string, ScheduledJob>();
  let count = 0;
  const list = () => [...scheduled.values()].map(settle);
  const find = (call: Call): ScheduledJob => {
    const record = scheduled.get(call.param("id"));
    if (record?.owner.name === call.param("namespace")) return settle(record);
    throw new Failure(404, "Scheduled job not found");
  };
  const create = (call: Call): ScheduledJob => {
    const owner = jobs.findPayer(call);
    const body = call.readBody(createBody);
    const now = clock.now();
    const record: ScheduledJob = {
      id: objectId("scheduled job", String(++count)),
      owner,
      creator: call.user,
      createdAt: now,
      concurrency: false,
      suspend: false,
      suspendReason: undefined,
      nextAt: nextRun(body.schedule, now),
      last: undefined,
      ...body,
    };
    scheduled.set(record.id, record);
    return record;
  };
  /** Sets the schedule, which starts anew. */
  const plan = (record: ScheduledJob, schedule = record.schedule) => {
    record.schedule = schedule;
    record.nextAt = nextRun(schedule, clock.now());
  };
  const isBlocked = ({ last, concurrency }: ScheduledJob) =>
    last !== undefined && jobs.isRunning(last) && !concurrency;
  const start = (record: ScheduledJob, at: number): JobRecord => {
    const { owner, id, jobSpec } = record;
    const initiator = { type: "scheduled-job", id };
    return record.last = jobs.start(owner, initiator, jobSpec, at);
  };
  /** Runs a job once if it was due since the last call. */
  const settle = (record: ScheduledJob): ScheduledJob => {
    if (record.suspend || record.nextAt > clock.now()) return record;
    if (!isBlocked(record)) start(record, record.nextAt);
    plan(record);
    return record;
  };
  const all = "/api/scheduled-jobs/:namespace";
  const one = `${all}/:id`;
  return {
    routes: [
      ...routes(jobAccess("read"), {
        [`GET ${all}`]: (call) => {
          const labels = call.query.getAll("label").slice(0, 1);
          return list().filter(({ owner, jobSpec }) =>
            owner.name === call.param("namespace") && hasLabels(jobSpec, labels)
          ).map(renderScheduledJob);
        },
      }),
      ...objectRoutes(jobAccess("read"), one, find, {
        GET: (_, record) => renderScheduledJob(record),
      }),
      ...routes(jobAccess("write"), {
        [`POST ${all}`]: (call) => renderScheduledJob(create(call)),
      }),
      ...objectRoutes(jobAccess("write"), one, find, {
        DELETE: (_, { id }) => {
          scheduled.delete(id);
          return {};
        },
        "POST /suspend": (_, record) => {
          record.suspend = true;
          return {};
        },
        "POST /resume": (_, record) => {
          record.suspend = false;
          record.suspendReason = undefined;
          plan(record);
          return {};
        },
        "POST /run": (_, record) => {
          if (!isBlocked(record)) {
            return jobs.render(start(record, clock.now()));
          }
          throw new Failure(
            409,
            "Another job is already running at the same time, set " +
              "`concurrency` to allow multiple instances of scheduled jobs to " +
              "run concurrently",
          );
        },
        "POST /schedule": (call, record) => {
          const body = call.readBody(is.fields({ schedule }));
          plan(record, body.schedule);
          return renderScheduledJob(record);
        },
        "PUT /labels": (call, record) => {
          const body = call.readBody(is.fields({ labels }));
          Object.assign(record.jobSpec, body);
          return renderScheduledJob(record);
        },
      }),
    ],
    sections: () => [pageSection("Scheduled jobs", list(), {
      Id: ({ id }) => id,
      Owner: ({ owner }) => owner.name,
      Schedule: ({ schedule }) => schedule,
      Suspended: ({ suspend }) => suspend,
      Next: ({ nextAt }) => formatTime(Math.min(nextAt, 8.64e15)),
    })],
    control: objectRoutes(
      "public",
      "/_sandbox/scheduled-jobs/:namespace/:id",
      find,
      {
        PATCH: (call, record) => {
          const body = call.readObject();
          record.suspend = body["suspend"] === true;
          record.suspendReason = stringAt(body, "suspendReason") || undefined;
          return renderScheduledJob(record);
        },
      },
    ),
  };
}

function renderScheduledJob(record: ScheduledJob): JsonObject {
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

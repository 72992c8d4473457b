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

/** Jobs that run by a schedule. */
class ScheduledJobs {
  readonly #jobs: Jobs;
  readonly #clock: Clock;
  readonly #all = new Map<string, ScheduledJob>();
  #count = 0;

  constructor(clock: Clock, jobs: Jobs) {
    this.#clock = clock;
    this.#jobs = jobs;
  }

  list(): ScheduledJob[] {
    return [...this.#all.values()].map((record) => this.#settle(record));
  }

  /** Finds the job of a path; throws 404. */
  find(call: Call): ScheduledJob {
    const record = this.#all.get(call.param("id"));
    if (record?.owner.name === call.param("namespace")) {
      return this.#settle(record);
    }
    throw new Failure(404, "Scheduled job not found");
  }

  create(call: Call): ScheduledJob {
    const owner = this.#jobs.findPayer(call);
    const body = call.readBody(createBody);
    const now = this.#clock.now();
    const record: ScheduledJob = {
      id: objectId("scheduled job", String(++this.#count)),
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
    this.#all.set(record.id, record);
    return record;
  }

  delete({ id }: ScheduledJob): void {
    this.#all.delete(id);
  }

  /** Runs a job now, unless it runs already and must not overlap. */
  run(record: ScheduledJob): JobRecord {
    if (!this.#isBlocked(record)) return this.#start(record, this.#clock.now());
    throw new Failure(
      409,
      "Another job is already running at the same time, set `concurrency` " +
        "to allow multiple instances of scheduled jobs to run concurrently",
    );
  }

  /** Sets the schedule, which starts anew. */
  plan(record: ScheduledJob, schedule: string = record.schedule): void {
    record.schedule = schedule;
    record.nextAt = nextRun(schedule, this.#clock.now());
  }

  #isBlocked({ last, concurrency }: ScheduledJob): boolean {
    return last !== undefined && this.#jobs.isRunning(last) && !concurrency;
  }

  #start(record: ScheduledJob, at: number): JobRecord {
    const { owner, id, jobSpec } = record;
    const initiator = { type: "scheduled-job", id };
    return record.last = this.#jobs.start(owner, initiator, jobSpec, at);
  }

  /** Runs a job once if it was due since the last call. */
  #settle(record: ScheduledJob): ScheduledJob {
    const now = this.#clock.now();
    if (record.suspend || record.nextAt > now) return record;
    if (!this.#isBlocked(record)) this.#start(record, record.nextAt);
    this.plan(record);
    return record;
  }
}

/** Makes the routes of jobs that run by a schedule. */
export function scheduledJobsModule(clock: Clock, jobs: Jobs): ApiModule {
  const scheduled = new ScheduledJobs(clock, jobs);
  const find = (call: Call) => scheduled.find(call);
  const all = "/api/scheduled-jobs/:namespace";
  const one = `${all}/:id`;
  return {
    routes: [
      ...routes(jobAccess("read"), {
        [`GET ${all}`]: (call) => {
          const labels = call.query.getAll("label").slice(0, 1);
          return scheduled.list().filter(({ owner, jobSpec }) =>
            owner.name === call.param("namespace") && hasLabels(jobSpec, labels)
          ).map(renderScheduledJob);
        },
      }),
      ...objectRoutes(jobAccess("read"), one, find, {
        GET: (_, record) => renderScheduledJob(record),
      }),
      ...routes(jobAccess("write"), {
        [`POST ${all}`]: (call) => renderScheduledJob(scheduled.create(call)),
      }),
      ...objectRoutes(jobAccess("write"), one, find, {
        DELETE: (_, record) => {
          scheduled.delete(record);
          return {};
        },
        "POST /suspend": (_, record) => {
          record.suspend = true;
          return {};
        },
        "POST /resume": (_, record) => {
          record.suspend = false;
          record.suspendReason = undefined;
          scheduled.plan(record);
          return {};
        },
        "POST /run": (_, record) => jobs.render(scheduled.run(record)),
        "POST /schedule": (call, record) => {
          const body = call.readBody(is.fields({ schedule }));
          scheduled.plan(record, body.schedule);
          return renderScheduledJob(record);
        },
        "PUT /labels": (call, record) => {
          const body = call.readBody(is.fields({ labels }));
          Object.assign(record.jobSpec, body);
          return renderScheduledJob(record);
        },
      }),
    ],
    sections: () => [pageSection("Scheduled jobs", scheduled.list(), {
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

import {
  type Account,
  type Accounts,
  objectId,
  open,
} from "../core/accounts.ts";
import {
  type Check,
  fields,
  flag,
  pick,
  readChecked,
  text,
} from "../core/checks.ts";
import type { Clock } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { type JsonObject, objectAt, stringAt } from "../core/json.ts";
import {
  type Area,
  type Call,
  json,
  param,
  readObject,
  route,
} from "../core/router.ts";
import { parseCron } from "./cron.ts";
import { jobSpec, labels, renderJob } from "./job_spec.ts";
import {
  account,
  hasLabels,
  type JobRecord,
  jobRoute,
  type Jobs,
} from "./jobs.ts";

interface ScheduledRecord {
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
  text()(value, at) ??
    (parseCron(String(value)) === undefined
      ? { message: `Invalid cron expression: ${value}`, at }
      : undefined);
const toCreate = fields({ jobSpec, schedule }, {
  suspend: flag,
  concurrency: flag,
});
const toSchedule = fields({ schedule });
const toLabel = fields({ labels });

/** Jobs that are run again and again. */
export function scheduledJobsArea(
  clock: Clock,
  accounts: Accounts,
  jobs: Jobs,
): Area {
  const store = new Map<string, ScheduledRecord>();
  let count = 0;
  const all = "/api/scheduled-jobs/:namespace";
  const one = `${all}/:id`;
  const next = (schedule: string, after: number) =>
    parseCron(schedule)?.(after) ?? Number.MAX_SAFE_INTEGER;
  const start = (record: ScheduledRecord, at: number): JobRecord => {
    if (
      record.last !== undefined && jobs.isRunning(record.last) &&
      !record.concurrency
    ) {
      throw new Failure(
        409,
        "Another job is already running at the same time, set `concurrency` " +
          "to allow multiple instances of scheduled jobs to run concurrently",
      );
    }
    const initiator = { type: "scheduled-job", id: record.id };
    record.last = jobs.start(record.owner, initiator, record.jobSpec, at);
    return record.last;
  };
  /** Runs what was due since the last look, once. */
  const settle = (record: ScheduledRecord): ScheduledRecord => {
    const now = clock.now();
    if (record.suspend || record.nextAt > now) return record;
    const busy = record.last !== undefined && jobs.isRunning(record.last);
    if (!busy || record.concurrency) start(record, record.nextAt);
    record.nextAt = next(record.schedule, now);
    return record;
  };
  const find = (call: Call): ScheduledRecord => {
    const record = store.get(param(call, "id"));
    if (record?.owner.name !== param(call, "namespace")) {
      throw new Failure(404, "Scheduled job not found");
    }
    return settle(record);
  };
  const resume = (record: ScheduledRecord) => {
    record.suspend = false;
    record.suspendReason = undefined;
    record.nextAt = next(record.schedule, clock.now());
  };
  const render = (record: ScheduledRecord): JsonObject => {
    const { last, suspendReason } = record;
    return {
      id: record.id,
      type: "scheduled-job",
      createdAt: new Date(record.createdAt).toISOString(),
      schedule: record.schedule,
      suspend: record.suspend,
      ...(suspendReason === undefined ? {} : { suspendReason }),
      concurrency: record.concurrency,
      status: {
        lastJob: last === undefined
          ? null
          : { id: last.id, at: new Date(last.createdAt).toISOString() },
        nextJobRunAt: new Date(Math.min(record.nextAt, 8.64e15)).toISOString(),
      },
      owner: account(record.owner),
      initiator: account(record.creator),
      jobSpec: renderJob(record.jobSpec),
    };
  };
  return {
    routes: [
      jobRoute("GET", all, "read", (call) => {
        const label = call.url.searchParams.get("label");
        const found = [...store.values()].filter((record) =>
          record.owner.name === param(call, "namespace") &&
          hasLabels(record.jobSpec, label === null ? [] : [label])
        );
        return json(found.map((record) => render(settle(record))));
      }),
      jobRoute("POST", all, "write", (call) => {
        const owner = jobs.payer(call);
        const body = readChecked(call, toCreate);
        const record: ScheduledRecord = {
          id: objectId("scheduled job", String(++count)),
          owner,
          creator: accounts.userOf(call.caller),
          createdAt: clock.now(),
          concurrency: body["concurrency"] === true,
          jobSpec: objectAt(body, "jobSpec"),
          schedule: stringAt(body, "schedule"),
          suspend: body["suspend"] === true,
          suspendReason: undefined,
          nextAt: next(stringAt(body, "schedule"), clock.now()),
          last: undefined,
        };
        store.set(record.id, record);
        return json(render(record));
      }),
      jobRoute("GET", one, "read", (call) => json(render(find(call)))),
      jobRoute("DELETE", one, "write", (call) => {
        store.delete(find(call).id);
        return json({});
      }),
      jobRoute("POST", `${one}/suspend`, "write", (call) => {
        find(call).suspend = true;
        return json({});
      }),
      jobRoute("POST", `${one}/resume`, "write", (call) => {
        resume(find(call));
        return json({});
      }),
      jobRoute("POST", `${one}/run`, "write", (call) => {
        const job = start(find(call), clock.now());
        return json(jobs.render(job));
      }),
      jobRoute("POST", `${one}/schedule`, "write", (call) => {
        const record = find(call);
        const { schedule } = readChecked(call, toSchedule);
        record.schedule = String(schedule);
        record.nextAt = next(record.schedule, clock.now());
        return json(render(record));
      }),
      jobRoute("PUT", `${one}/labels`, "write", (call) => {
        const record = find(call);
        Object.assign(
          record.jobSpec,
          pick(readChecked(call, toLabel), ["labels"]),
        );
        return json(render(record));
      }),
    ],
    sections: () => [{
      title: "Scheduled jobs",
      columns: ["Id", "Owner", "Schedule", "Suspended", "Next"],
      rows: [...store.values()].map((record) => ({
        cells: [
          record.id,
          record.owner.name,
          record.schedule,
          String(record.suspend),
          stringAt(objectAt(render(settle(record)), "status"), "nextJobRunAt"),
        ],
        parts: {
          "Scheduled job":
            `/api/scheduled-jobs/${record.owner.name}/${record.id}`,
        },
      })),
    }],
    control: [
      route(
        "PATCH",
        "/_sandbox/scheduled-jobs/:namespace/:id",
        open,
        (call) => {
          const record = find(call);
          const body = readObject(call);
          record.suspend = body["suspend"] === true;
          record.suspendReason = stringAt(body, "suspendReason") || undefined;
          return json(render(record));
        },
      ),
    ],
  };
}

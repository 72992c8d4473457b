import {
  type AccessRule,
  type Account,
  type Accounts,
  objectId,
} from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { type Clock, formatTime } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import { type JsonObject, objectAt, stringAt } from "../core/json.ts";
import type { ServiceSettings } from "../core/options.ts";
import { jsonPage } from "../core/pagination.ts";
import {
  type ApiModule,
  type Call,
  objectRoutes,
  pageSection,
  renderAccess,
  routes,
} from "../core/router.ts";
import { formatEvent, streamResponse } from "../core/stream.ts";
import { simulateCommand } from "./job_command.ts";
import { expose, jobSpec, labels, renderSpec } from "./job_spec.ts";
import { listHardware, pricePerHour, renderUsage } from "./job_usage.ts";

/** A job. */
export interface JobRecord {
  readonly id: string;
  readonly owner: Account;
  readonly initiator: JsonObject;
  /** Its specification, with the values of its secrets. */
  readonly spec: JsonObject;
  readonly createdAt: number;
  readonly startsAt: number;
  endsAt: number;
  outcome: string;
  message: string | null;
  /** Reason for which the service stopped it. */
  cancelReason: string | undefined;
}

/** Makes the rule of routes that need the permission `job.write`. */
export function jobAccess(access: "read" | "write"): AccessRule {
  return { access, permissions: ["job.write"], namespace: "namespace" };
}

/** Jobs with the effects of their commands. */
export class Jobs {
  readonly #clock: Clock;
  readonly #accounts: Accounts;
  readonly #settings: ServiceSettings;
  readonly #all = new Map<string, JobRecord>();

  constructor(clock: Clock, accounts: Accounts, settings: ServiceSettings) {
    this.#clock = clock;
    this.#accounts = accounts;
    this.#settings = settings;
  }

  /** Lists the jobs that an account pays. */
  listOf(owner: string): JobRecord[] {
    return this.list().filter((job) => job.owner.name === owner);
  }

  list(): JobRecord[] {
    return [...this.#all.values()];
  }

  findById(id: string): JobRecord | undefined {
    return this.#all.get(id);
  }

  /** Returns the account that pays for a call; throws 402 without credit. */
  findPayer(call: Call): Account {
    const owner = this.#accounts.get(call.param("namespace"));
    if (owner.canPay) return owner;
    throw new Failure(
      402,
      "Pre-paid credit balance is insufficient - add more credits to your " +
        "account to use Jobs.",
    );
  }

  /** Starts a job, whose effect follows from its command. */
  start(
    owner: Account,
    initiator: JsonObject,
    spec: JsonObject,
    createdAt: number = this.#clock.now(),
  ): JobRecord {
    const { startupMs } = this.#settings;
    const startsAt = createdAt + startupMs * 0.3;
    const { seconds, fails } = simulateCommand(spec);
    const limit = spec["timeoutSeconds"];
    const timeout = typeof limit === "number" ? limit : 30 * 60;
    const isLate = seconds > timeout;
    const job: JobRecord = {
      id: objectId("job", String(this.#all.size + 1)),
      owner,
      initiator,
      spec: structuredClone(spec),
      createdAt,
      startsAt,
      endsAt: createdAt + startupMs + Math.min(seconds, timeout) * 1000,
      outcome: fails || isLate ? "ERROR" : "COMPLETED",
      message: isLate
        ? "Job timeout"
        : fails
        ? "Job failed with exit code: 1. Reason: Error"
        : null,
      cancelReason: undefined,
    };
    this.#all.set(job.id, job);
    return job;
  }

  /** Tests whether a job has not ended. */
  isRunning(job: JobRecord): boolean {
    return this.#clock.now() < job.endsAt;
  }

  /** Ends a job unless it has ended, and renders it. */
  end(job: JobRecord, stage: string, message: string | null): JsonObject {
    if (this.isRunning(job)) {
      job.endsAt = this.#clock.now();
      job.outcome = stage;
      job.message = message;
    }
    return this.render(job);
  }

  /** Returns the present stage of a job. */
  stageOf(job: JobRecord): string {
    if (!this.isRunning(job)) return job.outcome;
    return this.#clock.now() < job.startsAt ? "SCHEDULING" : "RUNNING";
  }

  /** Finds the job of a path; throws 404. */
  find(call: Call): JobRecord {
    const job = this.#all.get(call.param("id"));
    if (job?.owner.name === call.param("namespace")) return job;
    throw new Failure(404, "Job not found");
  }

  /** Lists the jobs of a query, newest first. */
  search(call: Call): JobRecord[] {
    const query = call.query;
    const stages = query.getAll("stage");
    const labels = query.getAll("label");
    return this.listOf(call.param("namespace")).filter((job) =>
      (stages.length === 0 || stages.includes(this.stageOf(job))) &&
      hasLabels(job.spec, labels)
    ).reverse();
  }

  #stream({ signal }: Call, next: () => string | undefined): Response {
    return streamResponse({ next, sleep: this.#settings.sleep, signal });
  }

  /** Streams the job at each change of its stage, until its end. */
  streamStages(call: Call, job: JobRecord): Response {
    let sent: string | undefined;
    const next = () => {
      const stage = this.stageOf(job);
      if (stage === sent) return this.isRunning(job) ? "" : undefined;
      sent = stage;
      return formatEvent(this.render(job));
    };
    return this.#stream(call, next);
  }

  /** Streams the log of a job until its end. */
  streamLog(call: Call, job: JobRecord): Response {
    const tail = call.query.get("tail");
    let sent = tail === null
      ? 0
      : Math.max(0, this.#logOf(job).length - Number(tail));
    const next = () => {
      const lines = this.#logOf(job);
      const text = lines.slice(sent).map(formatEvent).join("");
      sent = lines.length;
      return text !== "" || this.isRunning(job) ? text : undefined;
    };
    return this.#stream(call, next);
  }

  /** Streams a sample each second until the end of a job. */
  streamMetrics(call: Call, job: JobRecord): Response {
    if (!this.isRunning(job)) throw new Failure(406, "The job has ended");
    let sampledAt = -Infinity;
    const next = () => {
      const now = this.#clock.now();
      if (!this.isRunning(job)) return undefined;
      if (now - sampledAt < 1000) return "";
      sampledAt = now;
      const sample = {
        cpu_usage_pct: 20,
        cpu_millicores: 2000,
        memory_used_bytes: 1_000_000,
        memory_total_bytes: 16_000_000_000,
        rx_bps: 0,
        tx_bps: 0,
        gpus: {},
        replica: job.id.slice(0, 5),
      };
      return `event: metric\n${formatEvent(sample)}`;
    };
    return this.#stream(call, next);
  }

  #logOf(job: JobRecord): JsonObject[] {
    const line = (at: number, data: string) => ({
      data,
      timestamp: formatTime(at),
    });
    const start = formatTime(job.startsAt);
    return [
      line(job.startsAt, `===== Job started at ${start} =====`),
      ...simulateCommand(job.spec).output.map((text) =>
        line(job.startsAt, text)
      ),
      ...job.message === null ? [] : [line(job.endsAt, job.message)],
    ].filter(({ timestamp }) => Date.parse(timestamp) <= this.#clock.now());
  }

  /** Renders the durations of a job in whole seconds. */
  #durations({ createdAt, startsAt, endsAt }: JobRecord): JsonObject {
    const until = Math.min(endsAt, this.#clock.now());
    const seconds = (from: number, to: number) =>
      Math.floor((to - from) / 1000);
    return {
      schedulingSecs: seconds(createdAt, startsAt),
      runningSecs: seconds(startsAt, until),
      totalSecs: seconds(createdAt, until),
    };
  }

  /** Renders a job without the values of its secrets. */
  render(job: JobRecord): JsonObject {
    const { user } = this.#accounts;
    const stage = this.stageOf(job);
    const now = this.#clock.now();
    const hasEnded = !this.isRunning(job);
    const ports = objectAt(job.spec, "expose")["ports"];
    return {
      id: job.id,
      type: "job",
      createdAt: formatTime(job.createdAt),
      ...now >= job.startsAt && { startedAt: formatTime(job.startsAt) },
      ...hasEnded && { finishedAt: formatTime(job.endsAt) },
      ...now >= job.startsAt && { durations: this.#durations(job) },
      createdBy: { id: user.id, name: user.name },
      owner: renderAccount(job.owner),
      initiator: job.initiator,
      ...renderSpec(job.spec),
      status: {
        stage,
        message: hasEnded ? job.message : null,
        ...hasEnded && job.cancelReason !== undefined &&
          { cancelReason: job.cancelReason },
        ...stage === "RUNNING" && Array.isArray(ports) && {
          exposeUrls: ports.map((port) => `https://${job.id}--${port}.hf.jobs`),
        },
        ...stage === "RUNNING" &&
          objectAt(job.spec, "ssh")["enabled"] === true &&
          { sshUrl: `ssh://${job.id}@ssh.hf.jobs` },
      },
    };
  }
}

/** Makes the routes of jobs. */
export function jobsModule(
  jobs: Jobs,
  accounts: Accounts,
  clock: Clock,
): ApiModule {
  const all = "/api/jobs/:namespace";
  const one = `${all}/:id`;
  const find = (call: Call) => jobs.find(call);
  const start = (call: Call, initiator: JsonObject, spec: JsonObject) =>
    jobs.render(jobs.start(jobs.findPayer(call), initiator, spec));
  const showAccess = (call: Call) => renderAccess(accounts, call);
  return {
    sections: () => [pageSection("Jobs", jobs.list(), {
      Id: ({ id }) => id,
      Owner: ({ owner }) => owner.name,
      Stage: (job) => jobs.stageOf(job),
      Hardware: ({ spec }) => stringAt(spec, "flavor"),
      Runs: ({ spec }) =>
        stringAt(spec, "dockerImage") || stringAt(spec, "spaceId"),
    }, (job) => jobs.stageOf(job) === "RUNNING" ? pricePerHour(job.spec) : 0)],
    routes: [
      ...routes("public", { "GET /api/jobs/hardware": listHardware }),
      ...routes("token", {
        "GET /api/settings/billing/usage/jobs": (call) =>
          renderUsage(jobs.listOf(call.user.name), clock.now()),
      }),
      ...routes(jobAccess("write"), {
        [`POST ${all}`]: (call) =>
          start(
            call,
            renderAccount(accounts.user),
            jobSpec(call.readObject(), ""),
          ),
        [`POST ${all}/auth-check/write`]: showAccess,
      }),
      ...objectRoutes(jobAccess("write"), one, find, {
        "POST /cancel": (_, job) => jobs.end(job, "CANCELED", null),
        "POST /duplicate": (call, { id, spec }) =>
          start(call, { type: "duplicated-job", id }, spec),
        "PUT /labels": (call, job) => {
          Object.assign(job.spec, call.readBody(is.fields({ labels })));
          return jobs.render(job);
        },
        "PUT /expose": (call, job) => {
          job.spec["expose"] = call.readBody(expose);
          return jobs.render(job);
        },
        "POST /auth-check/write": showAccess,
      }),
      ...routes(jobAccess("read"), {
        [`POST ${all}/auth-check/read`]: showAccess,
        [`GET ${all}`]: (call) =>
          jsonPage(call, jobs.search(call), (job) => jobs.render(job), {
            default: 50,
          }),
        [`GET ${all}/count`]: (call) => ({ count: jobs.search(call).length }),
      }),
      ...objectRoutes(jobAccess("read"), one, find, {
        "POST /auth-check/read": showAccess,
        GET: (_, job) => jobs.render(job),
        "GET /logs": (call, job) => jobs.streamLog(call, job),
        "GET /events": (call, job) => jobs.streamStages(call, job),
        "GET /metrics": (call, job) => jobs.streamMetrics(call, job),
      }),
    ],
    control: objectRoutes("public", "/_sandbox/jobs/:namespace/:id", find, {
      PATCH: (call, job) => {
        const body = call.readObject();
        job.cancelReason = stringAt(body, "cancelReason") || undefined;
        return jobs.end(
          job,
          stringAt(body, "stage"),
          stringAt(body, "message"),
        );
      },
    }),
  };
}

/** Renders an account for jobs. */
export function renderAccount({ id, name, kind }: Account): JsonObject {
  return { id, name, type: kind, avatarUrl: `/avatars/${name}.svg` };
}

/** Tests whether a specification has some labels, each `key=value`. */
export function hasLabels(
  spec: JsonObject,
  labels: readonly string[],
): boolean {
  const own = objectAt(spec, "labels");
  return labels.every((label) => {
    const [key = "", value] = label.split("=");
    return own[key] === value;
  });
}

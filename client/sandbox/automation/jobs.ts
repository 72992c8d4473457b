import {
  accessOf,
  type Account,
  type Accounts,
  anyToken,
  objectId,
  open,
} from "../core/accounts.ts";
import {
  type Check,
  checked,
  fields,
  list,
  pick,
  readChecked,
  whole,
} from "../core/checks.ts";
import type { Clock, Sleep } from "../core/clock.ts";
import { Failure } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
  stringsAt,
} from "../core/json.ts";
import { linkedPage } from "../core/pagination.ts";
import {
  type Area,
  type Call,
  json,
  param,
  readObject,
  type Route,
  route,
  type Row,
} from "../core/router.ts";
import { stream } from "../core/stream.ts";
import { hardwareList } from "../hub/space_data.ts";
import { jobSpec, labels, renderJob } from "./job_spec.ts";
import { usageOf } from "./job_usage.ts";

/** One job. */
export interface JobRecord {
  /** Position in the store. */
  readonly seq: number;
  /** Its id, 24 hexadecimal digits. */
  readonly id: string;
  /** Who pays. */
  readonly owner: Account;
  /** What started it. */
  readonly initiator: JsonObject;
  /** What it runs, with the values of its secrets. */
  readonly spec: JsonObject;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When it starts. */
  readonly startsAt: number;
  /** When it ends, by itself or because it was stopped. */
  endsAt: number;
  /** The stage it ends in. */
  outcome: string;
  /** What is said about the end. */
  message: string | null;
  /** Why the service stopped it. */
  cancelReason: string | undefined;
}

/** How jobs behave. */
export interface JobOptions {
  /** Milliseconds until a job that takes no time has ended. */
  readonly startupMs: number;
  /** Waits. */
  readonly sleep: Sleep;
}

const ports = list(whole({ min: 1, max: 65_535 }), { max: 20 });
const toLabel = fields({ labels });
const toExpose: Check = fields({ ports }, { portsPublic: ports });
const needs = {
  read: { access: "read", permissions: ["job.write"], namespace: "namespace" },
  write: {
    access: "write",
    permissions: ["job.write"],
    namespace: "namespace",
  },
} as const;

/** The routes of one thing that runs jobs, by what they need. */
export function jobRoute(
  method: string,
  path: string,
  access: "read" | "write",
  handle: (call: Call) => Response,
): Route {
  return route(method, path, needs[access], handle);
}

/** Jobs, and what they would have done. */
export class Jobs {
  readonly #clock: Clock;
  readonly #accounts: Accounts;
  readonly #options: JobOptions;
  readonly #all = new Map<string, JobRecord>();

  /** Makes an empty store. */
  constructor(clock: Clock, accounts: Accounts, options: JobOptions) {
    this.#clock = clock;
    this.#accounts = accounts;
    this.#options = options;
  }

  /** All jobs that an account pays. */
  of(owner: string): JobRecord[] {
    return [...this.#all.values()].filter((job) => job.owner.name === owner);
  }

  #row(job: JobRecord): Row {
    const stage = this.#stage(job);
    const flavor = stringAt(job.spec, "flavor");
    const path = `/api/jobs/${job.owner.name}/${job.id}`;
    return {
      cells: [
        job.id,
        job.owner.name,
        stage,
        flavor,
        stringAt(job.spec, "dockerImage") || stringAt(job.spec, "spaceId"),
      ],
      parts: { Job: path, Log: `${path}/logs`, Events: `${path}/events` },
      cost: stage === "RUNNING" ? hourly(flavor) : 0,
    };
  }

  /** Routes of jobs. */
  get area(): Area {
    const all = "/api/jobs/:namespace";
    const one = `${all}/:id`;
    const answer = (job: JobRecord) => json(this.render(job));
    const change =
      (check: Check, apply: (job: JobRecord, body: JsonObject) => void) =>
      (call: Call) => {
        const job = this.#find(call);
        apply(job, readChecked(call, check));
        return answer(job);
      };
    return {
      sections: () => [{
        title: "Jobs",
        columns: ["Id", "Owner", "Stage", "Hardware", "Runs"],
        rows: [...this.#all.values()].map((job) => this.#row(job)),
      }],
      routes: [
        route("GET", "/api/jobs/hardware", open, () => json(hardware())),
        route("GET", "/api/settings/billing/usage/jobs", anyToken, (call) => {
          const { name } = this.#accounts.userOf(call.caller);
          return json(usageOf(this.of(name), hardware(), this.#clock.now()));
        }),
        jobRoute("POST", all, "write", (call) => {
          const { user } = this.#accounts;
          const spec = checked(readObject(call), jobSpec);
          const owner = this.payer(call);
          return answer(this.start(owner, account(user), spec));
        }),
        jobRoute("GET", all, "read", (call) => {
          const found = this.#list(call);
          return linkedPage(call, found, ({ job }) => this.render(job), {
            usual: 50,
          });
        }),
        jobRoute(
          "GET",
          `${all}/count`,
          "read",
          (call) => json({ count: this.#list(call).length }),
        ),
        ...(["read", "write"] as const).flatMap((access) =>
          [all, one].map((path) =>
            jobRoute("POST", `${path}/auth-check/${access}`, access, (call) => {
              const { namespace = "", id } = call.params;
              if (id !== undefined) this.#find(call);
              return json(accessOf(this.#accounts, call.caller, namespace));
            })
          )
        ),
        jobRoute("GET", one, "read", (call) => answer(this.#find(call))),
        jobRoute("POST", `${one}/cancel`, "write", (call) => {
          const job = this.#find(call);
          this.#end(job, "CANCELED", null);
          return answer(job);
        }),
        jobRoute("POST", `${one}/duplicate`, "write", (call) => {
          const { id, spec } = this.#find(call);
          const initiator = { type: "duplicated-job", id };
          return answer(this.start(this.payer(call), initiator, spec));
        }),
        jobRoute(
          "PUT",
          `${one}/labels`,
          "write",
          change(toLabel, (job, body) => {
            job.spec["labels"] = body["labels"] ?? {};
          }),
        ),
        jobRoute(
          "PUT",
          `${one}/expose`,
          "write",
          change(toExpose, (job, body) => {
            job.spec["expose"] = pick(body, ["ports", "portsPublic"]);
          }),
        ),
        jobRoute("GET", `${one}/logs`, "read", (call) => this.#logs(call)),
        jobRoute("GET", `${one}/events`, "read", (call) => this.#events(call)),
        jobRoute(
          "GET",
          `${one}/metrics`,
          "read",
          (call) => this.#metrics(call),
        ),
      ],
      control: [
        route("PATCH", "/_sandbox/jobs/:namespace/:id", open, (call) => {
          const job = this.#find(call);
          const body = readObject(call);
          job.cancelReason = stringAt(body, "cancelReason") || undefined;
          this.#end(job, stringAt(body, "stage"), stringAt(body, "message"));
          return answer(job);
        }),
      ],
    };
  }

  /** The job of that id, if there is one. */
  byId(id: string): JobRecord | undefined {
    return this.#all.get(id);
  }

  /** Who pays for what a call asks for; throws 402 without credit. */
  payer(call: Call): Account {
    const name = param(call, "namespace");
    const owner = this.#accounts.find(name);
    if (owner === undefined) throw new Failure(404, `Not found: ${name}`);
    if (owner.canPay) return owner;
    throw new Failure(
      402,
      "Pre-paid credit balance is insufficient - add more credits to your " +
        "account to use Jobs.",
    );
  }

  /** Starts a job. What it would do follows from its command. */
  start(
    owner: Account,
    initiator: JsonObject,
    spec: Json,
    createdAt: number = this.#clock.now(),
  ): JobRecord {
    const seq = this.#all.size + 1;
    const given = isObject(spec) ? structuredClone(spec) : {};
    const { startupMs } = this.#options;
    const startsAt = createdAt + startupMs * 0.3;
    const { seconds, fails } = commandOf(given);
    const limit = given["timeoutSeconds"];
    const longest = typeof limit === "number" ? limit : 30 * 60;
    const isLate = seconds > longest;
    const job: JobRecord = {
      seq,
      id: objectId("job", String(seq)),
      owner,
      initiator,
      spec: given,
      createdAt,
      startsAt,
      endsAt: createdAt + startupMs + Math.min(seconds, longest) * 1000,
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

  /** Whether a job has not ended. */
  isRunning(job: JobRecord): boolean {
    return this.#clock.now() < job.endsAt;
  }

  #end(job: JobRecord, stage: string, message: string | null): void {
    if (!this.isRunning(job)) return;
    job.endsAt = this.#clock.now();
    job.outcome = stage;
    job.message = message;
  }

  #stage(job: JobRecord): string {
    if (!this.isRunning(job)) return job.outcome;
    return this.#clock.now() < job.startsAt ? "SCHEDULING" : "RUNNING";
  }

  #find(call: Call): JobRecord {
    const job = this.#all.get(param(call, "id"));
    if (job?.owner.name !== param(call, "namespace")) {
      throw new Failure(404, "Job not found");
    }
    return job;
  }

  /** Jobs that a list asks for, newest first, numbered. */
  #list(call: Call): { seq: number; job: JobRecord }[] {
    const query = call.url.searchParams;
    const stages = query.getAll("stage");
    const wanted = query.getAll("label");
    return [...this.#all.values()]
      .filter((job) =>
        job.owner.name === param(call, "namespace") &&
        (stages.length === 0 || stages.includes(this.#stage(job))) &&
        hasLabels(job.spec, wanted)
      )
      .reverse()
      .map((job, seq) => ({ seq, job }));
  }

  #stream({ signal }: Call, next: () => string | undefined): Response {
    const { sleep } = this.#options;
    return stream({ next, type: "text/event-stream", sleep, signal });
  }

  /** The job each time that its stage is another, until it has ended. */
  #events(call: Call): Response {
    const job = this.#find(call);
    let sent: string | undefined;
    const next = () => {
      const stage = this.#stage(job);
      if (stage === sent) return this.isRunning(job) ? "" : undefined;
      sent = stage;
      return `data: ${JSON.stringify(this.render(job))}\n\n`;
    };
    return this.#stream(call, next);
  }

  #logs(call: Call): Response {
    const job = this.#find(call);
    const tail = call.url.searchParams.get("tail");
    let sent = tail === null
      ? 0
      : Math.max(0, this.#lines(job).length - Number(tail));
    const next = () => {
      const lines = this.#lines(job);
      const fresh = lines.slice(sent).map((line) =>
        `data: ${JSON.stringify(line)}\n\n`
      ).join("");
      sent = lines.length;
      return fresh !== "" || this.isRunning(job) ? fresh : undefined;
    };
    return this.#stream(call, next);
  }

  /** A sample each second until the job has ended. */
  #metrics(call: Call): Response {
    const job = this.#find(call);
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
      return `event: metric\ndata: ${JSON.stringify(sample)}\n\n`;
    };
    return this.#stream(call, next);
  }

  #lines(job: JobRecord): JsonObject[] {
    const line = (at: number, data: string) => ({
      data,
      timestamp: new Date(at).toISOString(),
    });
    const start = new Date(job.startsAt).toISOString();
    return [
      line(job.startsAt, `===== Job started at ${start} =====`),
      ...commandOf(job.spec).output.map((text) => line(job.startsAt, text)),
      ...job.message === null ? [] : [line(job.endsAt, job.message)],
    ].filter(({ timestamp }) => Date.parse(timestamp) <= this.#clock.now());
  }

  /** How long it waited and ran, in whole seconds. */
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

  /** A job as it is shown: of its secrets only the names. */
  render(job: JobRecord): JsonObject {
    const { user } = this.#accounts;
    const stage = this.#stage(job);
    const now = this.#clock.now();
    const ended = !this.isRunning(job);
    const ports = objectAt(job.spec, "expose")["ports"];
    return {
      id: job.id,
      type: "job",
      createdAt: new Date(job.createdAt).toISOString(),
      ...(now >= job.startsAt
        ? { startedAt: new Date(job.startsAt).toISOString() }
        : {}),
      ...(ended ? { finishedAt: new Date(job.endsAt).toISOString() } : {}),
      ...(now >= job.startsAt ? { durations: this.#durations(job) } : {}),
      createdBy: { id: user.id, name: user.name },
      owner: account(job.owner),
      initiator: job.initiator,
      ...renderJob(job.spec),
      status: {
        stage,
        message: ended ? job.message : null,
        ...(ended && job.cancelReason !== undefined
          ? { cancelReason: job.cancelReason }
          : {}),
        ...(stage === "RUNNING" && Array.isArray(ports)
          ? {
            exposeUrls: ports.map((port) =>
              `https://${job.id}--${port}.hf.jobs`
            ),
          }
          : {}),
        ...(stage === "RUNNING" && objectAt(job.spec, "ssh")["enabled"] === true
          ? { sshUrl: `ssh://${job.id}@ssh.hf.jobs` }
          : {}),
      },
    };
  }
}

/** An account, as jobs name it. */
export function account({ id, name, kind }: Account): JsonObject {
  return { id, name, type: kind, avatarUrl: `/avatars/${name}.svg` };
}

/** Whether a specification has all these labels, each as `key=value`. */
export function hasLabels(
  spec: JsonObject,
  wanted: readonly string[],
): boolean {
  const known = objectAt(spec, "labels");
  return wanted.every((label) => {
    const [key = "", value] = label.split("=");
    return known[key] === value;
  });
}

/**
 * What a command would do: `echo` writes, `sleep` takes seconds, and `false` or
 * `exit 1` fails; `sh -c` is looked into.
 */
function commandOf(
  spec: JsonObject,
): { output: string[]; seconds: number; fails: boolean } {
  const words = [
    ...stringsAt(spec, "command"),
    ...stringsAt(spec, "arguments"),
  ];
  const script = words.join(" ").replace(/^\S*sh -c /, "");
  const steps = script.split(/&&|;/).map((step) => step.trim());
  const after = (name: string) =>
    steps.flatMap((step) =>
      step.startsWith(`${name} `) ? [step.slice(name.length + 1)] : []
    );
  const seconds = after("sleep").map(Number).filter((each) => each > 0);
  return {
    output: after("echo"),
    seconds: seconds.reduce((sum, each) => sum + each, 0),
    fails: steps.some((step) => /^(false|exit [1-9]\d*)$/.test(step)),
  };
}

/** Hardware of Spaces but ZeroGPU, with a disk; a CPU has a price here. */
function hardware(): Json {
  return [hardwareList()].flat().flatMap((entry): Json[] => {
    if (!isObject(entry) || entry["name"] === "zero-a10g") return [];
    const isFree = entry["unitCostUSD"] === 0;
    return [{
      ...entry,
      ephemeralStorage: "50 GB",
      ...(isFree ? { unitCostMicroUSD: 167, unitCostUSD: 0.000167 } : {}),
    }];
  });
}

/** What an hour on this hardware costs, in dollars. */
function hourly(flavor: string): number {
  const found = [hardware()].flat().find((entry) =>
    stringAt(entry, "name") === flavor
  );
  return 60 * Number(isObject(found) ? found["unitCostUSD"] : 0);
}

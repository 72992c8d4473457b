import { badRequest, Failure } from "../core/failure.ts";
import type { Clock } from "../core/clock.ts";
import { numberAt, objectAt, stringAt } from "../core/json.ts";
import type { Actor, EndpointRecord, Transition } from "./store.ts";

/** Moves endpoints through their states as time passes. */
export class Lifecycle {
  readonly #clock: Clock;
  readonly #startupMs: number;

  /** `startupMs` is the time from a request until `running`. */
  constructor(clock: Clock, startupMs: number) {
    this.#clock = clock;
    this.#startupMs = startupMs;
  }

  /** Enters every state whose time has come. */
  settle(record: EndpointRecord): void {
    const now = this.#clock.now();
    while (record.transitions.length > 0) {
      const [next] = record.transitions;
      if (next === undefined || next.at > now) break;
      record.transitions.shift();
      enter(record, next);
    }
    const idle = idleEnd(record);
    if (record.state === "running" && idle !== undefined && idle <= now) {
      enter(record, {
        at: idle,
        state: "scaledToZero",
        message: "Endpoint scaled to zero",
      });
    }
  }

  /** Starts a new, paused or sleeping endpoint. */
  start(record: EndpointRecord): void {
    const now = this.#clock.now();
    const { repository, revision } = modelOf(record);
    record.state = "pending";
    record.message = "Endpoint waiting to be scheduled";
    record.reason = undefined;
    log(record, now, `Scheduling ${repository} on ${instanceOf(record)}`);
    if (repository.includes("never-starts")) {
      record.transitions = [initializing(now + this.#startupMs * 0.3)];
      return;
    }
    const end = repository.includes("fail-to-start")
      ? failure(now + this.#startupMs, "failed", repository, revision)
      : ready(now + this.#startupMs);
    record.transitions = [initializing(now + this.#startupMs * 0.3), end];
  }

  /** Rolls out a changed configuration; parked endpoints stay parked. */
  update(record: EndpointRecord): void {
    if (record.state === "paused" || record.state === "scaledToZero") return;
    const now = this.#clock.now();
    const { repository, revision } = modelOf(record);
    record.state = "updating";
    record.message = "Endpoint waiting for the update";
    record.reason = undefined;
    log(record, now, `Rolling out ${repository} on ${instanceOf(record)}`);
    const fails = /fail-to-(update|start)/.test(repository);
    record.transitions = [
      fails
        ? failure(now + this.#startupMs, "updateFailed", repository, revision)
        : ready(now + this.#startupMs),
    ];
  }

  /** Stops the endpoint until somebody resumes it. */
  pause(record: EndpointRecord): void {
    this.#park(record, "paused", "Endpoint paused");
  }

  /** Stops the endpoint until the next request. */
  scaleToZero(record: EndpointRecord): void {
    if (record.state === "paused" || record.state === "failed") {
      throw badRequest(`Endpoint is ${record.state}, resume it first`);
    }
    this.#park(record, "scaledToZero", "Endpoint scaled to zero");
  }

  /** Starts a parked or failed endpoint; 400 when it already runs. */
  resume(record: EndpointRecord): void {
    const parked = ["paused", "scaledToZero", "failed"];
    if (!parked.includes(record.state)) {
      throw badRequest("Endpoint is already running");
    }
    this.start(record);
  }

  /** Notes who changed the endpoint and when. */
  touch(record: EndpointRecord, actor: Actor): void {
    record.updatedAt = this.#clock.now();
    record.updatedBy = actor;
  }

  #park(record: EndpointRecord, state: string, message: string): void {
    enter(record, { at: this.#clock.now(), state, message });
    record.transitions = [];
  }
}

// Enough lines that the last twenty are not all of them.
const shards = 24;

/** Enters a state and writes it to the log. */
export function enter(record: EndpointRecord, next: Transition): void {
  record.state = next.state;
  record.message = next.message;
  record.reason = next.reason;
  if (next.state !== "pending") record.routed = true;
  if (next.state === "running") record.activeAt = next.at;
  if (next.reason !== undefined) {
    for (let shard = 1; shard <= shards; shard++) {
      log(record, next.at, `Loading shard ${shard} of ${shards}`);
    }
    log(record, next.at, next.reason, "error");
    log(record, next.at, "Container exited with code 1", "error");
  } else {
    log(record, next.at, next.message);
  }
}

/** Replicas that run and that are wanted. */
export function replicas(
  record: EndpointRecord,
): { ready: number; target: number } {
  const scaling = objectAt(objectAt(record.spec, "compute"), "scaling");
  const wanted = Math.max(1, numberAt(scaling, "minReplica") ?? 1);
  switch (record.state) {
    case "pending":
    case "scaledToZero":
      return { ready: 0, target: 0 };
    case "running":
    case "updating":
    case "updateFailed":
      return { ready: wanted, target: wanted };
    default:
      return { ready: 0, target: wanted };
  }
}

/** Throws what the service answers where an endpoint cannot be changed. */
export function refuseFailed(record: EndpointRecord): void {
  if (record.state === "failed") {
    throw new Failure(500, "", { bare: true });
  }
}

function log(
  record: EndpointRecord,
  at: number,
  line: string,
  level = "info",
): void {
  record.logs.push({ at, line, level });
}

function initializing(at: number): Transition {
  return { at, state: "initializing", message: "Endpoint is initializing" };
}

function ready(at: number): Transition {
  return { at, state: "running", message: "Endpoint is ready" };
}

function failure(
  at: number,
  state: "failed" | "updateFailed",
  repository: string,
  revision: string,
): Transition {
  const verb = state === "failed" ? "deploy" : "update";
  return {
    at,
    state,
    message: `Endpoint failed to ${verb}`,
    reason: `Failed to load ${repository} at revision ${revision}: the ` +
      "repository holds no weights this engine can read",
  };
}

function modelOf(
  record: EndpointRecord,
): { repository: string; revision: string } {
  const model = objectAt(record.spec, "model");
  return {
    repository: stringAt(model, "repository"),
    revision: stringAt(model, "revision"),
  };
}

function instanceOf(record: EndpointRecord): string {
  const compute = objectAt(record.spec, "compute");
  return `${stringAt(compute, "instanceType")} ${
    stringAt(compute, "instanceSize")
  }`;
}

function idleEnd(record: EndpointRecord): number | undefined {
  const scaling = objectAt(objectAt(record.spec, "compute"), "scaling");
  const minutes = numberAt(scaling, "scaleToZeroTimeout");
  if (numberAt(scaling, "minReplica") !== 0 || minutes === undefined) {
    return undefined;
  }
  return record.activeAt + minutes * 60_000;
}

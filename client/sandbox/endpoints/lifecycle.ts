import { badRequest } from "../core/failure.ts";
import type { Clock } from "../core/clock.ts";
import { numberAt, objectAt, stringAt } from "../core/json.ts";
import { type FindModel, resolveModel } from "./models.ts";
import type { Actor, EndpointRecord, Transition } from "./store.ts";

/** Moves endpoints through their states as time passes. */
export class Lifecycle {
  readonly #clock: Clock;
  readonly #startupMs: number;
  readonly #findModel: FindModel;

  /** Starts endpoints in `startupMs` from a request until `running`. */
  constructor(clock: Clock, startupMs: number, findModel: FindModel) {
    this.#clock = clock;
    this.#startupMs = startupMs;
    this.#findModel = findModel;
  }

  /** Enters every state whose time has come. */
  settle(record: EndpointRecord): void {
    const now = this.#clock.now();
    while (record.transitions.length > 0) {
      const [next] = record.transitions;
      if (next === undefined || next.at > now) break;
      record.transitions.shift();
      enterState(record, next);
    }
    const idle = idleEnd(record);
    if (record.state === "running" && idle !== undefined && idle <= now) {
      enterState(record, {
        at: idle,
        state: "scaledToZero",
        message: "Endpoint scaled to zero",
      });
    }
  }

  /** Starts a new, paused or sleeping endpoint. */
  start(record: EndpointRecord): void {
    this.#begin(record, "pending", "to be scheduled", "Scheduling");
    record.transitions = [{
      at: this.#clock.now() + this.#startupMs * 0.3,
      state: "initializing",
      message: "Endpoint is initializing",
    }];
    if (modelSpec(record).repository.includes("never-starts")) return;
    record.transitions.push(
      this.#endOfStart(record, /fail-to-start/, "failed"),
    );
  }

  /** Rolls out a changed configuration, unless it is stopped. */
  update(record: EndpointRecord): void {
    if (record.state === "paused" || record.state === "scaledToZero") return;
    this.#begin(record, "updating", "for the update", "Rolling out");
    record.transitions = [
      this.#endOfStart(record, /fail-to-(update|start)/, "updateFailed"),
    ];
  }

  #begin(
    record: EndpointRecord,
    state: string,
    waitsFor: string,
    verb: string,
  ): void {
    const { repository } = modelSpec(record);
    const compute = objectAt(record.spec, "compute");
    const type = stringAt(compute, "instanceType");
    const size = stringAt(compute, "instanceSize");
    record.state = state;
    record.message = `Endpoint waiting ${waitsFor}`;
    record.reason = undefined;
    const line = `${verb} ${repository} on ${type} ${size}`;
    addLogLine(record, this.#clock.now(), line);
  }

  /** Stops an endpoint until it is resumed. */
  pause(record: EndpointRecord): void {
    this.#stop(record, "paused", "Endpoint paused");
  }

  /** Stops an endpoint until the next request. */
  scaleToZero(record: EndpointRecord): void {
    if (record.state === "paused" || record.state === "failed") {
      throw badRequest(`Endpoint is ${record.state}, resume it first`);
    }
    this.#stop(record, "scaledToZero", "Endpoint scaled to zero");
  }

  /** Starts a stopped or failed endpoint; throws 400 for one that runs. */
  resume(record: EndpointRecord): void {
    if (!["paused", "scaledToZero", "failed"].includes(record.state)) {
      throw badRequest("Endpoint is already running");
    }
    this.start(record);
  }

  /** Records the user and the time of a change. */
  touch(record: EndpointRecord, actor: Actor): void {
    record.updatedAt = this.#clock.now();
    record.updatedBy = actor;
  }

  /** Returns the end of a start: the model runs, or fails. */
  #endOfStart(
    record: EndpointRecord,
    fails: RegExp,
    state: "failed" | "updateFailed",
  ): Transition {
    const at = this.#clock.now() + this.#startupMs;
    const { repository, revision } = modelSpec(record);
    const model = resolveModel(this.#findModel, record.namespace, record.spec);
    const verb = state === "failed" ? "deploy" : "update";
    const failure = { at, state, message: `Endpoint failed to ${verb}` };
    if (model.problem !== undefined) {
      return { ...failure, reason: model.problem };
    }
    if (!fails.test(repository)) {
      return { at, state: "running", message: "Endpoint is ready" };
    }
    return {
      ...failure,
      shards: 24,
      reason: `Failed to load ${repository} at revision ${revision}: the ` +
        "repository holds no weights this engine can read",
    };
  }

  #stop(record: EndpointRecord, state: string, message: string): void {
    enterState(record, { at: this.#clock.now(), state, message });
    record.transitions = [];
  }
}

/** Enters a state and writes it to the log. */
export function enterState(record: EndpointRecord, next: Transition): void {
  record.state = next.state;
  record.message = next.message;
  record.reason = next.reason;
  if (next.state !== "pending") record.hasUrl = true;
  if (next.state === "running") record.activeAt = next.at;
  if (next.reason !== undefined) {
    const { shards = 0 } = next;
    for (let shard = 1; shard <= shards; shard++) {
      addLogLine(record, next.at, `Loading shard ${shard} of ${shards}`);
    }
    addLogLine(record, next.at, next.reason, "error");
    addLogLine(record, next.at, "Container exited with code 1", "error");
  } else {
    addLogLine(record, next.at, next.message);
  }
}

/** Counts the replicas that run, and those of the target. */
export function countReplicas(
  record: EndpointRecord,
): { ready: number; target: number } {
  const scaling = objectAt(objectAt(record.spec, "compute"), "scaling");
  const target = Math.max(1, numberAt(scaling, "minReplica") ?? 1);
  switch (record.state) {
    case "pending":
    case "scaledToZero":
      return { ready: 0, target: 0 };
    case "running":
    case "updating":
    case "updateFailed":
      return { ready: target, target };
    default:
      return { ready: 0, target };
  }
}

/** Returns the ids of the first replicas. */
export function replicaIds(record: EndpointRecord, count: number): string[] {
  const id = record.host.split(".")[0] ?? "";
  return Array.from({ length: count }, (_, index) => `${id}-${index}`);
}

function addLogLine(
  record: EndpointRecord,
  at: number,
  line: string,
  level = "info",
): void {
  record.logs.push({ at, line, level });
}

function modelSpec(
  record: EndpointRecord,
): { repository: string; revision: string } {
  const model = objectAt(record.spec, "model");
  return {
    repository: stringAt(model, "repository"),
    revision: stringAt(model, "revision"),
  };
}

function idleEnd(record: EndpointRecord): number | undefined {
  const scaling = objectAt(objectAt(record.spec, "compute"), "scaling");
  const minutes = numberAt(scaling, "scaleToZeroTimeout");
  if (numberAt(scaling, "minReplica") !== 0 || minutes === undefined) {
    return undefined;
  }
  return record.activeAt + minutes * 60_000;
}

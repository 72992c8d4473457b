import { hash } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";

/** One line of an endpoint's log. */
export interface LogLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The text. */
  readonly line: string;
  /** `info`, `warn` or `error`. */
  readonly level: string;
}

/** A change of state that is still to come. */
export interface Transition {
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** The state to enter. */
  readonly state: string;
  /** Its message. */
  readonly message: string;
  /** The reason of a failure, for `errorMessage` and the log. */
  readonly reason?: string;
  /** How many parts of the model the log tells of before. */
  readonly shards?: number;
}

/** Somebody who did something. */
export interface Actor {
  /** Object id. */
  readonly id: string;
  /** User name. */
  readonly name: string;
}

/** One endpoint as it is stored: with secrets and credentials. */
export interface EndpointRecord {
  /** Position in the store. */
  readonly seq: number;
  /** Owner. */
  readonly namespace: string;
  /** Name within the namespace. */
  readonly name: string;
  /** Host its address is made of. */
  readonly host: string;
  /** Everything a client sets, completed by the service. */
  spec: JsonObject;
  /** Current state. */
  state: string;
  /** Message of the state. */
  message: string;
  /** Reason of a failure. */
  reason: string | undefined;
  /** Whether it has got an address yet. */
  routed: boolean;
  /** When it was created. */
  readonly createdAt: number;
  /** Who created it. */
  readonly createdBy: Actor;
  /** When somebody changed it last. */
  updatedAt: number;
  /** Who changed it last. */
  updatedBy: Actor;
  /** When it was used last; undefined for never. */
  lastUsedAt: number | undefined;
  /** When it was active last, for the idle timeout. */
  activeAt: number;
  /** Changes of state to come, in order. */
  transitions: Transition[];
  /** Log lines, in order. */
  readonly logs: LogLine[];
  /** When a deleted endpoint ceases to exist. */
  goneAt: number | undefined;
}

/** All endpoints by namespace and name, in order of creation. */
export class EndpointStore {
  readonly #clock: Clock;
  readonly #namespaces = new Map<string, Map<string, EndpointRecord>>();
  #seq = 0;

  /** Makes an empty store. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The endpoints of a namespace in order of creation. */
  list(namespace: string): EndpointRecord[] {
    const records = [...this.#namespaces.get(namespace)?.values() ?? []];
    return records.filter((record) => this.#exists(record));
  }

  /** All endpoints, namespace by namespace. */
  all(): EndpointRecord[] {
    return [...this.#namespaces.keys()].flatMap((name) => this.list(name));
  }

  /** One endpoint, if it exists. */
  find(namespace: string, name: string): EndpointRecord | undefined {
    const record = this.#namespaces.get(namespace)?.get(name);
    return record !== undefined && this.#exists(record) ? record : undefined;
  }

  /** The endpoint with that host, if any. */
  byHost(host: string): EndpointRecord | undefined {
    for (const endpoints of this.#namespaces.values()) {
      for (const record of endpoints.values()) {
        const same = record.host === host || record.host.startsWith(`${host}.`);
        if (same && this.#exists(record)) return record;
      }
    }
    return undefined;
  }

  /**
   * Stores a new endpoint that waits to be scheduled. `now` is when the request
   * came in, as a replay in `history.ts` knows it.
   */
  add(
    namespace: string,
    spec: JsonObject,
    actor: Actor,
    now: number = this.#clock.now(),
  ): EndpointRecord {
    const name = typeof spec.name === "string" ? spec.name : "";
    const seq = ++this.#seq;
    const record: EndpointRecord = {
      seq,
      namespace,
      name,
      host: hostOf(spec, `${namespace}/${name}/${seq}`),
      spec,
      state: "pending",
      message: "Endpoint waiting to be scheduled",
      reason: undefined,
      routed: false,
      createdAt: now,
      createdBy: actor,
      updatedAt: now,
      updatedBy: actor,
      lastUsedAt: undefined,
      activeAt: now,
      transitions: [],
      logs: [],
      goneAt: undefined,
    };
    let endpoints = this.#namespaces.get(namespace);
    if (endpoints === undefined) {
      endpoints = new Map();
      this.#namespaces.set(namespace, endpoints);
    }
    endpoints.set(name, record);
    return record;
  }

  /** Removes an endpoint once so many milliseconds have passed. */
  remove(record: EndpointRecord, ms = 0): void {
    record.goneAt ??= this.#clock.now() + ms;
    this.#exists(record);
  }

  #exists(record: EndpointRecord): boolean {
    if (record.goneAt === undefined || record.goneAt > this.#clock.now()) {
      return true;
    }
    const endpoints = this.#namespaces.get(record.namespace);
    if (endpoints?.get(record.name) === record) endpoints.delete(record.name);
    return false;
  }
}

function hostOf(spec: JsonObject, salt: string): string {
  const provider = spec.provider;
  const at = (name: string) =>
    typeof provider === "object" && provider !== null &&
      !Array.isArray(provider)
      ? String(provider[name])
      : "";
  const id = BigInt(`0x${hash(salt).slice(0, 20)}`).toString(36).slice(0, 16);
  return `${id}.${at("region")}.${at("vendor")}.endpoints.huggingface.cloud`;
}

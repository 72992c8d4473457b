import { hash } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import { type JsonObject, objectAt, stringAt } from "../core/json.ts";

/** A line of an endpoint's log. */
export interface LogLine {
  readonly at: number;
  readonly line: string;
  /** `info`, `warn` or `error`. */
  readonly level: string;
}

/** A pending change of state. */
export interface Transition {
  readonly at: number;
  readonly state: string;
  readonly message: string;
  /** Reason of a failure, for `errorMessage` and the log. */
  readonly reason?: string;
  /** Number of parts of the model in the log before it. */
  readonly shards?: number;
}

/** The user of a change. */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/** An endpoint as it is stored: with secrets and credentials. */
export interface EndpointRecord {
  readonly seq: number;
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  /** The specification of the client, completed by the service. */
  spec: JsonObject;
  state: string;
  message: string;
  reason: string | undefined;
  hasUrl: boolean;
  readonly createdAt: number;
  readonly createdBy: Actor;
  updatedAt: number;
  updatedBy: Actor;
  lastUsedAt: number | undefined;
  /** Time of the last activity, for the idle timeout. */
  activeAt: number;
  transitions: Transition[];
  readonly logs: LogLine[];
  /** Time at which a deleted endpoint ceases to exist. */
  goneAt: number | undefined;
}

/** All endpoints by namespace and name, in order of creation. */
export class EndpointStore {
  readonly #clock: Clock;
  readonly #namespaces = new Map<string, Map<string, EndpointRecord>>();
  #seq = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Lists the endpoints of a namespace in order of creation. */
  list(namespace: string): EndpointRecord[] {
    const records = [...this.#namespaces.get(namespace)?.values() ?? []];
    return records.filter((record) => this.#exists(record));
  }

  all(): EndpointRecord[] {
    return [...this.#namespaces.keys()].flatMap((name) => this.list(name));
  }

  find(namespace: string, name: string): EndpointRecord | undefined {
    const record = this.#namespaces.get(namespace)?.get(name);
    return record !== undefined && this.#exists(record) ? record : undefined;
  }

  has(record: EndpointRecord): boolean {
    return this.find(record.namespace, record.name) === record;
  }

  /** Finds an endpoint by its host, or the first label of it. */
  findByHost(host: string): EndpointRecord | undefined {
    return this.all().find((record) =>
      `${record.host}.`.startsWith(`${host}.`)
    );
  }

  /** Stores a new endpoint that waits to be scheduled. */
  add(namespace: string, spec: JsonObject, actor: Actor): EndpointRecord {
    const now = this.#clock.now();
    const name = stringAt(spec, "name");
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
      hasUrl: false,
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
    const endpoints = this.#namespaces.get(namespace) ?? new Map();
    this.#namespaces.set(namespace, endpoints.set(name, record));
    return record;
  }

  /** Removes an endpoint after milliseconds. */
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
  const { region, vendor } = objectAt(spec, "provider");
  const id = BigInt(`0x${hash(salt).slice(0, 20)}`).toString(36).slice(0, 16);
  return `${id}.${region}.${vendor}.endpoints.huggingface.cloud`;
}

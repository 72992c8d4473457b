import type { Accounts, Caller } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import { Failure, forbidden, notFound } from "../core/failure.ts";
import { copyObject, type JsonObject, stringAt } from "../core/json.ts";
import { type Call, param } from "../core/router.ts";
import { Domains } from "./domains.ts";
import { type Bodies, makeBodies } from "./body.ts";
import { checkQuota, type Quotas } from "./compute.ts";
import { Lifecycle } from "./lifecycle.ts";
import { type FindModel, requireModelAccess, resolveModel } from "./models.ts";
import { merge, normalize, type SecretsOnUpdate } from "./normalize.ts";
import { decodeObject } from "./shape.ts";
import { type Actor, type EndpointRecord, EndpointStore } from "./store.ts";

/** Options of the service. */
export interface ServiceOptions {
  /** Milliseconds from a request until `running`. */
  readonly startupMs: number;
  /** Milliseconds a deleted endpoint can still be read. */
  readonly deletionMs: number;
  /** Accelerators by instance type, instead of the catalogue's. */
  readonly quotas: Quotas;
  /** Effect of the secrets of an update on the stored ones. */
  readonly secretsOnUpdate: SecretsOnUpdate;
  /** Fields of engines beyond the documented ones. */
  readonly extraImageFields: Readonly<Record<string, readonly string[]>>;
  /** Finds the models that are deployed. */
  readonly findModel: FindModel;
}

/** The operations on endpoints. */
export class EndpointService {
  /** The endpoints. */
  readonly store: EndpointStore;
  /** Domains that endpoints can be reached at. */
  readonly domains: Domains;
  /** Their states. */
  readonly lifecycle: Lifecycle;
  /** Accelerators by instance type, instead of the catalogue's. */
  readonly quotas: Quotas;
  readonly #accounts: Accounts;
  readonly #options: ServiceOptions;
  readonly #bodies: Bodies;

  /** Makes a service without endpoints. */
  constructor(clock: Clock, accounts: Accounts, options: ServiceOptions) {
    this.store = new EndpointStore(clock);
    this.domains = new Domains(clock, options.startupMs);
    this.lifecycle = new Lifecycle(clock, options.startupMs, options.findModel);
    this.quotas = options.quotas;
    this.#accounts = accounts;
    this.#options = options;
    this.#bodies = makeBodies(options.extraImageFields);
  }

  /** Returns an endpoint in its current state; throws 404. */
  get(namespace: string, name: string): EndpointRecord {
    const record = this.store.find(namespace, name);
    if (record === undefined) throw notFound("Endpoint not found");
    this.lifecycle.settle(record);
    return record;
  }

  /** Returns the endpoint of a call in its current state; throws 404. */
  find(call: Call): EndpointRecord {
    return this.get(param(call, "namespace"), param(call, "name"));
  }

  /** Lists the endpoints of a namespace in their current state. */
  list(namespace: string): EndpointRecord[] {
    const records = this.store.list(namespace);
    for (const record of records) this.lifecycle.settle(record);
    return records;
  }

  /** Creates an endpoint; throws 400, 403, 409, 422 or 500. */
  create(
    namespace: string,
    body: JsonObject,
    caller?: Caller,
  ): EndpointRecord {
    if (this.#accounts.find(namespace)?.canPay === false) {
      throw forbidden(
        `Forbidden: Payment method required for namespace: ${namespace}`,
      );
    }
    const spec = decodeObject(this.#bodies.create, body, "");
    const name = stringAt(spec, "name");
    const model = resolveModel(this.#options.findModel, namespace, spec);
    const instance = normalize(spec, copyObject(spec), model);
    if (this.store.find(namespace, name) !== undefined) {
      throw new Failure(409, `Endpoint ${name} already exists`);
    }
    checkQuota(instance, spec, this.quotas, this.store.list(namespace));
    this.domains.requireKnown(namespace, spec);
    requireModelAccess(spec, model);
    const record = this.store.add(namespace, spec, this.actorOf(caller));
    this.lifecycle.start(record);
    return record;
  }

  /** Changes an endpoint; a refused change leaves it as it was. */
  update(record: EndpointRecord, body: JsonObject, caller?: Caller): void {
    const patch = decodeObject(this.#bodies.update, body, "");
    const spec = copyObject(record.spec);
    merge(spec, patch, this.#options.secretsOnUpdate);
    const model = resolveModel(this.#options.findModel, record.namespace, spec);
    const instance = normalize(spec, patch, model);
    const others = this.store.list(record.namespace)
      .filter((other) => other !== record);
    checkQuota(instance, spec, this.quotas, others);
    this.domains.requireKnown(record.namespace, spec);
    requireModelAccess(spec, model);
    record.spec = spec;
    this.lifecycle.touch(record, this.actorOf(caller));
    this.lifecycle.update(record);
  }

  /** Deletes an endpoint. */
  delete(record: EndpointRecord): void {
    this.store.remove(record, this.#options.deletionMs);
  }

  /** Returns the user of a caller; by default that of the sandbox. */
  actorOf(caller?: Caller): Actor {
    const { id, name } = caller?.user ?? this.#accounts.user;
    return { id, name };
  }
}

import type { Account, Accounts, Caller } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import { Failure, forbidden, notFound } from "../core/failure.ts";
import { copyObject, type JsonObject, stringAt } from "../core/json.ts";
import { Domains } from "./domains.ts";
import { type Bodies, bodies } from "./body.ts";
import { checkQuota, type Quotas } from "./compute.ts";
import { Lifecycle, refuseFailed } from "./lifecycle.ts";
import { type FindModel, modelOf, refuseGated } from "./models.ts";
import { merge, normalize, type SecretsOnUpdate } from "./normalize.ts";
import { decodeObject } from "./shape.ts";
import { type Actor, type EndpointRecord, EndpointStore } from "./store.ts";

/** What of the service a test may choose. */
export interface ServiceOptions {
  /** Milliseconds from a request until `running`. */
  readonly startupMs: number;
  /** Milliseconds a deleted endpoint can still be read. */
  readonly deletionMs: number;
  /** Accelerators by instance type, instead of the catalogue's. */
  readonly quotas: Quotas;
  /** Whether an update's secrets replace or join the stored ones. */
  readonly secretsOnUpdate: SecretsOnUpdate;
  /** Whether an update of a failed endpoint is answered with a bare 500. */
  readonly refuseFailedUpdate: boolean;
  /** Fields engines know beyond the documented ones. */
  readonly extraImageFields: Readonly<Record<string, readonly string[]>>;
  /** Finds the models that are deployed. */
  readonly findModel: FindModel;
}

/** What can be done with endpoints, whatever the route. */
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
    this.#bodies = bodies(options.extraImageFields);
  }

  /** The endpoint in its current state; throws 404. */
  get(namespace: string, name: string): EndpointRecord {
    const record = this.store.find(namespace, name);
    if (record === undefined) throw notFound("Endpoint not found");
    this.lifecycle.settle(record);
    return record;
  }

  /** All endpoints of a namespace in their current state. */
  list(namespace: string): EndpointRecord[] {
    const records = this.store.list(namespace);
    for (const record of records) this.lifecycle.settle(record);
    return records;
  }

  /** Creates an endpoint; throws 400, 403, 409, 422 or 500. */
  create(
    namespace: string,
    body: JsonObject,
    { caller, at }: { readonly caller?: Caller; readonly at?: number } = {},
  ): EndpointRecord {
    const account = this.#accounts.find(namespace);
    checkPayment(account, namespace);
    const spec = decodeObject(this.#bodies.create, body, "");
    const name = stringAt(spec, "name");
    const model = modelOf(this.#options.findModel, namespace, spec);
    const instance = normalize(spec, copyObject(spec), model);
    if (this.store.find(namespace, name) !== undefined) {
      throw new Failure(409, `Endpoint ${name} already exists`);
    }
    checkQuota(instance, spec, this.quotas, this.store.list(namespace));
    this.domains.demand(namespace, spec);
    refuseGated(spec, model);
    const record = this.store.add(namespace, spec, this.actor(caller), at);
    this.lifecycle.start(record);
    return record;
  }

  /** Changes an endpoint; a refused change leaves it as it was. */
  update(record: EndpointRecord, body: JsonObject, caller?: Caller): void {
    if (this.#options.refuseFailedUpdate) refuseFailed(record);
    const patch = decodeObject(this.#bodies.update, body, "");
    const spec = copyObject(record.spec);
    merge(spec, patch, this.#options.secretsOnUpdate);
    const model = modelOf(this.#options.findModel, record.namespace, spec);
    const instance = normalize(spec, patch, model);
    const others = this.store.list(record.namespace)
      .filter((other) => other !== record);
    checkQuota(instance, spec, this.quotas, others);
    this.domains.demand(record.namespace, spec);
    refuseGated(spec, model);
    record.spec = spec;
    this.lifecycle.touch(record, this.actor(caller));
    this.lifecycle.update(record);
  }

  /** Deletes an endpoint. */
  delete(record: EndpointRecord): void {
    this.store.remove(record, this.#options.deletionMs);
  }

  /** Who asks; by default the user of the sandbox. */
  actor(caller?: Caller): Actor {
    const { id, name } = caller?.user ?? this.#accounts.user;
    return { id, name };
  }
}

function checkPayment(account: Account | undefined, namespace: string): void {
  if (account?.canPay === false) {
    throw forbidden(
      `Forbidden: Payment method required for namespace: ${namespace}`,
    );
  }
}

import type { Accounts, Caller } from "../core/accounts.ts";
import type { Clock } from "../core/clock.ts";
import { Failure, forbidden, notFound } from "../core/failure.ts";
import { type JsonObject, stringAt } from "../core/json.ts";
import type { ServiceSettings } from "../core/options.ts";
import type { Call } from "../core/router.ts";
import { AuditLog } from "./audit.ts";
import { Domains } from "./domains.ts";
import { type Bodies, makeBodies } from "./body.ts";
import { checkQuota, type Quotas } from "./compute.ts";
import { enterState, Lifecycle } from "./lifecycle.ts";
import { type FindModel, requireModelAccess, resolveModel } from "./models.ts";
import { mergeSpec, normalize } from "./normalize.ts";
import { decodeObject } from "./shape.ts";
import { type Actor, type EndpointRecord, EndpointStore } from "./store.ts";

/** The operations on endpoints. */
export class EndpointService {
  readonly store: EndpointStore;
  readonly domains: Domains;
  readonly log: AuditLog = new AuditLog();
  readonly lifecycle: Lifecycle;
  readonly #accounts: Accounts;
  readonly #settings: ServiceSettings;
  readonly #findModel: FindModel;
  readonly #bodies: Bodies;

  constructor(
    clock: Clock,
    accounts: Accounts,
    settings: ServiceSettings,
    findModel: FindModel,
  ) {
    this.store = new EndpointStore(clock);
    this.domains = new Domains(clock, settings.startupMs);
    this.lifecycle = new Lifecycle(clock, settings.startupMs, findModel);
    this.#accounts = accounts;
    this.#settings = settings;
    this.#findModel = findModel;
    this.#bodies = makeBodies(settings.extraImageFields);
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
    return this.get(call.param("namespace"), call.param("name"));
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
    const model = resolveModel(this.#findModel, namespace, spec);
    const instance = normalize(spec, structuredClone(spec), model);
    if (this.store.find(namespace, name) !== undefined) {
      throw new Failure(409, `Endpoint ${name} already exists`);
    }
    checkQuota(
      instance,
      spec,
      this.#settings.quotas,
      this.store.list(namespace),
    );
    this.domains.requireKnown(namespace, spec);
    requireModelAccess(spec, model);
    const record = this.store.add(namespace, spec, this.actorOf(caller));
    this.lifecycle.start(record);
    return record;
  }

  /** Changes an endpoint; a refused change leaves it as it was. */
  update(record: EndpointRecord, body: JsonObject, caller?: Caller): void {
    const patch = decodeObject(this.#bodies.update, body, "", true);
    const spec = structuredClone(record.spec);
    mergeSpec(spec, patch, this.#settings.secretsOnUpdate);
    const model = resolveModel(this.#findModel, record.namespace, spec);
    const instance = normalize(spec, patch, model);
    const others = this.store.list(record.namespace)
      .filter((other) => other !== record);
    checkQuota(instance, spec, this.#settings.quotas, others);
    this.domains.requireKnown(record.namespace, spec);
    requireModelAccess(spec, model);
    record.spec = spec;
    this.lifecycle.touch(record, this.actorOf(caller));
    this.lifecycle.update(record);
  }

  /** The quotas that replace those of the catalogue. */
  get quotas(): Quotas {
    return this.#settings.quotas;
  }

  delete(record: EndpointRecord): void {
    this.store.remove(record, this.#settings.deletionMs);
  }

  /** Returns the user of a caller; by default that of the sandbox. */
  actorOf(caller?: Caller): Actor {
    const { id, name } = caller?.user ?? this.#accounts.user;
    return { id, name };
  }
}

/** Creates `seed-0001` and so on in a namespace, running at once. */
export function seedEndpoints(
  service: EndpointService,
  namespace: string,
  count: number,
): void {
  for (let index = 1; index <= count; index++) {
    const record = service.create(namespace, {
      name: `seed-${String(index).padStart(4, "0")}`,
      type: "private",
      provider: { vendor: "gcp", region: "us-east4" },
      compute: {
        accelerator: "cpu",
        instanceType: "intel-spr",
        instanceSize: "x1",
        scaling: { minReplica: 1, maxReplica: 1 },
      },
      model: {
        repository: "openai-community/gpt2",
        revision: "607a30d783dfa663caf39e06633721c8d4cfcd7e",
        framework: "pytorch",
        task: "text-generation",
        image: { huggingface: {} },
      },
    });
    record.transitions = [];
    enterState(record, {
      at: record.logs.at(-1)?.at ?? record.createdAt,
      state: "running",
      message: "Endpoint is ready",
    });
  }
}

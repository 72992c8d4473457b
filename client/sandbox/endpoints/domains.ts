import { type Clock, timestamp } from "../core/clock.ts";
import { badRequest, Failure, notFound } from "../core/failure.ts";
import { type JsonObject, objectAt, stringAt } from "../core/json.ts";

/**
 * Domains by namespace, with when they were added. They are there before an
 * endpoint can name one, and pending until their DNS is looked at.
 */
export class Domains {
  readonly #clock: Clock;
  readonly #pendingMs: number;
  readonly #all = new Map<string, Map<string, number>>();

  /** Makes an empty store. */
  constructor(clock: Clock, pendingMs: number) {
    this.#clock = clock;
    this.#pendingMs = pendingMs;
  }

  /** The domains of a namespace, as they are shown. */
  list(namespace: string): JsonObject[] {
    return [...this.#of(namespace)].map(([domain, at]) =>
      this.#render(domain, at)
    );
  }

  /** Adds a domain; throws 409 if it is there. */
  add(namespace: string, domain: string): JsonObject {
    if (this.#of(namespace).has(domain)) {
      throw new Failure(409, `Domain ${domain} already exists`);
    }
    const at = this.#clock.now();
    this.#of(namespace).set(domain, at);
    return this.#render(domain, at);
  }

  /** Removes a domain; throws 404 if it is not there. */
  remove(namespace: string, domain: string): void {
    if (!this.#of(namespace).delete(domain)) {
      throw notFound(`Domain ${domain} not found`);
    }
  }

  /** Throws 400 if an endpoint names a domain that was not added before. */
  demand(namespace: string, spec: JsonObject): void {
    const domain = stringAt(objectAt(spec, "route"), "domain");
    if (domain === "" || this.#of(namespace).has(domain)) return;
    throw badRequest(
      `route.domain: ${domain} is not a domain of namespace ${namespace}`,
    );
  }

  #of(namespace: string): Map<string, number> {
    const known = this.#all.get(namespace) ?? new Map<string, number>();
    this.#all.set(namespace, known);
    return known;
  }

  #render(domain: string, at: number): JsonObject {
    const isPending = this.#clock.now() < at + this.#pendingMs;
    const stage = isPending ? "pending" : "ready";
    return { domain, createdAt: timestamp(at), status: { stage } };
  }
}

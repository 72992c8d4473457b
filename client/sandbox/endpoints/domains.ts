import { type Clock, formatNanoseconds } from "../core/clock.ts";
import { badRequest, Failure, notFound } from "../core/failure.ts";
import { type JsonObject, objectAt, stringAt } from "../core/json.ts";

/**
 * Domains by namespace, with the times of their creation. An endpoint can name
 * those only that exist; they are pending until their DNS is checked.
 */
export class Domains {
  readonly #clock: Clock;
  readonly #pendingMs: number;
  readonly #all = new Map<string, Map<string, number>>();

  constructor(clock: Clock, pendingMs: number) {
    this.#clock = clock;
    this.#pendingMs = pendingMs;
  }

  /** Renders the domains of a namespace. */
  list(namespace: string): JsonObject[] {
    return [...this.#domainsOf(namespace)].map(([domain, at]) =>
      this.#render(domain, at)
    );
  }

  /** Adds a domain; throws 409 if it exists. */
  add(namespace: string, domain: string): JsonObject {
    if (this.#domainsOf(namespace).has(domain)) {
      throw new Failure(409, `Domain ${domain} already exists`);
    }
    const at = this.#clock.now();
    this.#domainsOf(namespace).set(domain, at);
    return this.#render(domain, at);
  }

  /** Removes a domain; throws 404 if there is none. */
  remove(namespace: string, domain: string): void {
    if (!this.#domainsOf(namespace).delete(domain)) {
      throw notFound(`Domain ${domain} not found`);
    }
  }

  /** Throws 400 if an endpoint names a domain that does not exist. */
  requireKnown(namespace: string, spec: JsonObject): void {
    const domain = stringAt(objectAt(spec, "route"), "domain");
    if (domain === "" || this.#domainsOf(namespace).has(domain)) return;
    throw badRequest(
      `route.domain: ${domain} is not a domain of namespace ${namespace}`,
    );
  }

  #domainsOf(namespace: string): Map<string, number> {
    const known = this.#all.get(namespace) ?? new Map<string, number>();
    this.#all.set(namespace, known);
    return known;
  }

  #render(domain: string, at: number): JsonObject {
    const isPending = this.#clock.now() < at + this.#pendingMs;
    const stage = isPending ? "pending" : "ready";
    return { domain, createdAt: formatNanoseconds(at), status: { stage } };
  }
}

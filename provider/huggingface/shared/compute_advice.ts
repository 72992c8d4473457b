/**
 * The catalogue of machines, for advice at plan time that never gets in the
 * way.
 *
 * @module
 */

import type { ComputeCatalog, HuggingFace } from "../../../mod.ts";

/** How long a plan waits for the catalogue, in milliseconds. */
const PATIENCE_MS = 2000;

/** The catalogue, asked for at most once per run. */
export class ComputeAdvice {
  readonly #client: () => Promise<HuggingFace>;
  #catalog: Promise<ComputeCatalog | undefined> | undefined;
  #namespace: string | undefined;

  /** Makes the advice; the client is asked for when it is needed. */
  constructor(client: () => Promise<HuggingFace>) {
    this.#client = client;
  }

  /**
   * The catalogue, with the quotas of the namespace that is asked for first;
   * undefined if it cannot be had in time.
   *
   * @param namespace Undefined if it is not known yet: without quotas.
   */
  catalog(namespace: string | undefined): Promise<ComputeCatalog | undefined> {
    if (this.#catalog === undefined) {
      this.#namespace = namespace;
      this.#catalog = this.#ask(namespace).catch(() => undefined);
    }
    return this.#catalog;
  }

  /** Whether the quotas of the catalogue are those of the namespace. */
  hasQuotaOf(namespace: string | undefined): namespace is string {
    return namespace !== undefined && this.#namespace === namespace;
  }

  async #ask(namespace: string | undefined): Promise<ComputeCatalog> {
    const client = await this.#client();
    return await client.endpoints.compute(namespace, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      timeoutMs: PATIENCE_MS,
      maxRetries: 0,
    });
  }
}

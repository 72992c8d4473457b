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
   * The catalogue with the quotas of a namespace; undefined if it cannot be
   * had in time. Only the first namespace's quotas are asked for.
   */
  catalog(namespace: string): Promise<ComputeCatalog | undefined> {
    this.#namespace ??= namespace;
    this.#catalog ??= this.#ask(namespace).catch(() => undefined);
    return this.#catalog;
  }

  /** Whether the quotas of the catalogue are those of the namespace. */
  hasQuotaOf(namespace: string): boolean {
    return this.#namespace === namespace;
  }

  async #ask(namespace: string): Promise<ComputeCatalog> {
    const client = await this.#client();
    return await client.endpoints.compute(namespace, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      timeoutMs: PATIENCE_MS,
      maxRetries: 0,
    });
  }
}

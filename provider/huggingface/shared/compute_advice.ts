/**
 * The catalogue of machines, for advice at plan time that never gets in the
 * way.
 *
 * @module
 */

import { type ComputeCatalog, isApiError } from "../../../mod.ts";
import { explain } from "./errors.ts";
import type { HuggingFaceProvider } from "./provider_data.ts";

/** How long a plan waits for the catalogue, in milliseconds. */
const PATIENCE_MS = 2000;

/** The catalogue, asked for at most once per run. */
export class ComputeAdvice {
  readonly #provider: HuggingFaceProvider;
  #catalog: Promise<ComputeCatalog | undefined> | undefined;
  #namespace: string | undefined;

  /** Makes the advice; the client is asked for when it is needed. */
  constructor(provider: HuggingFaceProvider) {
    this.#provider = provider;
  }

  /**
   * The catalogue, with the quotas of the namespace that is asked for first;
   * undefined if it cannot be had in time.
   *
   * @param namespace Undefined if it is not known yet: without quotas.
   * @throws {DiagnosticsError} If the token is refused: then the apply would
   * fail too.
   */
  catalog(namespace: string | undefined): Promise<ComputeCatalog | undefined> {
    if (this.#catalog === undefined) {
      this.#namespace = namespace;
      this.#catalog = this.#ask(namespace).catch(async (error) => {
        if (!isApiError(error, 401)) return undefined;
        throw await explain(error, {
          summary: "Cannot read the catalogue of machines",
          provider: this.#provider,
        });
      });
    }
    return this.#catalog;
  }

  /** Whether the quotas of the catalogue are those of the namespace. */
  hasQuotaOf(namespace: string | undefined): namespace is string {
    return namespace !== undefined && this.#namespace === namespace;
  }

  async #ask(namespace: string | undefined): Promise<ComputeCatalog> {
    const client = await this.#provider.client();
    return await client.endpoints.compute(namespace, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      timeoutMs: PATIENCE_MS,
      maxRetries: 0,
    });
  }
}

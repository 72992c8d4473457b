/**
 * Reads of Spaces, with the secrets and variables that they have.
 *
 * @module
 */

import type { HuggingFace, SpaceSecret, SpaceVariable } from "../../../mod.ts";
import type { ListReadOptions } from "./list_reads.ts";
import { RepoReader } from "./repo_reader.ts";

/** The fields of a Space's information that are read. */
export const spaceFields = [
  "author",
  "cardData",
  "createdAt",
  "lastModified",
  "private",
  "region",
  "resourceGroup",
  "runtime",
  "sdk",
  "sha",
  "subdomain",
] as const;

/** How long the secrets and variables of a Space are good for. */
const KEYS_MAX_AGE_MS = 15_000;

interface Kept<T> {
  readonly at: number;
  readonly value: Promise<T>;
}

/** Reads Spaces, one or many. */
export class SpaceReader extends RepoReader {
  readonly #client: () => Promise<HuggingFace>;
  #variables = new Map<string, Kept<Readonly<Record<string, SpaceVariable>>>>();
  #secrets = new Map<string, Kept<Readonly<Record<string, SpaceSecret>>>>();

  /** Makes a reader; the client is asked for when it is needed. */
  constructor(
    client: () => Promise<HuggingFace>,
    options: ListReadOptions = {},
  ) {
    super(client, { ...options, type: "space", fields: spaceFields });
    this.#client = client;
  }

  /** The variables of a Space; resources that ask at a time share a request. */
  variables(
    id: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, SpaceVariable>>> {
    return shared(this.#variables, id, async () => {
      const client = await this.#client();
      return await client.spaces.variables(id);
    }, signal);
  }

  /** The secrets of a Space; resources that ask at a time share a request. */
  secrets(
    id: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, SpaceSecret>>> {
    return shared(this.#secrets, id, async () => {
      const client = await this.#client();
      return await client.spaces.secrets(id);
    }, signal);
  }

  /** Forgets what was read; called with every write. */
  override forget(): void {
    super.forget();
    this.#variables = new Map();
    this.#secrets = new Map();
  }
}

function shared<T>(
  map: Map<string, Kept<T>>,
  key: string,
  read: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let kept = map.get(key);
  if (kept === undefined || Date.now() - kept.at >= KEYS_MAX_AGE_MS) {
    kept = { at: Date.now(), value: read() };
    map.set(key, kept);
    kept.value.catch(() => map.delete(key));
  }
  return unlessAborted(kept.value, signal);
}

/** The promise, but no longer than the signal allows. */
function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([promise, aborted])
    .finally(() => signal.removeEventListener("abort", onAbort));
}

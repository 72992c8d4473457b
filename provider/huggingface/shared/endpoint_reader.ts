/**
 * Reads of endpoints that share requests.
 *
 * Terraform refreshes every resource by itself, ten at a time. Reads that come
 * within {@linkcode ReaderOptions.windowMs} of each other are answered from
 * pages of the namespace's list, 100 endpoints a request; a lone read is one
 * GET. What a list held is good for the rest of the refresh, because a plan is
 * a picture of one moment anyway:
 *
 * 1. It lives as long as the configured provider (one run of plan or refresh),
 *    and never longer than {@linkcode ReaderOptions.maxAgeMs}.
 * 2. Any write of this process ends it; see {@linkcode EndpointReader.forget}.
 * 3. That something is not in a list means nothing: a GET decides.
 * 4. A list that fails means nothing either: every read then asks by itself, so
 *    that the error names the endpoint.
 *
 * @module
 */

import { type Endpoint, type HuggingFace, isApiError } from "../../../mod.ts";

/** How reads share requests; for tests. */
export interface ReaderOptions {
  /** Milliseconds in which reads gather; default 10. */
  readonly windowMs?: number;
  /** Milliseconds that a list is good for; default 60,000. */
  readonly maxAgeMs?: number;
  /** So many reads at a time are taken for a refresh of all; default 8. */
  readonly manyReads?: number;
  /** The time in milliseconds; default `Date.now`. */
  readonly now?: () => number;
}

/** Reads endpoints, one or many. */
export class EndpointReader {
  readonly #client: () => Promise<HuggingFace>;
  readonly #options: Required<ReaderOptions>;
  #namespaces = new Map<string, NamespaceReads>();

  /** Makes a reader; the client is asked for when it is needed. */
  constructor(
    client: () => Promise<HuggingFace>,
    options: ReaderOptions = {},
  ) {
    this.#client = client;
    this.#options = {
      windowMs: options.windowMs ?? 10,
      maxAgeMs: options.maxAgeMs ?? 60_000,
      manyReads: options.manyReads ?? 8,
      now: options.now ?? Date.now,
    };
  }

  /**
   * The endpoint; undefined if it is surely gone: the service says so to a
   * token that can see the namespace.
   */
  async read(
    namespace: string,
    name: string,
    signal: AbortSignal,
  ): Promise<Endpoint | undefined> {
    const client = await this.#client();
    let reads = this.#namespaces.get(namespace);
    if (reads === undefined) {
      reads = new NamespaceReads(client, namespace, this.#options);
      this.#namespaces.set(namespace, reads);
    }
    const listed = await reads.find(name, signal);
    if (listed !== undefined) return listed;
    try {
      return await client.endpoints.get(namespace, name, { signal });
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
      await reads.assertVisible(signal);
      return undefined;
    }
  }

  /** Forgets what lists held; called with every write. */
  forget(): void {
    this.#namespaces = new Map();
  }
}

interface Waiter {
  readonly name: string;
  /** Gives the endpoint, or undefined: ask by yourself. */
  readonly resolve: (endpoint: Endpoint | undefined) => void;
}

class NamespaceReads {
  readonly #client: HuggingFace;
  readonly #namespace: string;
  readonly #options: Required<ReaderOptions>;
  #found = new Map<string, Endpoint>();
  #startedAt = 0;
  #cursor: string | undefined;
  #isComplete = false;
  #isVisible = false;
  #waiters: Waiter[] = [];
  #isBusy = false;

  constructor(
    client: HuggingFace,
    namespace: string,
    options: Required<ReaderOptions>,
  ) {
    this.#client = client;
    this.#namespace = namespace;
    this.#options = options;
  }

  /** The endpoint if a list holds it. */
  find(name: string, signal: AbortSignal): Promise<Endpoint | undefined> {
    signal.throwIfAborted();
    const { now, maxAgeMs, windowMs } = this.#options;
    if (!this.#isBusy && now() - this.#startedAt > maxAgeMs) this.#restart();
    const known = this.#found.get(name);
    if (known !== undefined || this.#isComplete) return Promise.resolve(known);
    const { promise, resolve, reject } = Promise.withResolvers<
      Endpoint | undefined
    >();
    const waiter = { name, resolve };
    const onAbort = () => {
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    this.#waiters.push(waiter);
    if (!this.#isBusy) {
      this.#isBusy = true;
      setTimeout(() => this.#answer(), windowMs);
    }
    return promise.finally(() => signal.removeEventListener("abort", onAbort));
  }

  /** Throws unless the token can see the namespace: else 404 means nothing. */
  async assertVisible(signal: AbortSignal): Promise<void> {
    if (this.#isVisible) return;
    await this.#client.endpoints.listPage(this.#namespace, {
      limit: 1,
      signal,
    });
    this.#isVisible = true;
  }

  #restart(): void {
    this.#found = new Map();
    this.#cursor = undefined;
    this.#isComplete = false;
    this.#startedAt = this.#options.now();
  }

  async #answer(): Promise<void> {
    try {
      if (this.#waiters.length > 1) await this.#list();
    } catch {
      this.#restart();
    } finally {
      this.#isBusy = false;
      const left = this.#waiters;
      this.#waiters = [];
      for (const { resolve } of left) resolve(undefined);
    }
  }

  /** Reads pages: all for many reads, never more than single GETs for few. */
  async #list(): Promise<void> {
    const count = this.#waiters.length;
    const isMany = count >= this.#options.manyReads;
    for (let pages = 0; isMany || pages < count - 1; pages++) {
      const page = await this.#client.endpoints.listPage(this.#namespace, {
        cursor: this.#cursor,
        limit: 100,
      });
      this.#isVisible = true;
      for (const endpoint of page.items) {
        this.#found.set(endpoint.name, endpoint);
      }
      this.#hand();
      const { nextCursor } = page;
      this.#isComplete = !nextCursor || nextCursor === this.#cursor;
      if (this.#isComplete) return;
      this.#cursor = nextCursor ?? undefined;
      if (!isMany && this.#waiters.length === 0) return;
    }
  }

  #hand(): void {
    this.#waiters = this.#waiters.filter(({ name, resolve }) => {
      const endpoint = this.#found.get(name);
      if (endpoint !== undefined) resolve(endpoint);
      return endpoint === undefined;
    });
  }
}

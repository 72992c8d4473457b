/**
 * Reads that share the pages of a list.
 *
 * Terraform refreshes every resource by itself, ten at a time. Reads that come
 * within {@linkcode ListReadOptions.windowMs} of each other are answered from
 * pages of one list; a lone read is left to a request of its own. What a list
 * held is good for the rest of the refresh, because a plan is a picture of one
 * moment anyway.
 *
 * 1. That something is not in a list means nothing: whoever asks looks again.
 * 2. A list that fails means nothing either: every read then asks by itself,
 *    so that the error names what was read.
 *
 * @module
 */

import type { RawPage } from "@hf-terraform/client";

/** How reads share requests; for tests. */
export interface ListReadOptions {
  /** Milliseconds in which reads gather; default 10. */
  readonly windowMs?: number;
  /** Milliseconds that a list is good for; default 60,000. */
  readonly maxAgeMs?: number;
  /** So many reads at a time are taken for a refresh of all; default 8. */
  readonly manyReads?: number;
  /** The time in milliseconds; default `Date.now`. */
  readonly now?: () => number;
}

/** The list that reads share. */
export interface SharedList<T> {
  /** Reads a page; the first one has no cursor. */
  page(cursor: string | undefined): Promise<RawPage<T>>;
  /** What reads may ask for an item by. */
  keys(item: T): readonly string[];
}

interface Waiter<T> {
  readonly key: string;
  /** Gives the item, or undefined: ask by yourself. */
  readonly resolve: (item: T | undefined) => void;
}

/** Reads of the items of one list. */
export class ListReads<T> {
  readonly #list: SharedList<T>;
  readonly #options: Required<ListReadOptions>;
  #found = new Map<string, T>();
  #startedAt = 0;
  #cursor: string | undefined;
  #isComplete = false;
  #waiters: Waiter<T>[] = [];
  #isBusy = false;

  /** Makes reads of a list; nothing is asked for yet. */
  constructor(list: SharedList<T>, options: ListReadOptions = {}) {
    this.#list = list;
    this.#options = {
      windowMs: options.windowMs ?? 10,
      maxAgeMs: options.maxAgeMs ?? 60_000,
      manyReads: options.manyReads ?? 8,
      now: options.now ?? Date.now,
    };
  }

  /** The item if a page holds it; undefined: ask by yourself. */
  find(key: string, signal: AbortSignal): Promise<T | undefined> {
    signal.throwIfAborted();
    const { now, maxAgeMs, windowMs } = this.#options;
    if (!this.#isBusy && now() - this.#startedAt > maxAgeMs) this.#restart();
    const known = this.#found.get(key);
    if (known !== undefined || this.#isComplete) return Promise.resolve(known);
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const waiter = { key, resolve };
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

  /** Whether all pages were read: what was not found is not in the list. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  #restart(): void {
    this.#found = new Map();
    this.#cursor = undefined;
    this.#isComplete = false;
    this.#startedAt = this.#options.now();
  }

  async #answer(): Promise<void> {
    try {
      if (this.#waiters.length > 1) await this.#read();
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
  async #read(): Promise<void> {
    const count = this.#waiters.length;
    const isMany = count >= this.#options.manyReads;
    for (let pages = 0; isMany || pages < count - 1; pages++) {
      const page = await this.#list.page(this.#cursor);
      for (const item of page.items) {
        for (const key of this.#list.keys(item)) this.#found.set(key, item);
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
    this.#waiters = this.#waiters.filter(({ key, resolve }) => {
      const item = this.#found.get(key);
      if (item !== undefined) resolve(item);
      return item === undefined;
    });
  }
}

/** Reads of the lists of several owners, each a {@linkcode ListReads}. */
export class ListsByOwner<T> {
  readonly #listOf: (owner: string) => SharedList<T>;
  readonly #options: ListReadOptions;
  #lists = new Map<string, ListReads<T>>();

  /** Makes reads of lists; nothing is asked for yet. */
  constructor(
    listOf: (owner: string) => SharedList<T>,
    options: ListReadOptions = {},
  ) {
    this.#listOf = listOf;
    this.#options = options;
  }

  /** The item if a page of the owner's list holds it; see {@linkcode ListReads.find}. */
  find(
    owner: string,
    key: string,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const known = this.#lists.get(owner);
    const list = known ?? new ListReads(this.#listOf(owner), this.#options);
    if (known === undefined) this.#lists.set(owner, list);
    return list.find(key, signal);
  }

  /** Whether the whole list of the owner was read. */
  isComplete(owner: string): boolean {
    return this.#lists.get(owner)?.isComplete === true;
  }

  /** Forgets what lists held; called with every write. */
  forget(): void {
    this.#lists = new Map();
  }
}

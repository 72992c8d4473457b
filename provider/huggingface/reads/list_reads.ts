/**
 * Reads that share the pages of a list. Terraform refreshes every resource by
 * itself, ten at a time: those that come within a few milliseconds of each other
 * are answered from pages of one list, which are good for the rest of the refresh.
 * Whoever finds nothing in a list, or has a list fail, asks by itself.
 *
 * @module
 */

import type { Page, RawPage } from "@hf-terraform/client";
import { SharedReads, unlessAborted } from "./shared_reads.ts";

/** So many reads at a time are taken for a refresh of all. */
const MANY_READS = 8;

/** Bytes of memory of a list beyond which no more of it is read. */
const MOST_BYTES = 32 * 2 ** 20;

/** Bytes of memory of a page without items. */
const PAGE_BYTES = 4096;

/** A page, and the head of its answer, which tells the bytes of memory. */
export type SharedPage<T> = RawPage<T> & Partial<Pick<Page<T>, "response">>;

/** The list that reads share. */
export interface SharedList<T> {
  page(cursor: string | undefined): Promise<SharedPage<T>>;
  /** The keys by which reads ask for an item. */
  keys(item: T): readonly string[];
}

class ListReads<T> {
  readonly #list: SharedList<T>;
  readonly #gatherMs: number;
  #found = new Map<string, T>();
  #cursor: string | undefined;
  #bytes = 0;
  /** Whether all pages were read: what was not found is not in the list. */
  isComplete = false;
  /** The reads that wait; one that is given undefined sends its own GET. */
  #waiters: { readonly key: string; resolve(item: T | undefined): void }[] = [];
  #isBusy = false;

  constructor(list: SharedList<T>, gatherMs: number) {
    this.#list = list;
    this.#gatherMs = gatherMs;
  }

  /** The item if a page holds it; undefined: ask by yourself. */
  async find(key: string, signal: AbortSignal): Promise<T | undefined> {
    signal.throwIfAborted();
    const known = this.#found.get(key);
    if (known !== undefined || this.#isOver) return known;
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    const waiter = { key, resolve };
    this.#waiters.push(waiter);
    if (!this.#isBusy) {
      this.#isBusy = true;
      setTimeout(() => this.#answer(), this.#gatherMs);
    }
    try {
      return await unlessAborted(promise, signal);
    } finally {
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
    }
  }

  get #isOver(): boolean {
    return this.isComplete || this.#bytes > MOST_BYTES;
  }

  async #answer(): Promise<void> {
    try {
      if (this.#waiters.length > 1) await this.#read();
    } catch {
      this.#found = new Map();
      this.#cursor = undefined;
      this.#bytes = 0;
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
    const isMany = count >= MANY_READS;
    for (let pages = 0; isMany || pages < count - 1; pages++) {
      const page = await this.#list.page(this.#cursor);
      for (const item of page.items) {
        for (const key of this.#list.keys(item)) this.#found.set(key, item);
      }
      this.#waiters = this.#waiters.filter(({ key, resolve }) => {
        const item = this.#found.get(key);
        if (item !== undefined) resolve(item);
        return item === undefined;
      });
      const { nextCursor, response } = page;
      // Empty pages may go in a circle.
      this.#bytes += PAGE_BYTES + (response?.bytes ?? 0);
      this.isComplete = !nextCursor || nextCursor === this.#cursor;
      if (this.#isOver) return;
      this.#cursor = nextCursor ?? undefined;
      if (!isMany && this.#waiters.length === 0) return;
    }
  }
}

/** Reads of the lists of several owners. */
export class ListsByOwner<T> {
  readonly #listOf: (owner: string) => SharedList<T>;
  readonly #gatherMs: number;
  readonly #lists = new SharedReads<ListReads<T>>();

  constructor(listOf: (owner: string) => SharedList<T>, gatherMs: number) {
    this.#listOf = listOf;
    this.#gatherMs = gatherMs;
  }

  /** The item if a page of the owner's list holds it; undefined: look by yourself. */
  async find(
    owner: string,
    key: string,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    return await (await this.#of(owner, signal)).find(key, signal);
  }

  /** Whether the whole list of the owner was read. */
  async isComplete(owner: string, signal: AbortSignal): Promise<boolean> {
    return (await this.#of(owner, signal)).isComplete;
  }

  forget(): void {
    this.#lists.forget();
  }

  #of(owner: string, signal: AbortSignal): Promise<ListReads<T>> {
    const make = () => new ListReads(this.#listOf(owner), this.#gatherMs);
    return this.#lists.get(owner, () => Promise.resolve(make()), signal);
  }
}

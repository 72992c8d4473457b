/**
 * Hands items from one that makes them to one that takes them.
 *
 * @module
 */

/**
 * A queue between a producer and one consumer, who reads it with `for await`.
 * When the consumer leaves, or the producer ended it, further items are
 * refused.
 */
export class Channel<T> {
  readonly #items: { readonly value: T; taken(open: boolean): void }[] = [];
  #wake: () => void = () => {};
  #ended = false;

  /** Resolves when the item was taken; false: nobody takes it any more. */
  push(value: T): Promise<boolean> {
    if (this.#ended) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#items.push({ value, taken: resolve });
    this.#wake();
    return promise;
  }

  /** Lets the consumer finish once all items are taken. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Takes the items in order. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    try {
      for (;;) {
        const item = this.#items.shift();
        if (item !== undefined) {
          item.taken(true);
          yield item.value;
        } else if (this.#ended) {
          return;
        } else {
          const { promise, resolve } = Promise.withResolvers<void>();
          this.#wake = resolve;
          await promise;
        }
      }
    } finally {
      this.#ended = true;
      for (const item of this.#items.splice(0)) item.taken(false);
    }
  }
}

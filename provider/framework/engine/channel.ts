/** A stream between one who makes items and one who takes them. */
interface Channel<T> {
  /** The items in order, for one reader. */
  readonly items: ReadableStream<T>;
  /** Resolves when the item was taken; false: nobody takes it any more. */
  push(item: T): Promise<boolean>;
  /** Lets the reader finish once all items are taken. */
  end(): void;
}

/** Makes a channel; when its reader leaves, further items are refused. */
export function channel<T>(): Channel<T> {
  // Without a strategy of its own a transform takes what is asked for.
  const { readable, writable } = new TransformStream<T, T>();
  const writer = writable.getWriter();
  return {
    items: readable,
    push: (item) => writer.write(item).then(() => true, () => false),
    end: () => void writer.close().catch(() => {}),
  };
}

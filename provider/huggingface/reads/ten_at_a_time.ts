/** The results of `read` in order; ten at once share the pages of a list. */
export async function* tenAtATime<T, U>(
  items: Iterable<T> | AsyncIterable<T>,
  read: (item: T) => Promise<U>,
): AsyncGenerator<U> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < 10) continue;
    yield* await Promise.all(group.map(read));
    group = [];
  }
  yield* await Promise.all(group.map(read));
}

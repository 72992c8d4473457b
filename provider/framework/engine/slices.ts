/**
 * Long work in slices, so that other calls get their turn.
 *
 * @module
 */

/**
 * Runs work to its end, and lets everything else run at each of its pauses: a
 * Stop is heard, and ends the work.
 *
 * @throws The reason of the signal, once that has ended.
 */
export async function inSlices<T>(
  work: Generator<undefined, T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
  }
}

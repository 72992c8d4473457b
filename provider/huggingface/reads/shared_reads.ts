/** The time for which an answer is good. */
const MAX_AGE_MS = 60_000;

/** Answers by key; those who ask at a time share a request. */
export class SharedReads<T> {
  #kept = new Map<
    string,
    { readonly at: number; readonly value: Promise<T> }
  >();

  /** The answer under a key, else that of `read`; errors are not kept. */
  get(key: string, read: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const map = this.#kept;
    let kept = map.get(key);
    if (kept === undefined || Date.now() - kept.at >= MAX_AGE_MS) {
      kept = { at: Date.now(), value: read() };
      map.set(key, kept);
      kept.value.catch(() => map.delete(key));
    }
    return unlessAborted(kept.value, signal);
  }

  /** Forgets what was read; called with every write. */
  forget(): void {
    this.#kept = new Map();
  }
}

/** The promise, but no longer than the signal allows. */
export function unlessAborted<T>(
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

/**
 * Signals that give a request a little more time.
 *
 * @module
 */

/** A signal that must be given back when it is not needed any longer. */
export interface Lingering {
  /** Ends a while after the signal that it was made of. */
  readonly signal: AbortSignal;
  /** Lets go of timer and listener. */
  release(): void;
}

/**
 * A signal that ends `ms` milliseconds after another one, with its reason: for
 * a request whose answer is worth waiting for even when Terraform stops,
 * because giving it up would not stop the service.
 */
export function linger(signal: AbortSignal, ms: number): Lingering {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onAbort = () => {
    timer = setTimeout(() => controller.abort(signal.reason), ms);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    release: () => {
      signal.removeEventListener("abort", onAbort);
      clearTimeout(timer);
    },
  };
}

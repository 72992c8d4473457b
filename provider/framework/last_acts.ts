/**
 * Exit hooks: Terraform closes no ephemeral resource after one that depends on
 * it has failed.
 *
 * @module
 */

/** Does something; it has to end with the signal. */
export type LastAct = (signal: AbortSignal) => Promise<unknown>;

const acts = new Map<string, LastAct>();

/** Has something done before the process ends, until it is forgotten. */
export function beforeTheEnd(key: string, act: LastAct): void {
  acts.set(key, act);
}

/** Something was done, or is not needed. */
export function forgetLastAct(key: string): void {
  acts.delete(key);
}

/**
 * Does all that is left, at the same time.
 *
 * @param limitMs When to give up: a CLI kills what does not end.
 */
export async function doLastActs(limitMs: number): Promise<void> {
  if (acts.size === 0) return;
  const left = [...acts.values()];
  acts.clear();
  const signal = AbortSignal.timeout(limitMs);
  const { promise: over, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve());
  await Promise.race([
    Promise.allSettled(left.map((act) => act(signal))),
    over,
  ]);
}

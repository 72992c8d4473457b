/**
 * What is done before the process ends though nobody asks for it any more:
 * Terraform closes no ephemeral resource after what depends on it has failed.
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
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      over.abort(new Error("The process ends"));
      resolve();
    }, limitMs);
  });
  await Promise.race([
    Promise.allSettled(left.map((act) => act(over.signal))),
    limit,
  ]);
  clearTimeout(timer);
}

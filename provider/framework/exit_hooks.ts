/**
 * Exit hooks: Terraform closes no ephemeral resource after one that depends on
 * it has failed.
 *
 * @module
 */

/** A function that runs before the process ends, and ends with the signal. */
export type ExitHook = (signal: AbortSignal) => Promise<unknown>;

const hooks = new Map<string, ExitHook>();

/** Registers a hook that runs before the process ends. */
export function onExit(key: string, hook: ExitHook): void {
  hooks.set(key, hook);
}

/** Removes a hook. */
export function cancelExitHook(key: string): void {
  hooks.delete(key);
}

/**
 * Runs all hooks at the same time.
 *
 * @param limitMs The time limit: a CLI kills a process that does not end.
 */
export async function runExitHooks(limitMs: number): Promise<void> {
  if (hooks.size === 0) return;
  const left = [...hooks.values()];
  hooks.clear();
  const signal = AbortSignal.timeout(limitMs);
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve());
  await Promise.race([
    Promise.allSettled(left.map((hook) => hook(signal))),
    timeout,
  ]);
}

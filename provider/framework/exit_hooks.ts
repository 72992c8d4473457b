/**
 * Exit hooks: Terraform closes no ephemeral resource after one that depends on
 * it has failed.
 *
 * @module
 */

/** A function that runs before the process ends, and ends with the signal. */
export type ExitHook = (signal: AbortSignal) => Promise<unknown>;

const hooks = new Map<string, readonly ExitHook[]>();

/** Registers a hook that runs before the process ends, beside others of its key. */
export function onExit(key: string, hook: ExitHook): void {
  hooks.set(key, [...hooks.get(key) ?? [], hook]);
}

/** Removes a hook of a key. */
export function cancelExitHook(key: string): void {
  hooks.set(key, hooks.get(key)?.slice(1) ?? []);
}

/**
 * Runs all hooks at the same time.
 *
 * @param limitMs The time limit: a CLI kills a process that does not end.
 */
export async function runExitHooks(limitMs: number): Promise<void> {
  const left = [...hooks.values()].flat();
  if (left.length === 0) return;
  hooks.clear();
  const signal = AbortSignal.timeout(limitMs);
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve());
  await Promise.race([
    Promise.allSettled(left.map((hook) => hook(signal))),
    timeout,
  ]);
}

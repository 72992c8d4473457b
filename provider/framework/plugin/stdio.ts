import type { Call, Methods } from "./call.ts";

/**
 * The service that could carry stdout and stderr. The client opens its stream
 * at once and takes an end for a fault, so the stream stays open and silent:
 * what came over it, the CLI would log as unexpected.
 */
export const STDIO_METHODS: Methods = {
  "/plugin.GRPCStdio/StreamStdio": {
    kind: "server-stream",
    handle: staySilent,
  },
};

// deno-lint-ignore require-yield -- silence is what it is for
async function* staySilent(
  _request: Uint8Array,
  call: Call,
): AsyncGenerator<Uint8Array, void> {
  await whenAborted(call.signal);
}

/** Resolves when `signal` is aborted. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/**
 * The settings of the provider's JavaScript engine, in one place: for the
 * launcher and for compiled executables.
 *
 * @module
 */

/**
 * The heap. V8 left to itself lets the space for new objects grow to 48 MiB
 * before much is thrown away, and a provider lives for seconds and keeps
 * little; but a start in less than 8 MiB throws away twice, 5 ms each time. The
 * space for old objects grows by some 60 % between two collections if it is
 * limited to 1 GiB, as on a small machine; else to four times.
 */
const heap = "--v8-flags=--min-semi-space-size=8,--max-semi-space-size=8," +
  "--max-old-space-size=1024";

/** Options of `deno run`, which has compiled code of its own for few others. */
export const runFlags: readonly string[] = [heap];

/** Options of `deno compile`. */
export const compileFlags: readonly string[] = [heap];

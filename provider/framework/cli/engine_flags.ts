/**
 * The settings of the provider's JavaScript engine, in one place: for the
 * launcher and for compiled executables.
 *
 * @module
 */

/**
 * The heap. V8 left to itself lets the space for new objects grow to 48 MiB
 * before much is thrown away, and a provider lives for seconds and keeps
 * little; with 2 MiB in place of 4 more is kept that is not needed any more.
 * Where less than 2 GiB may be kept, as V8 has it on a small machine, what is
 * kept grows to less than twice as much before it is looked through, and not
 * to four times.
 */
const heap = "--v8-flags=--min-semi-space-size=4,--max-semi-space-size=4," +
  "--max-old-space-size=1536";

/** Options of `deno run`, which has compiled code of its own for few others. */
export const runFlags: readonly string[] = [heap];

/** Options of `deno compile`: less is compiled for a time that never comes. */
export const compileFlags: readonly string[] = [`${heap},--efficiency-mode`];

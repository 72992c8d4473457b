/**
 * The settings of the provider's JavaScript engine, in one place: for the
 * launcher and for compiled executables.
 *
 * @module
 */

/**
 * The space for new objects. V8 left to itself lets it grow to 48 MiB before
 * much is thrown away, and a provider lives for seconds and keeps little. With
 * 2 MiB in place of 4 more is kept that is not needed any more.
 */
const newSpace = "--v8-flags=--min-semi-space-size=4,--max-semi-space-size=4";

/** Options of `deno run`, which has compiled code of its own for no others. */
export const runFlags: readonly string[] = [newSpace];

/**
 * Options of `deno compile`: what is kept grows to less than twice as much
 * before it is looked through, and less is compiled for a time that never comes.
 */
export const compileFlags: readonly string[] = [
  `${newSpace},--heap-growing-percent=80,--efficiency-mode`,
];

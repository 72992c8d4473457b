/**
 * The settings of the provider's JavaScript engine, in one place: for the
 * launcher and for compiled executables.
 *
 * @module
 */

/**
 * Options of `deno run` and `deno compile`.
 *
 * A provider lives for seconds and keeps little. With V8's own choice the
 * space for new objects grows to 48 MiB before much is thrown away; with this
 * one a provider that answered 4,000 calls holds 90 MiB instead of 118, and
 * takes no longer. A start would take up to 4 of 130 ms less with 8 MiB, and
 * the same provider 30 MiB more.
 */
export const engineFlags: readonly string[] = [
  "--v8-flags=--max-semi-space-size=2",
];

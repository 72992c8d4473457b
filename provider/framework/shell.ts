/** A word to which no shell gives a meaning; zsh gives one to a first `=`. */
const plain = /^[\w@%+:,./-][\w@%+:,./=-]*$/;

/**
 * A line for a POSIX shell, of which each text is one word.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { shellLine } from "@hf-terraform/framework";
 *
 * assertEquals(shellLine("rm", "it's $HOME"), "rm 'it'\\''s $HOME'");
 * ```
 */
export function shellLine(...words: readonly string[]): string {
  return words.map((word) =>
    plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
  ).join(" ");
}

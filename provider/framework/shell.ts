import { forgedCommand, inOneLine } from "./control_characters.ts";
import { normalText } from "./normal_text.ts";
import { redactSecrets } from "./secrets.ts";

/** A word to which no shell gives a meaning; zsh gives one to a first `=`. */
const plain = /^[\w@%+:,./-][\w@%+:,./=-]*$/;

/**
 * A line for a POSIX shell, of which each text is one word, also in a message,
 * which folds blanks and takes out what steers a terminal.
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
  // No mask knows a secret that is quoted.
  return words.map(redactSecrets)
    .map((word) => plain.test(word) && isKept(word) ? word : quote(word))
    .join(" ");
}

function quote(word: string): string {
  // No argument of a program can be such a text, and another one would name
  // something else. A shell takes line ends off that a program's output ends in.
  if (word.includes("\0") || !word.isWellFormed() || word.endsWith("\n")) {
    return "'…'";
  }
  if (isKept(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  const bytes = Array.from(
    new TextEncoder().encode(word),
    (byte) => `\\${byte.toString(8).padStart(3, "0")}`,
  );
  return `"$(printf '${bytes.join("")}')"`;
}

/** Whether a message leaves a text as it is. */
function isKept(text: string): boolean {
  return normalText(inOneLine(text)) === text &&
    text.replaceAll(forgedCommand, "") === text;
}

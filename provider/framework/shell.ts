import { sequences } from "./control_characters.ts";

/** A word to which no shell gives a meaning; zsh gives one to a first `=`. */
const plain = /^[\w@%+:,./-][\w@%+:,./=-]*$/;

/**
 * A line for a POSIX shell, of which each text is one word, also after what
 * steers a terminal was taken out of it.
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
  return words.map((word) => {
    if (plain.test(word)) return word;
    const isShown = word.replaceAll(sequences, "") === word;
    if (isShown && !word.includes("\n")) return quoted(word);
    const [, shown = "", ends = ""] = /^([^]*?)(\n*)$/.exec(word) ?? [];
    const bytes = Array.from(new TextEncoder().encode(shown), octal);
    // A shell takes the line ends off that a program's output ends in.
    return `"$(printf '${bytes.join("")}')"${ends && quoted(ends)}`;
  }).join(" ");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, "0")}`;
}

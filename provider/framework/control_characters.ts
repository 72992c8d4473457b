/** A control character that may begin a sequence for terminals. */
const control = String.raw`[^\P{Cc}\n\t]`;

/** A sequence such as a colour. */
const style = `(?:${control}\\[|\\u009b)[0-?]*[ -/]*[@-~]`;

/** One before something else; it ends in a letter. */
export const endOfStyle: RegExp = new RegExp(`${style}$`, "u");

/** Characters of the longest one that is looked for. */
export const MAX_STYLE: number = 64;

/**
 * Characters that show nothing, change the order, or end a line; the joiners of
 * words and emoji are none.
 */
const unseen = "[\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e" +
  "\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0001}-\\u{e007f}]";

/** All that a line hides: colours, titles, links, text in another order. */
export const sequences: RegExp = new RegExp(
  [
    style,
    `${control}\\][^\\p{Cc}]*`,
    "\\u001b[ -/]{0,2}[0-~]",
    control,
    unseen,
  ].join("|"),
  "gu",
);

/** Blanks and line ends, and long runs of what shows nothing. */
export const gaps: RegExp =
  /[\s\p{Z}\u2800\u{13441}\u{13442}\u{1d159}][\s\p{Z}\p{Cf}\p{DI}\p{M}\u2800\u{13441}\u{13442}\u{1d159}]*|[\p{Cf}\p{DI}\p{M}]{17,}/gu;

/** Beginning of a line that looks as if the CLI itself had written it. */
export const forgedBeginning: RegExp =
  /^[\s\p{DI}\u2500-\u257f]*(?=(?:Error|Warning):)|^[\s\p{DI}]*[\u2500-\u257f]+/u;

/** Beginning of what a CI system takes for a command to it. */
export const forgedCommand: RegExp =
  /#(?=#(?:vso|teamcity)?\[)|(?<=^|\s):(?=:[a-z-]+[ :])/gim;

/** Characters that steer a terminal or show text in another order. */
const controlCharacters = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Replaces control characters by U+FFFD, so that none steers a terminal or
 * hides a difference.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { replaceControlCharacters } from "./mod.ts";
 *
 * assertEquals(replaceControlCharacters("red\x1b[31m"), "red\ufffd[31m");
 * ```
 */
export function replaceControlCharacters(text: string): string {
  const safe = text.replaceAll(controlCharacters, "\ufffd");
  // The CLI quotes what has one line, and prints other texts as they are.
  return safe.includes("\n") ? safe.replaceAll(/\r(?!\n)/g, "\ufffd") : safe;
}

/**
 * Puts a text of others into one line of a message. It makes no line of its own
 * there, also where the CLI wraps it, and takes no place of what follows.
 *
 * @param most Characters after which it ends in `…`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { inOneLine } from "./mod.ts";
 *
 * assertEquals(inOneLine("Killed.\n\nTo go on, run"), "Killed. To go on, run");
 * ```
 */
export function inOneLine(text: string, most: number = Infinity): string {
  const line = text.replaceAll(sequences, "").replaceAll(gaps, " ");
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

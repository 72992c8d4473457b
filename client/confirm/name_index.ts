/**
 * Names in texts, whatever the case of their letters.
 *
 * @module
 */

/** The longest name that is looked for as a word of its own only. */
const MAX_WORD = 5;

/** The text in the case that is compared; no character changes its length. */
export function foldCase(text: string): string {
  return text.replaceAll(/[A-Z\u0080-\u{10ffff}]/gu, (char) => {
    const folded = char.toUpperCase().toLowerCase();
    return folded.length === char.length ? folded : char;
  });
}

/** Finds names in a text, in a time that hardly grows with their number. */
export class NameIndex {
  /** In the order of their code units, so that a longer one follows. */
  readonly #names: readonly string[];
  /** The place of the longest other name with which each begins; -1: none. */
  readonly #shorter: readonly number[];

  /**
   * Makes one.
   *
   * @param names The names, of which the empty one is not looked for.
   */
  constructor(names: Iterable<string>) {
    const sorted = [...new Set(Array.from(names, foldCase))]
      .filter((name) => name !== "").sort();
    const open: number[] = [];
    this.#names = sorted;
    this.#shorter = sorted.map((name, at) => {
      while (open.length > 0 && !name.startsWith(sorted[open.at(-1)!]!)) {
        open.pop();
      }
      const shorter = open.at(-1) ?? -1;
      open.push(at);
      return shorter;
    });
  }

  /** Whether a text has a name, also within a word. */
  isIn(text: string): boolean {
    const folded = foldCase(text);
    for (let at = 0; at < folded.length; at++) {
      if (this.#longestAt(folded, at, () => true) !== undefined) return true;
    }
    return false;
  }

  /** The text with each name replaced, the longest first; short ones as words. */
  replace(text: string, replacementOf: (name: string) => string): string {
    const folded = foldCase(text);
    let replaced = "";
    let end = 0;
    for (let at = 0; at < folded.length; at++) {
      const name = this.#longestAt(
        folded,
        at,
        ({ length }) => length > MAX_WORD || isWord(folded, at, at + length),
      );
      if (name === undefined) continue;
      replaced += text.slice(end, at) + replacementOf(name);
      end = at + name.length;
      at = end - 1;
    }
    return replaced + text.slice(end);
  }

  #longestAt(
    text: string,
    at: number,
    fits: (name: string) => boolean,
  ): string | undefined {
    let [low, high] = [0, this.#names.length];
    while (low < high) {
      const middle = low + high >> 1;
      if (isAfter(this.#names[middle]!, text, at)) high = middle;
      else low = middle + 1;
    }
    for (let i = low - 1; i >= 0; i = this.#shorter[i]!) {
      const name = this.#names[i]!;
      if (text.startsWith(name, at) && fits(name)) return name;
    }
    return undefined;
  }
}

/** Whether a name comes after the rest of a text, in the order of names. */
function isAfter(name: string, text: string, at: number): boolean {
  for (let i = 0; i < name.length; i++) {
    const [one, other] = [name.charCodeAt(i), text.charCodeAt(at + i)];
    // Past the end there is none.
    if (one !== other) return !(one < other);
  }
  return false;
}

/** Whether a part of a text is a word of its own. */
function isWord(text: string, start: number, end: number): boolean {
  return !/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2));
}

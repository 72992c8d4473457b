import { closestMatch } from "leven";

/**
 * The candidate closest to a word that is none of them, whatever its case and
 * with `1` for `l` and `0` for `o`, or one that it begins with; undefined if
 * more than a third of the word would have to change.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { nearest } from "@hf-terraform/framework";
 *
 * assertEquals(nearest("eu-wset", ["eu-west", "us-east"]), "eu-west");
 * ```
 */
export function nearest(
  word: string,
  candidates: readonly string[],
): string | undefined {
  const byName = new Map(candidates.map((one) => [foldLookalikes(one), one]));
  // A word of one letter is no misspelling of another letter.
  const maxDistance = Math.min(Math.ceil(word.length / 3), word.length - 1);
  if (maxDistance < 0) return undefined;
  const found = closestMatch(foldLookalikes(word), [...byName.keys()], {
    maxDistance,
  });
  if (found !== undefined) return byName.get(found);
  // A short form, such as `org`, of the word that was written out.
  return candidates.find((one) =>
    one.length >= 3 && /^\w+$/.test(one) &&
    word.toLowerCase().startsWith(one.toLowerCase())
  );
}

/** A word without what looks alike: `nvidia-14` for `nvidia-l4`. */
function foldLookalikes(word: string): string {
  return word.toLowerCase().replaceAll("1", "l").replaceAll("0", "o");
}

/**
 * The sentence that offers the nearest candidate; empty if none is near.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { didYouMean } from "@hf-terraform/framework";
 *
 * assertEquals(
 *   didYouMean("eu-wset", ["eu-west", "us-east"]),
 *   " Did you mean `eu-west`?",
 * );
 * ```
 */
export function didYouMean(
  word: string,
  candidates: readonly string[],
): string {
  const found = nearest(word, candidates);
  return found === undefined ? "" : ` Did you mean \`${found}\`?`;
}

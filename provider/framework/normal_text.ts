/** Below U+0300 every text is in normal form C already. */
const maybeDenormal = /[\u0300-\uffff]/;

/** The most marks in a row, as Go has it, before one more: slow to put in order. */
const manyMarks = /\p{M}{30}(?=\p{M})/gu;

/**
 * The string as Terraform holds it: Unicode normal form C, U+034F after each 30
 * marks in a row, and U+FFFD for half a surrogate pair.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { normalText } from "./mod.ts";
 *
 * assertEquals(normalText("e\u0301"), "\u00e9");
 * ```
 */
export function normalText(text: string): string {
  if (!maybeDenormal.test(text)) return text;
  return text.toWellFormed().replaceAll(manyMarks, "$&\u034f").normalize("NFC");
}

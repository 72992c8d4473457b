/** Below U+0300 every text is in normal form C already. */
const maybeDenormal = /[\u0300-\uffff]/;

/**
 * The string as Terraform holds it: Unicode normal form C, and U+FFFD for half a
 * surrogate pair.
 */
export function normalText(text: string): string {
  return maybeDenormal.test(text) ? text.toWellFormed().normalize("NFC") : text;
}

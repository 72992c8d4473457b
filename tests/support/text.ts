/**
 * Text as bytes in UTF-8, and back.
 *
 * @module
 */

/** Encodes a text. */
export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Decodes a text. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

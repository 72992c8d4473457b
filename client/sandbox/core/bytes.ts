import { badRequest } from "./failure.ts";

/** Bytes with a buffer of their own. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Decodes base64; throws 400 where it is none. */
export function decodeBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0);
  } catch {
    throw badRequest("The content of a file is not valid base64");
  }
}

/** Encodes bytes in hexadecimal digits. */
export function toHex(bytes: Bytes): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Decodes hexadecimal digits. */
export function fromHex(text: string): Bytes {
  return Uint8Array.from(
    text.match(/../g) ?? [],
    (digits) => Number.parseInt(digits, 16),
  );
}

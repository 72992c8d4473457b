/**
 * As much of DER, the binary form of ASN.1, as one certificate needs.
 *
 * @module
 */

/** A value with its tag and length. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const head = [tag, ...lengthBytes(size)];
  const bytes = new Uint8Array(head.length + size);
  bytes.set(head);
  let at = head.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** SEQUENCE of values. */
export function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return der(0x30, ...parts);
}

/** SET of values. */
export function set(...parts: readonly Uint8Array[]): Uint8Array {
  return der(0x31, ...parts);
}

/** INTEGER from unsigned bytes, the highest first. */
export function integer(bytes: Uint8Array): Uint8Array {
  const negative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return negative ? der(0x02, Uint8Array.of(0), bytes) : der(0x02, bytes);
}

/** OBJECT IDENTIFIER from its dotted form. */
export function oid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) {
      groups.unshift((left & 0x7f) | 0x80);
    }
    bytes.push(...groups);
  }
  return der(0x06, Uint8Array.from(bytes));
}

/** A string of ASCII characters under any string tag. */
export function text(tag: number, value: string): Uint8Array {
  return der(tag, new TextEncoder().encode(value));
}

/** BIT STRING of whole bytes, of whose last `unused` bits do not count. */
export function bitString(bytes: Uint8Array, unused = 0): Uint8Array {
  return der(0x03, Uint8Array.of(unused), bytes);
}

/** UTCTime; valid for the years 1950 to 2049. */
export function utcTime(time: Date): Uint8Array {
  const digits = time.toISOString().replace(/\D/g, "").slice(2, 14);
  return text(0x17, `${digits}Z`);
}

function lengthBytes(size: number): number[] {
  if (size < 0x80) return [size];
  const bytes: number[] = [];
  for (let left = size; left > 0; left >>>= 8) bytes.unshift(left & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

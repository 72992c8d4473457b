/**
 * The certificate that a plugin shows, as DER.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

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

/** How long before now a certificate is valid, for clocks that differ. */
const BACKDATED_MS = 5 * 60_000;
/** How long it is valid: longer than any run, short enough for UTCTime. */
const VALID_MS = 10 * 365 * 86_400_000;

const ECDSA_WITH_SHA256 = sequence(oid("1.2.840.10045.4.3.2"));

/** A certificate that signs itself, with its key. */
export interface Identity {
  /** The certificate in DER, as the handshake line carries it. */
  readonly der: Uint8Array;
  /** The certificate in PEM. */
  readonly certificate: string;
  /** The private key in PEM. It never leaves the process. */
  readonly key: string;
}

/**
 * Makes a key pair (ECDSA, P-256) and a certificate for it that says
 * `localhost` and is good for both ends of a TLS connection.
 *
 * The calls are synchronous on purpose: the first use of WebCrypto takes 50 ms
 * on Deno 2.9, these take 4 ms.
 */
export function makeIdentity(now: Date = new Date()): Identity {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const content = toBeSigned(spki, now);
  const signature = sign("sha256", content, privateKey);
  const bytes = sequence(content, ECDSA_WITH_SHA256, bitString(signature));
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  return { der: bytes, certificate: pem(bytes), key: key.toString() };
}

/**
 * Begins on another thread what the first TLS connection would wait for: once
 * in a process Deno's cryptography collects randomness, which takes 50 ms of a
 * processor. Making a key nobody needs is what leads there.
 */
export function prepareCryptography(): void {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  crypto.subtle.generateKey(algorithm, false, ["sign", "verify"])
    .catch(() => {}); // then the first connection waits
}

function toBeSigned(publicKey: Uint8Array, now: Date): Uint8Array {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const name = sequence(
    set(sequence(oid("2.5.4.3"), text(0x0c, "localhost"))),
  );
  const validity = sequence(
    utcTime(new Date(now.getTime() - BACKDATED_MS)),
    utcTime(new Date(now.getTime() + VALID_MS)),
  );
  return sequence(
    der(0xa0, integer(Uint8Array.of(2))), // X.509 version 3
    integer(serial),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey,
    der(0xa3, sequence(...extensions())),
  );
}

function extensions(): Uint8Array[] {
  const critical = der(0x01, Uint8Array.of(0xff));
  const isAuthority = sequence(critical);
  // digitalSignature, keyEncipherment, keyAgreement, keyCertSign
  const usage = bitString(Uint8Array.of(0b1010_1100), 2);
  const purposes = sequence(
    oid("1.3.6.1.5.5.7.3.1"),
    oid("1.3.6.1.5.5.7.3.2"),
  );
  const names = sequence(text(0x82, "localhost"));
  return [
    extension("2.5.29.19", isAuthority, critical),
    extension("2.5.29.15", usage, critical),
    extension("2.5.29.37", purposes),
    extension("2.5.29.17", names),
  ];
}

function extension(
  id: string,
  value: Uint8Array,
  ...critical: readonly Uint8Array[]
): Uint8Array {
  return sequence(oid(id), ...critical, der(0x04, value));
}

function pem(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes).toString("base64").match(/.{1,64}/g) ?? [];
  return [
    "-----BEGIN CERTIFICATE-----",
    ...lines,
    "-----END CERTIFICATE-----",
    "",
  ].join("\n");
}

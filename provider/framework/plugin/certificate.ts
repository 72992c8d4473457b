import { Buffer } from "node:buffer";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import {
  bitString,
  der,
  integer,
  oid,
  sequence,
  set,
  text,
  utcTime,
} from "./der.ts";

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

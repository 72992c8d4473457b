import { Buffer } from "node:buffer";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/**
 * Time before now from which a certificate is valid, for clocks that differ.
 */
const BACKDATED_MS = 5 * 60_000;
/** Validity: longer than any run, short enough for UTCTime. */
const VALID_MS = 10 * 365 * 86_400_000;

// What is the same in all certificates, in DER.
const VERSION_3 = hex("a003020102");
const ECDSA_WITH_SHA256 = hex("300a06082a8648ce3d040302");
const CN_LOCALHOST = hex("30143112301006035504030c096c6f63616c686f7374");
const EXTENSIONS = der(
  0xa3,
  sequence(
    // basicConstraints, critical: an authority
    hex("300f0603551d130101ff040530030101ff"),
    // keyUsage, critical: digitalSignature, keyEncipherment, keyAgreement,
    // keyCertSign
    hex("300e0603551d0f0101ff0404030202ac"),
    // extKeyUsage: serverAuth, clientAuth
    hex("301d0603551d250416301406082b0601050507030106082b06010505070302"),
    // subjectAltName: DNS:localhost
    hex("30140603551d11040d300b82096c6f63616c686f7374"),
  ),
);

/** A certificate that signs itself, with its key. */
export interface TlsIdentity {
  /** The certificate in DER, as the handshake line carries it. */
  readonly der: Uint8Array;
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
export function makeIdentity(now: Date = new Date()): TlsIdentity {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const content = toBeSigned(spki, now);
  const signature = sign("sha256", content, privateKey);
  const bytes = sequence(
    content,
    ECDSA_WITH_SHA256,
    der(0x03, Uint8Array.of(0), signature),
  );
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
  // Positive, and of full length.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return sequence(
    VERSION_3,
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    CN_LOCALHOST,
    sequence(
      utcTime(new Date(now.getTime() - BACKDATED_MS)),
      utcTime(new Date(now.getTime() + VALID_MS)),
    ),
    CN_LOCALHOST,
    publicKey,
    EXTENSIONS,
  );
}

/** UTCTime; valid for the years 1950 to 2049. */
function utcTime(time: Date): Uint8Array {
  const digits = time.toISOString().replace(/\D/g, "").slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return der(0x30, ...parts);
}

/** A value of less than 64 KiB with its tag and length. */
function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 0x80
    ? [length]
    : length < 0x100
    ? [0x81, length]
    : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.from([tag, ...size]), value]);
}

function hex(bytes: string): Uint8Array {
  return Buffer.from(bytes, "hex");
}

/** A certificate in PEM. */
export function pem(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes).toString("base64").match(/.{1,64}/g) ?? [];
  return [
    "-----BEGIN CERTIFICATE-----",
    ...lines,
    "-----END CERTIFICATE-----",
    "",
  ].join("\n");
}

import { Buffer } from "node:buffer";
import type { Address } from "./listener.ts";
import type { ProtocolVersion } from "./negotiation.ts";

/** Version of the handshake itself. */
const CORE_VERSION = 1;

/** What the handshake line tells. */
export interface Handshake extends Address {
  /** Version of the plugin protocol. */
  readonly protocol: ProtocolVersion;
  /** DER of the server's certificate; absent without TLS. */
  readonly certificate?: Uint8Array | undefined;
  /** Whether the client asked to send all over one broker connection. */
  readonly multiplexAsked: boolean;
}

/** The one line a plugin prints on stdout. */
export function handshakeLine(handshake: Handshake): string {
  const certificate = Buffer.from(handshake.certificate ?? []);
  const fields = [
    CORE_VERSION,
    handshake.protocol,
    handshake.network,
    handshake.address,
    "grpc",
    certificate.toString("base64").replace(/=+$/, ""),
  ];
  // Clients from before multiplexing would take a seventh field for a part of
  // the certificate; those who ask are told that it is not offered.
  if (handshake.multiplexAsked) fields.push("false");
  return `${fields.join("|")}\n`;
}

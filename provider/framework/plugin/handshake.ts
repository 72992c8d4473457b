import { Buffer } from "node:buffer";
import { shellLine } from "../shell.ts";
import { pem } from "./certificate.ts";
import type { Address } from "./listener.ts";

/** A major version of the plugin protocol. */
export type ProtocolVersion = 5 | 6;

/**
 * Chooses the protocol version to serve: the highest that both sides have;
 * undefined if there is none, which the client reports.
 *
 * `offered` is the value of `PLUGIN_PROTOCOL_VERSIONS`, a list in any order.
 * Without it, the lowest own version is chosen.
 */
export function negotiate(
  own: readonly ProtocolVersion[],
  offered: string | undefined,
): ProtocolVersion | undefined {
  const sorted = [...own].sort((a, b) => b - a);
  if (offered === undefined) return sorted.at(-1);
  const theirs = offered.split(",").map((text) => Number(text.trim()));
  return sorted.find((version) => theirs.includes(version));
}

/** Version of the handshake itself. */
const CORE_VERSION = 1;

/** Contents of the handshake line. */
interface Handshake extends Address {
  readonly protocol: ProtocolVersion;
  /** DER of the server's certificate; absent without TLS. */
  readonly certificate?: Uint8Array | undefined;
  /** Whether the client asked to send all over one broker connection. */
  readonly isMultiplexRequested: boolean;
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
    certificate.toString("base64").replace(/={1,2}$/, ""),
  ];
  // Clients from before multiplexing would take a seventh field for a part of
  // the certificate; those who ask are told that it is not offered.
  if (handshake.isMultiplexRequested) fields.push("false");
  return `${fields.join("|")}\n`;
}

/** Data that a CLI needs to use a provider that runs already. */
interface Reattach extends Address {
  /** Source address of the provider in the registry. */
  readonly source: string;
  readonly protocol: ProtocolVersion;
  readonly pid: number;
}

/** The value of `TF_REATTACH_PROVIDERS`: JSON on one line. */
export function reattachJson(reattach: Reattach): string {
  return JSON.stringify({
    [reattach.source]: {
      Protocol: "grpc",
      ProtocolVersion: reattach.protocol,
      Pid: reattach.pid,
      // The CLI leaves the process alone when it is done.
      Test: true,
      Addr: { Network: reattach.network, String: reattach.address },
    },
  });
}

/** Instructions for the user of a provider that was started for debugging. */
export function reattachText(
  reattach: Omit<Reattach, "protocol">,
  protocols: readonly ProtocolVersion[],
): string {
  const variables = protocols.map((protocol) =>
    `TF_REATTACH_PROVIDERS=${
      shellLine(reattachJson({ ...reattach, protocol }))
    }`
  );
  return `The provider is running. In the shell where you run Terraform, set:

${variables.join("\n\nor, for the other protocol:\n\n")}

Press Ctrl-C here to stop it.
`;
}

/** The environment variable by which the CLI says that it is the CLI. */
const COOKIE_NAME = "TF_PLUGIN_MAGIC_COOKIE";

/** Value of the cookie. No secret: it only tells a person's call from a CLI's. */
const COOKIE_VALUE =
  "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** Whether the environment says that the Terraform CLI started this program. */
export function isStartedByCli(
  env: (name: string) => string | undefined,
): boolean {
  return env(COOKIE_NAME) === COOKIE_VALUE;
}

/** Hint for a person who starts the program directly. */
export function directStartHint(
  address: string,
  commands: Readonly<Record<string, unknown>> = {},
): string {
  const more = Object.keys(commands).map((name) =>
    `\n"${name}" is a command of its own: see "${name} --help".\n`
  ).join("");
  return `This program is a Terraform provider. Terraform and OpenTofu start it
themselves when a configuration requires it:

    terraform {
      required_providers {
        ${address.split("/").at(-1)} = { source = "${address}" }
      }
    }

Run "terraform init" beside such a configuration. To attach a debugger, start
this program with --debug; --version prints its version.
${more}`;
}

/** The handshake line, taken apart. */
export interface HandshakeFields {
  /** The line without its line feed. */
  readonly line: string;
  readonly protocol: number;
  /** `unix` or `tcp`. */
  readonly network: string;
  /** Socket path, or host and port. */
  readonly address: string;
  /** The server's certificate in PEM; undefined without TLS. */
  readonly certificate: string | undefined;
}

/**
 * Takes a handshake line apart, as strictly as a client must.
 *
 * @throws {Error} If it is none.
 */
export function parseHandshake(line: string): HandshakeFields {
  const [core, protocol, network, address, type, certificate] = line.trim()
    .split("|");
  if (core !== `${CORE_VERSION}` || type !== "grpc" || !network || !address) {
    throw new Error(`This is no handshake line: ${line}`);
  }
  return {
    line,
    protocol: Number(protocol),
    network,
    address,
    certificate: certificate
      ? pem(Buffer.from(certificate, "base64"))
      : undefined,
  };
}

/** The variables by which a client starts a plugin. */
export function pluginEnvironment(
  protocols: readonly number[],
  clientCertificate: string | undefined,
): Readonly<Record<string, string | undefined>> {
  return {
    [COOKIE_NAME]: COOKIE_VALUE,
    PLUGIN_MIN_PORT: "10000",
    PLUGIN_MAX_PORT: "25000",
    PLUGIN_PROTOCOL_VERSIONS: protocols.join(","),
    PLUGIN_CLIENT_CERT: clientCertificate,
  };
}

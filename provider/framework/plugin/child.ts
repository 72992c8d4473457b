/**
 * A provider in a process of its own, started as the CLI starts it.
 *
 * @module
 */
import process from "node:process";
import type { Readable } from "node:stream";
import { makeIdentity } from "./certificate.ts";
import { PluginConnection } from "./connection.ts";
import { isLoopback } from "./connections.ts";
import { parseHandshake, pluginEnvironment } from "./handshake.ts";

/** Command that starts a provider, in whatever language. */
export interface ProviderProcess {
  /** The executable, and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** A provider that runs, and the version of the protocol that it speaks. */
export interface RunningProvider {
  /** The version of the plugin protocol, 5 or 6. */
  readonly protocol: number;
  readonly connection: PluginConnection;
  readonly ended: Promise<void>;
}

/** The time for the handshake line, that of go-plugin, in milliseconds. */
const START_MS = 60_000;

/** The most characters of a handshake line. */
const LONGEST_LINE = 65_536;

/**
 * Starts a provider, which ends with this process, unless that is killed and
 * the provider does not look at its parent. What it logs goes where this
 * process's logs go.
 *
 * @param env Variables that it has besides those of this process.
 * @param startMs The time for its handshake line, in milliseconds.
 * @throws {Error} If it cannot be started, or prints no handshake line that
 * leads to a socket or port of this machine and brings a certificate.
 */
export async function startProvider(
  { command: [program, ...args] }: ProviderProcess,
  env: Readonly<Record<string, string>> = {},
  startMs: number = START_MS,
): Promise<RunningProvider> {
  // A provider that starts none would load it too.
  const { spawn } = await import("node:child_process");
  const identity = makeIdentity();
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ...env,
      ...pluginEnvironment([6, 5], identity.certificate),
    },
  });
  const ended = new Promise<void>((resolve) =>
    child.once("exit", () => resolve())
  );
  process.on("exit", () => child.kill("SIGKILL"));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { protocol, certificate, ...address } = await new Promise<string>(
    (resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => {
        reject(new Error(`it ended with ${signal ?? `status ${code}`}`));
      });
      timer = setTimeout(() => {
        reject(new Error(`no handshake line within ${startMs / 1_000} s`));
      }, startMs);
      firstLine(child.stdout).then(resolve, reject);
    },
  ).then(protectedAddress).catch((cause: unknown) => {
    child.kill("SIGKILL");
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot start the provider ${program}: ${why}`, { cause });
  }).finally(() => clearTimeout(timer));
  const connection = new PluginConnection(address, {
    tls: { identity, certificate },
  });
  // What it prints must go somewhere, or it would wait.
  connection.openLongStreams();
  return { protocol, connection, ended };
}

/** Takes a handshake line apart, and refuses one that others could give. */
function protectedAddress(line: string) {
  const { certificate, ...fields } = parseHandshake(line);
  if (certificate === undefined) {
    throw new Error(`its handshake line brings no certificate: ${line}`);
  }
  const { network, address } = fields;
  const isHere = network === "unix" ||
    isLoopback(address.slice(0, address.lastIndexOf(":")));
  if (!isHere) throw new Error(`it listens on another machine: ${address}`);
  return { ...fields, certificate };
}

/** The first line; what follows is read and dropped. */
function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text: string | undefined = "";
    stream.setEncoding("utf8");
    stream.on("data", (part: string) => {
      if (text === undefined) return;
      text += part;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length <= LONGEST_LINE) return;
      reject(new Error("its first line is no handshake line: it has no end"));
      text = undefined;
    });
  });
}

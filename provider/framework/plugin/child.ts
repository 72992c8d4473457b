/**
 * A provider in a process of its own, started as the CLI starts it.
 *
 * @module
 */
import process from "node:process";
import type { Readable } from "node:stream";
import { makeIdentity } from "./certificate.ts";
import { PluginConnection } from "./connection.ts";
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

/**
 * Starts a provider, which ends with this process. What it logs goes where this
 * process's logs go.
 *
 * @param env Variables that it has besides those of this process.
 * @throws {Error} If it cannot be started, or prints no handshake line.
 */
export async function startProvider(
  { command: [program, ...args] }: ProviderProcess,
  env: Readonly<Record<string, string>> = {},
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
  const line = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      reject(new Error(`it ended with ${signal ?? `status ${code}`}`));
    });
    firstLine(child.stdout).then(resolve, reject);
  }).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot start the provider ${program}: ${why}`, { cause });
  });
  const { protocol, certificate, ...address } = parseHandshake(line);
  const connection = new PluginConnection(
    address,
    certificate === undefined ? {} : { tls: { identity, certificate } },
  );
  // What it prints must go somewhere, or it would wait.
  connection.openLongStreams();
  return { protocol, connection, ended };
}

/** The first line; what follows is read and dropped. */
function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    stream.setEncoding("utf8");
    stream.on("data", (part: string) => {
      text = text.includes("\n") ? text : text + part;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
    });
  });
}

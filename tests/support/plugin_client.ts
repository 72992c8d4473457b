/**
 * A client of the plugin protocol, for tests: it starts a provider the way the
 * CLI does, or attaches to one that runs, and calls any method.
 *
 * @module
 */
import { plugin } from "../../proto/gen/go_plugin.ts";
import {
  makeIdentity,
  type TlsIdentity,
} from "../../provider/framework/plugin/certificate.ts";
import { PluginConnection } from "../../provider/framework/plugin/connection.ts";
import {
  type HandshakeFields,
  parseHandshake,
  pluginEnvironment,
} from "../../provider/framework/plugin/handshake.ts";

export { PluginConnection } from "../../provider/framework/plugin/connection.ts";

/** Options for the start of a provider. */
export interface LaunchOptions {
  /** Variables added to the environment; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Working directory. */
  readonly cwd?: string;
  /** Versions the client offers; 5 and 6 by default. */
  readonly protocols?: readonly number[];
  /** Whether the connection is protected; true by default. */
  readonly tls?: boolean;
}

/** The exit of a provider process. */
export interface ExitStatus {
  /** Exit code. */
  readonly code: number;
  /** The signal that killed it, if one did. */
  readonly signal: string | null;
  /** All it wrote to stderr. */
  readonly stderr: string;
}

/** A provider process that was started by {@linkcode launch}. */
export class ProviderProcess {
  /** The handshake line that the process printed. */
  readonly handshake: HandshakeFields;
  /** The connection; made with the first call. */
  readonly connection: PluginConnection;
  readonly #child: Deno.ChildProcess;
  readonly #stderr: Promise<string>;

  /** Use {@linkcode launch}. */
  constructor(
    child: Deno.ChildProcess,
    stderr: Promise<string>,
    handshake: HandshakeFields,
    identity: TlsIdentity | undefined,
  ) {
    this.#child = child;
    this.#stderr = stderr;
    this.handshake = handshake;
    this.connection = this.connect(identity);
  }

  /** Number of the process. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Makes another connection, as whoever holds `identity`. */
  connect(identity?: TlsIdentity): PluginConnection {
    const { certificate } = this.handshake;
    return new PluginConnection(
      this.handshake,
      certificate === undefined ? {} : { tls: { identity, certificate } },
    );
  }

  /** Sends a signal. */
  signal(name: Deno.Signal): void {
    this.#child.kill(name);
  }

  /** Asks the process to end, as the CLI does, and waits until it has. */
  async shutdown(): Promise<ExitStatus> {
    await this.connection.rpc(plugin.GRPCController.Shutdown, {})
      .catch(() => {}); // the answer may be lost, as with the CLI
    const status = await this.ended();
    this.connection.close();
    return status;
  }

  /** Waits until the process has ended. */
  async ended(): Promise<ExitStatus> {
    const { code, signal } = await this.#child.status;
    return { code, signal, stderr: await this.#stderr };
  }

  /** Kills the process if it lives still. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.connection.close();
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await this.ended();
  }
}

/**
 * Starts a provider as the CLI does and reads its handshake line.
 *
 * Throws an Error with all of stderr if there is no such line.
 */
export async function launch(
  command: readonly [string, ...string[]],
  options: LaunchOptions = {},
): Promise<ProviderProcess> {
  const identity = options.tls === false ? undefined : makeIdentity();
  const [program, ...args] = command;
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    env: environment(options, identity),
    ...options.cwd === undefined ? {} : { cwd: options.cwd },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stderr = new Response(child.stderr).text();
  const line = await firstLine(child.stdout);
  if (line === undefined) {
    throw new Error(
      `The provider printed no handshake line: ${await stderr}`,
    );
  }
  return new ProviderProcess(child, stderr, parseHandshake(line), identity);
}

/** Connects to a provider by the value of `TF_REATTACH_PROVIDERS`. */
export function attach(reattach: string, source: string): PluginConnection {
  const all: Record<
    string,
    { Addr: { Network: string; String: string } } | undefined
  > = JSON.parse(reattach);
  const entry = all[source];
  if (entry === undefined) throw new Error(`No provider ${source}`);
  return new PluginConnection({
    network: entry.Addr.Network,
    address: entry.Addr.String,
  });
}

function environment(
  options: LaunchOptions,
  identity: TlsIdentity | undefined,
): Record<string, string> {
  // Tests of listeners set variables in this process, beside others.
  const own = Object.entries(Deno.env.toObject())
    .filter(([name]) => !name.startsWith("PLUGIN_"));
  const all = {
    ...Object.fromEntries(own),
    ...pluginEnvironment(options.protocols ?? [5, 6], identity?.certificate),
    ...options.env,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]]
    ),
  );
}

/** The first line; the rest is read and dropped, as the CLI does. */
async function firstLine(
  stream: ReadableStream<Uint8Array>,
): Promise<string | undefined> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return undefined;
    text += value;
    const end = text.indexOf("\n");
    if (end < 0) continue;
    drop(reader);
    return text.slice(0, end);
  }
}

async function drop(reader: ReadableStreamDefaultReader<string>) {
  while (!(await reader.read()).done);
}

/**
 * A client of the plugin protocol, for tests: it starts a provider the way the
 * CLI does, or attaches to one that runs, and calls any method.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import {
  ChannelCredentials,
  Client,
  type ClientReadableStream,
  Metadata,
} from "@grpc/grpc-js";
import type { Init } from "../../proto/codec.ts";
import { plugin } from "../../proto/gen/go_plugin.ts";
import type { Method } from "../../proto/service.ts";
import {
  type Identity,
  makeIdentity,
} from "../../provider/framework/plugin/certificate.ts";

/** What a provider that the CLI starts finds in its environment. */
const COOKIE =
  "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** The handshake line, taken apart. */
export interface HandshakeFields {
  /** The line without its line feed. */
  readonly line: string;
  /** Version of the plugin protocol. */
  readonly protocol: number;
  /** `unix` or `tcp`. */
  readonly network: string;
  /** Socket path, or host and port. */
  readonly address: string;
  /** The server's certificate in PEM; undefined without TLS. */
  readonly certificate: string | undefined;
}

/** How a provider is started. */
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

/** How one call is made. */
export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** Time limit that is sent along with the call, in milliseconds. */
  readonly timeoutMs?: number;
}

/** How a connection is made. */
export interface ConnectOptions {
  /** Identity to show and certificate to expect; absent: no TLS. */
  readonly tls?: {
    readonly identity?: Identity | undefined;
    readonly certificate: string;
  };
}

/** One connection to a provider. */
export class PluginConnection {
  readonly #client: Client;

  /** Connects when the first call is made. */
  constructor(
    where: { readonly network: string; readonly address: string },
    { tls }: ConnectOptions = {},
  ) {
    const target = where.network === "unix"
      ? `unix:${where.address}`
      : `ipv4:${where.address}`;
    this.#client = new Client(target, credentials(tls), {
      "grpc.ssl_target_name_override": "localhost",
      "grpc.default_authority": "localhost",
      "grpc.max_receive_message_length": -1,
      "grpc.max_send_message_length": -1,
      "grpc.enable_retries": 0,
      "grpc.enable_channelz": 0,
      "grpc.use_local_subchannel_pool": 1,
    });
  }

  /**
   * Makes a unary call with raw bytes. Rejects with an error that has `code`
   * and `details` if the status is not OK.
   */
  call(
    path: string,
    request: Uint8Array,
    options: CallOptions = {},
  ): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const call = this.#client.makeUnaryRequest(
        path,
        toBuffer,
        (bytes): Uint8Array => bytes,
        request,
        new Metadata(),
        deadline(options),
        (error, response) => {
          if (error !== null) reject(error);
          else resolve(response ?? new Uint8Array());
        },
      );
      options.signal?.addEventListener("abort", () => call.cancel());
    });
  }

  /** Makes a call that is answered with a stream of messages. */
  async *stream(
    path: string,
    request: Uint8Array,
    options: CallOptions = {},
  ): AsyncGenerator<Uint8Array, void> {
    const call = this.#open(path, request, options);
    options.signal?.addEventListener("abort", () => call.cancel());
    try {
      for await (const message of call) yield message;
    } finally {
      call.cancel();
    }
  }

  /** Calls a method of the generated services with decoded messages. */
  async rpc<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    options: CallOptions = {},
  ): Promise<Response> {
    const bytes = method.request.encode(request).finish();
    return method.response.decode(
      await this.call(method.path, bytes, options),
    );
  }

  /** The same for a method that answers with a stream. */
  async *rpcStream<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    options: CallOptions = {},
  ): AsyncGenerator<Response, void> {
    const bytes = method.request.encode(request).finish();
    for await (const message of this.stream(method.path, bytes, options)) {
      yield method.response.decode(message);
    }
  }

  /** Opens the two streams that the CLI opens right after it connects. */
  openLongStreams(): void {
    const stdio = plugin.GRPCStdio.StreamStdio.path;
    this.#open(stdio, new Uint8Array(), {}).on("error", () => {}).resume();
    this.#client.makeBidiStreamRequest(
      plugin.GRPCBroker.StartStream.path,
      toBuffer,
      (bytes): Uint8Array => bytes,
    ).on("error", () => {}).resume();
  }

  /** Closes the connection. */
  close(): void {
    this.#client.close();
  }

  #open(
    path: string,
    request: Uint8Array,
    options: CallOptions,
  ): ClientReadableStream<Uint8Array> {
    return this.#client.makeServerStreamRequest(
      path,
      toBuffer,
      (bytes): Uint8Array => bytes,
      request,
      new Metadata(),
      deadline(options),
    );
  }
}

/** How a provider process ended. */
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
  /** What the process said about itself. */
  readonly handshake: HandshakeFields;
  /** The connection; made with the first call. */
  readonly connection: PluginConnection;
  readonly #child: Deno.ChildProcess;
  readonly #stderr: Output;

  /** Use {@linkcode launch}. */
  constructor(
    child: Deno.ChildProcess,
    stderr: Output,
    handshake: HandshakeFields,
    identity: Identity | undefined,
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
  connect(identity?: Identity): PluginConnection {
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

  /** Waits until the process has written this to stderr; fails at length. */
  async logged(text: string): Promise<void> {
    for (let attempt = 0; attempt < 3000; attempt++) {
      if (this.#stderr.text.includes(text)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`The provider did not log "${text}"`);
  }

  /** Waits until the process has ended. */
  async ended(): Promise<ExitStatus> {
    const { code, signal } = await this.#child.status;
    return { code, signal, stderr: await this.#stderr.all };
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

/** What a process writes, as it comes. */
class Output {
  /** What has come so far. */
  text = "";
  /** All of it, once the process has closed it. */
  readonly all: Promise<string>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.all = this.#read(stream);
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<string> {
    for await (const part of stream.pipeThrough(new TextDecoderStream())) {
      this.text += part;
    }
    return this.text;
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
  const stderr = new Output(child.stderr);
  const line = await firstLine(child.stdout);
  if (line === undefined) {
    throw new Error(
      `The provider printed no handshake line: ${await stderr.all}`,
    );
  }
  return new ProviderProcess(child, stderr, parseHandshake(line), identity);
}

/** Takes a handshake line apart, as strictly as a client must. */
export function parseHandshake(line: string): HandshakeFields {
  const [core, protocol, network, address, type, certificate] = line.trim()
    .split("|");
  if (core !== "1" || type !== "grpc" || !network || !address) {
    throw new Error(`This is no handshake line: ${line}`);
  }
  return {
    line,
    protocol: Number(protocol),
    network,
    address,
    certificate: certificate ? toPem(certificate) : undefined,
  };
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
  identity: Identity | undefined,
): Record<string, string> {
  const all = {
    ...Deno.env.toObject(),
    TF_PLUGIN_MAGIC_COOKIE: COOKIE,
    PLUGIN_MIN_PORT: "10000",
    PLUGIN_MAX_PORT: "25000",
    PLUGIN_PROTOCOL_VERSIONS: (options.protocols ?? [5, 6]).join(","),
    PLUGIN_CLIENT_CERT: identity?.certificate,
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

function credentials(tls: ConnectOptions["tls"]): ChannelCredentials {
  if (tls === undefined) return ChannelCredentials.createInsecure();
  return ChannelCredentials.createSsl(
    Buffer.from(tls.certificate),
    tls.identity === undefined ? null : Buffer.from(tls.identity.key),
    tls.identity === undefined ? null : Buffer.from(tls.identity.certificate),
  );
}

function deadline({ timeoutMs }: CallOptions): { deadline?: number } {
  return timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs };
}

function toBuffer(message: Uint8Array): Buffer {
  return Buffer.from(message.buffer, message.byteOffset, message.byteLength);
}

/** The handshake line leaves out the padding, which PEM needs. */
function toPem(base64: string): string {
  const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, "=");
  const lines = padded.match(/.{1,64}/g) ?? [];
  return [
    "-----BEGIN CERTIFICATE-----",
    ...lines,
    "-----END CERTIFICATE-----",
    "",
  ].join("\n");
}

/**
 * A connection to a plugin, as its client has it; with `grpc_server.ts` the only
 * file that knows @grpc/grpc-js.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import {
  ChannelCredentials,
  Client,
  type ClientReadableStream,
} from "@grpc/grpc-js";
import type { Init } from "@hf-terraform/tfplugin/codec";
import { plugin } from "@hf-terraform/tfplugin/go_plugin";
import type { Method } from "@hf-terraform/tfplugin/service";
import type { Call } from "./call.ts";
import type { TlsIdentity } from "./certificate.ts";

/** Options of a connection. */
interface ConnectOptions {
  /** Identity to show and certificate to expect; absent: no TLS. */
  readonly tls?: {
    readonly identity?: TlsIdentity | undefined;
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
    const { address, network } = where;
    const scheme = network === "unix"
      ? network
      : address.startsWith("[")
      ? "ipv6"
      : "ipv4";
    this.#client = new Client(`${scheme}:${address}`, credentials(tls), {
      "grpc.enable_http_proxy": 0,
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
    { signal }: Partial<Call> = {},
  ): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const call = this.#client.makeUnaryRequest(
        path,
        toBuffer,
        (bytes): Uint8Array => bytes,
        request,
        (error, response) => {
          if (error !== null) reject(error);
          else resolve(response ?? new Uint8Array());
        },
      );
      cancelWith(call, signal);
    });
  }

  /** Makes a call that returns a stream of messages. */
  async *stream(
    path: string,
    request: Uint8Array,
    { signal }: Partial<Call> = {},
  ): AsyncGenerator<Uint8Array, void> {
    const call = this.#open(path, request);
    cancelWith(call, signal);
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
    options: Partial<Call> = {},
  ): Promise<Response> {
    const bytes = method.request.encode(request).finish();
    return method.response.decode(
      await this.call(method.path, bytes, options),
    );
  }

  /** Opens the two streams that the CLI opens right after it connects. */
  openLongStreams(): void {
    const stdio = plugin.GRPCStdio.StreamStdio.path;
    this.#open(stdio, new Uint8Array()).on("error", () => {}).resume();
    this.#client.makeBidiStreamRequest(
      plugin.GRPCBroker.StartStream.path,
      toBuffer,
      (bytes): Uint8Array => bytes,
    ).on("error", () => {}).resume();
  }

  close(): void {
    this.#client.close();
  }

  #open(
    path: string,
    request: Uint8Array,
  ): ClientReadableStream<Uint8Array> {
    return this.#client.makeServerStreamRequest(
      path,
      toBuffer,
      (bytes): Uint8Array => bytes,
      request,
    );
  }
}

function credentials(tls: ConnectOptions["tls"]): ChannelCredentials {
  if (tls === undefined) return ChannelCredentials.createInsecure();
  return ChannelCredentials.createSsl(
    Buffer.from(tls.certificate),
    tls.identity === undefined ? null : Buffer.from(tls.identity.key),
    tls.identity === undefined ? null : Buffer.from(tls.identity.certificate),
  );
}

function cancelWith(call: { cancel(): void }, signal?: AbortSignal): void {
  if (signal?.aborted) call.cancel();
  signal?.addEventListener("abort", () => call.cancel());
}

function toBuffer(message: Uint8Array): Buffer {
  return Buffer.from(message.buffer, message.byteOffset, message.byteLength);
}

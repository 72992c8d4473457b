/**
 * The only file that knows @grpc/grpc-js. It is loaded after the handshake
 * line is out, because loading takes longer than all else at the start.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import type { Duplex } from "node:stream";
import {
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { logger, stackOf } from "../log.ts";
import { redactSecrets, sanitizeForDisplay } from "../secrets.ts";
import {
  type Handler,
  type Methods,
  RpcError,
  Status,
  type StreamHandler,
  type UnaryHandler,
} from "./call.ts";

/** Longest message to be read: as the Go plugins have it, 256 MiB. */
const MAX_MESSAGE_BYTES = 256 * 2 ** 20;

const log = logger("sdk.proto");

/**
 * Makes a gRPC server that passes messages on as bytes, and answers all other
 * methods with `UNIMPLEMENTED`.
 *
 * @returns Serves a connection on which HTTP/2 is spoken, after any TLS.
 */
export function makeGrpcServer(
  methods: Methods,
): (connection: Duplex) => void {
  const server = new Server({
    "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
    "grpc.max_send_message_length": -1,
    "grpc.enable_channelz": 0,
    "grpc-node.max_session_memory": Number.MAX_SAFE_INTEGER,
  });
  for (const [path, handler] of Object.entries(methods)) {
    const definition = {
      path,
      requestStream: handler.kind === "ignore",
      responseStream: handler.kind !== "unary",
      requestSerialize: toBuffer,
      requestDeserialize: passThrough,
      responseSerialize: toBuffer,
      responseDeserialize: passThrough,
    };
    server.addService({ call: definition }, { call: adapt(path, handler) });
  }
  const injector = server.createConnectionInjector(
    // Whatever protects the connection has been dealt with by its listener.
    ServerCredentials.createInsecure(),
  );
  return (connection) => injector.injectConnection(connection);
}

function adapt(
  path: string,
  handler: Handler,
): UntypedServiceImplementation[string] {
  const failed = (error: unknown) => serviceError(path, error);
  switch (handler.kind) {
    case "unary":
      return unary(handler.handle, failed);
    case "server-stream":
      return serverStream(handler.handle, failed);
    case "ignore":
      return ignore;
  }
}

function unary(
  handle: UnaryHandler,
  failed: (error: unknown) => ServiceError,
): handleUnaryCall<Uint8Array, Uint8Array> {
  return (call, callback) => {
    const run = async () => await handle(call.request, lazyCall(call));
    run().then(
      (response) => callback(null, response),
      (error) => callback(failed(error)),
    );
  };
}

function serverStream(
  handle: StreamHandler,
  failed: (error: unknown) => ServiceError,
): handleServerStreamingCall<Uint8Array, Uint8Array> {
  return (call) => {
    let wake = () => {};
    for (const event of ["drain", "cancelled", "close"]) {
      call.on(event, () => wake());
    }
    const run = async () => {
      for await (const message of handle(call.request, lazyCall(call))) {
        if (call.cancelled) return;
        if (call.write(message)) continue;
        await new Promise<void>((resolve) => wake = resolve);
      }
      call.end();
    };
    // Emitted, not destroyed: grpc-js sends the status of an error it hears of.
    run().catch((error) => call.emit("error", failed(error)));
  };
}

const ignore: handleBidiStreamingCall<Uint8Array, Uint8Array> = (call) => {
  call.on("error", () => {});
  call.on("end", () => call.end());
  call.resume();
};

/** The part of grpc-js's calls by which they tell of cancellation. */
interface Cancellable {
  readonly cancelled: boolean;
  on(event: "cancelled", listener: () => void): unknown;
}

/** The reason of all signals: grpc-js cancels each call that has ended, too. */
const cancellation = Object.assign(
  new Error("The client cancelled the call"),
  { name: "AbortError" },
);

/** A call whose signal is made only when a handler asks for it. */
function lazyCall(call: Cancellable): { readonly signal: AbortSignal } {
  let controller: AbortController | undefined;
  call.on("cancelled", () => controller?.abort(cancellation));
  return {
    get signal() {
      controller ??= new AbortController();
      if (call.cancelled) controller.abort(cancellation);
      return controller.signal;
    },
  };
}

type ServiceError = Error & { code: number; details: string };

/** Converts an error for the client, and logs it unless it cancelled. */
function serviceError(path: string, cause: unknown): ServiceError {
  const error = cause instanceof RpcError ? cause : new RpcError(
    Status.INTERNAL,
    `${path} failed: ` +
      redactSecrets(cause instanceof Error ? cause.message : String(cause)),
    { cause },
  );
  const { code } = error;
  if (code !== Status.CANCELLED) {
    log.error("A call failed", { path, error: stackOf(error) });
  }
  const details = sanitizeForDisplay(error.message);
  return Object.assign(new Error(details), { code, details });
}

function toBuffer(message: Uint8Array): Buffer {
  return Buffer.from(message.buffer, message.byteOffset, message.byteLength);
}

function passThrough(message: Buffer): Uint8Array {
  return message;
}

/**
 * The only file of a provider that knows @grpc/grpc-js. It is loaded after the
 * handshake line is out, because loading takes longer than all else at the start.
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
  type Call,
  RpcError,
  type RpcService,
  Status,
  type StreamHandler,
  type UnaryHandler,
} from "./call.ts";

/** Longest message to be read: as the Go plugins have it, 256 MiB. */
const MAX_MESSAGE_BYTES = 256 * 2 ** 20;

const log = logger("sdk.proto");

/**
 * The method by which both sides could open further connections. Terraform
 * providers need none: the stream that the client opens is kept until the
 * client ends it, and what comes on it is not read.
 */
export const brokerPath = "/plugin.GRPCBroker/StartStream";

/**
 * Makes a gRPC server of services by their names, which passes messages on as
 * bytes, and answers all other methods with `UNIMPLEMENTED`.
 *
 * @returns Serves a connection on which HTTP/2 is spoken, after any TLS.
 */
export function makeGrpcServer(
  services: Readonly<Record<string, RpcService>>,
): (connection: Duplex) => void {
  const server = new Server({
    "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
    "grpc.max_send_message_length": -1,
    "grpc.enable_channelz": 0,
    "grpc-node.max_session_memory": Number.MAX_SAFE_INTEGER,
  });
  const add = (
    path: string,
    call: UntypedServiceImplementation[string],
    responseStream: boolean,
    requestStream = false,
  ) => {
    const definition = {
      path,
      requestStream,
      responseStream,
      requestSerialize: toBuffer,
      requestDeserialize: passThrough,
      responseSerialize: toBuffer,
      responseDeserialize: passThrough,
    };
    server.addService({ call: definition }, { call });
  };
  add(brokerPath, ignore, true, true);
  for (const [service, methods] of Object.entries(services)) {
    for (const [name, handle] of Object.entries(methods.unary)) {
      const path = `/${service}/${name}`;
      add(path, unary(handle, path), false);
    }
    for (const [name, handle] of Object.entries(methods.serverStream)) {
      const path = `/${service}/${name}`;
      add(path, serverStream(handle, path), true);
    }
  }
  const injector = server.createConnectionInjector(
    // Whatever protects the connection has been dealt with by its listener.
    ServerCredentials.createInsecure(),
  );
  return (connection) => injector.injectConnection(connection);
}

function unary(
  handle: UnaryHandler,
  path: string,
): handleUnaryCall<Uint8Array, Uint8Array> {
  return (call, callback) => {
    const run = async () => await handle(call.request, lazyCall(call));
    run().then(
      (response) => callback(null, response),
      (error) => callback(serviceError(path, error)),
    );
  };
}

function serverStream(
  handle: StreamHandler,
  path: string,
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
    run().catch((error) => call.emit("error", serviceError(path, error)));
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
function lazyCall(call: Cancellable): Call {
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

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
  type ServiceDefinition,
} from "@grpc/grpc-js";
import { presentable } from "../secrets.ts";
import {
  type Handler,
  type Methods,
  type RpcError,
  Status,
  toRpcError,
} from "./call.ts";

/** A gRPC server for connections that others accept. */
export interface GrpcServer {
  /** Serves a connection on which HTTP/2 is spoken, after any TLS. */
  serve(connection: Duplex): void;
}

/** Options of {@linkcode makeGrpcServer}. */
export interface GrpcServerOptions {
  /** What to answer; all else is answered with `UNIMPLEMENTED`. */
  readonly methods: Methods;
  /** Longest message to be read, in bytes; those sent are not limited. */
  readonly maxMessageBytes: number;
  /** Told of each call that ended with an error other than cancellation. */
  readonly onError: (path: string, error: RpcError) => void;
}

/** Makes a gRPC server that passes messages on as bytes. */
export function makeGrpcServer(options: GrpcServerOptions): GrpcServer {
  const server = new Server({
    "grpc.max_receive_message_length": options.maxMessageBytes,
    "grpc.max_send_message_length": -1,
    "grpc.enable_channelz": 0,
    "grpc-node.max_session_memory": Number.MAX_SAFE_INTEGER,
  });
  for (const [path, handler] of Object.entries(options.methods)) {
    server.addService(
      ...implementation(path, handler, (error) => options.onError(path, error)),
    );
  }
  const injector = server.createConnectionInjector(
    // Whatever protects the connection has been dealt with by its listener.
    ServerCredentials.createInsecure(),
  );
  return { serve: (connection) => injector.injectConnection(connection) };
}

type Implementation = Readonly<
  Record<
    string,
    | handleUnaryCall<Uint8Array, Uint8Array>
    | handleServerStreamingCall<Uint8Array, Uint8Array>
    | handleBidiStreamingCall<Uint8Array, Uint8Array>
  >
>;

function implementation(
  path: string,
  handler: Handler,
  onError: (error: RpcError) => void,
): [ServiceDefinition, Implementation] {
  const report = (error: unknown): RpcError => {
    const status = toRpcError(path, error);
    if (status.code !== Status.CANCELLED) onError(status);
    return status;
  };
  const bytes = {
    requestSerialize: toBuffer,
    requestDeserialize: fromBuffer,
    responseSerialize: toBuffer,
    responseDeserialize: fromBuffer,
  };
  const definition = {
    path,
    requestStream: handler.kind === "ignore",
    responseStream: handler.kind !== "unary",
    ...bytes,
  };
  return [{ call: definition }, { call: adapt(handler, report) }];
}

function adapt(
  handler: Handler,
  report: (error: unknown) => RpcError,
): Implementation[string] {
  switch (handler.kind) {
    case "unary":
      return unary(handler.handle, report);
    case "server-stream":
      return serverStream(handler.handle, report);
    case "ignore":
      return ignore;
  }
}

function unary(
  handle: Extract<Handler, { kind: "unary" }>["handle"],
  report: (error: unknown) => RpcError,
): handleUnaryCall<Uint8Array, Uint8Array> {
  return (call, callback) => {
    const run = async () => await handle(call.request, lazyCall(call));
    run().then(
      (response) => callback(null, response),
      (error) => callback(serviceError(report(error))),
    );
  };
}

function serverStream(
  handle: Extract<Handler, { kind: "server-stream" }>["handle"],
  report: (error: unknown) => RpcError,
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
    run().catch((error) => call.emit("error", serviceError(report(error))));
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

/** A call whose signal is made only when a handler asks for it. */
function lazyCall(call: Cancellable): { readonly signal: AbortSignal } {
  let controller: AbortController | undefined;
  call.on("cancelled", () => controller?.abort());
  return {
    get signal() {
      controller ??= new AbortController();
      if (call.cancelled) controller.abort();
      return controller.signal;
    },
  };
}

function serviceError(error: RpcError): Error & {
  code: number;
  details: string;
} {
  const { code } = error;
  const message = presentable(error.message);
  return Object.assign(new Error(message), { code, details: message });
}

function toBuffer(message: Uint8Array): Buffer {
  return Buffer.from(message.buffer, message.byteOffset, message.byteLength);
}

function fromBuffer(message: Buffer): Uint8Array {
  return message;
}

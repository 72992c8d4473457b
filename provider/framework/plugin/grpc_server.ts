/**
 * gRPC over HTTP/2, as much of it as a plugin needs: messages in and out as
 * bytes, deadlines, cancellation and statuses, without compression.
 *
 * It is loaded after the handshake line is out, because Node's HTTP/2 is slow
 * to load.
 *
 * @module
 */
import type { Duplex } from "node:stream";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { Handler, Methods } from "./call.ts";
import { GrpcCall } from "./grpc_call.ts";
import { timeoutMs } from "./grpc_headers.ts";
import { RpcError, Status, toRpcError } from "./status.ts";

/** Bytes a client may send ahead on each stream, and on all of them. */
const WINDOW_BYTES = 2 ** 20;

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
export async function makeGrpcServer(
  options: GrpcServerOptions,
): Promise<GrpcServer> {
  const { createServer } = await import("node:http2");
  const server = createServer({
    maxSessionMemory: Number.MAX_SAFE_INTEGER,
    settings: { initialWindowSize: WINDOW_BYTES },
  });
  server.on("session", (session) => {
    session.setLocalWindowSize(WINDOW_BYTES);
  });
  server.on(
    "stream",
    (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) =>
      answer(stream, headers, options),
  );
  // A connection that breaks ends its calls; the others go on.
  server.on("sessionError", () => {});
  return { serve: (connection) => server.emit("connection", connection) };
}

function answer(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  options: GrpcServerOptions,
): void {
  const path = String(headers[":path"]);
  if (!isGrpc(headers)) {
    stream.on("error", () => {});
    stream.respond({ ":status": 415 }, { endStream: true });
    return;
  }
  const { onError, maxMessageBytes } = options;
  let call: GrpcCall | undefined;
  const fail = (error: unknown) => {
    const status = toRpcError(path, error);
    if (status.code !== Status.CANCELLED) onError(path, status);
    call?.fail(status);
  };
  try {
    const timeout = headers["grpc-timeout"];
    call = new GrpcCall(stream, timeoutMs(timeout && String(timeout)));
    run(call, handlerOf(path, options.methods), maxMessageBytes).catch(fail);
  } catch (error) {
    call ??= new GrpcCall(stream, undefined);
    fail(error);
  }
}

async function run(
  call: GrpcCall,
  handler: Handler,
  maxBytes: number,
): Promise<void> {
  switch (handler.kind) {
    case "unary":
      return call.end(await handler.handle(await call.read(maxBytes), call));
    case "server-stream":
      for await (const one of handler.handle(await call.read(maxBytes), call)) {
        if (call.gone) return;
        await call.send(one);
      }
      return call.end();
    case "ignore":
      await call.drop();
      return call.end();
  }
}

function handlerOf(path: string, methods: Methods): Handler {
  const handler = Object.hasOwn(methods, path) ? methods[path] : undefined;
  if (handler !== undefined) return handler;
  throw new RpcError(Status.UNIMPLEMENTED, `There is no method ${path}`);
}

function isGrpc(headers: IncomingHttpHeaders): boolean {
  const type = String(headers["content-type"]);
  return headers[":method"] === "POST" && type.startsWith("application/grpc");
}

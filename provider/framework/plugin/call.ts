/**
 * Calls and their handlers, as bytes; nothing here knows gRPC.
 *
 * @module
 */

/** A call to a handler. */
export interface Call {
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal;
}

/** Handles one message and returns one message, both as protobuf bytes. */
export type UnaryHandler = (
  request: Uint8Array,
  call: Call,
) => Promise<Uint8Array>;

/** Handles one message and returns any number of messages. */
export type StreamHandler = (
  request: Uint8Array,
  call: Call,
) => AsyncIterable<Uint8Array>;

/** Status codes of gRPC that are sent. */
export const Status = {
  CANCELLED: 1,
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;

/**
 * A failed call. A handler that throws one decides what the client sees; any
 * other error becomes `INTERNAL` with its message.
 */
export class RpcError extends Error {
  /** The class's own name. */
  override readonly name = "RpcError";
  /** One of {@linkcode Status}, or a code this version does not know. */
  readonly code: number;

  /** Takes the status code and the message for the client. */
  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The methods of one service, by name, on raw message bytes. */
export interface RpcService {
  readonly unary: Readonly<Record<string, UnaryHandler>>;
  readonly serverStream: Readonly<Record<string, StreamHandler>>;
}

/** A service that is loaded after the handshake line is out. */
export interface LazyService {
  /** Full name on the wire, such as `tfplugin6.Provider`. */
  readonly serviceName: string;
  /** Loads the methods. Called once; if it fails, the process ends. */
  readonly load: () => Promise<RpcService>;
}

/** What a handler knows of the call it answers. */
export interface Call {
  /** Aborted when the client cancels, goes away, or its deadline passes. */
  readonly signal: AbortSignal;
}

/** Answers one message with one message, both as protobuf bytes. */
export type UnaryHandler = (
  request: Uint8Array,
  call: Call,
) => Promise<Uint8Array>;

/** Answers one message with any number of messages. */
export type StreamHandler = (
  request: Uint8Array,
  call: Call,
) => AsyncIterable<Uint8Array>;

/** How a method is answered. */
export type Handler =
  | { readonly kind: "unary"; readonly handle: UnaryHandler }
  | { readonly kind: "server-stream"; readonly handle: StreamHandler }
  /** Takes any number of messages, reads none, and ends when the client does. */
  | { readonly kind: "ignore" };

/** Handlers by the path of their calls, such as `/plugin.GRPCStdio/StreamStdio`. */
export type Methods = Readonly<Record<string, Handler>>;

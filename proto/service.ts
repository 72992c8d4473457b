import type { Codec } from "./codec.ts";

/** The streaming mode of a method. */
export type MethodKind =
  | "unary"
  | "server-stream"
  | "client-stream"
  | "bidi-stream";

/** One method of a gRPC service. */
export interface Method<Request, Response> {
  /** Path of the call, such as `/plugin.GRPCController/Shutdown`. */
  readonly path: string;
  /** The streaming mode. */
  readonly kind: MethodKind;
  /** Codec of what the client sends. */
  readonly request: Codec<Request>;
  /** Codec of what the server sends. */
  readonly response: Codec<Response>;
}

/** Makes the description of one method. */
export function method<Request, Response>(
  path: string,
  kind: MethodKind,
  codecs: {
    readonly request: Codec<Request>;
    readonly response: Codec<Response>;
  },
): Method<Request, Response> {
  return { path, kind, ...codecs };
}

/** The status codes of gRPC. */
export const Status = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
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

/** The status that tells a client of `error`, which call `path` ended with. */
export function toRpcError(path: string, error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new RpcError(Status.INTERNAL, `${path} failed: ${text}`, {
    cause: error,
  });
}

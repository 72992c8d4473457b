/**
 * The log of calls.
 *
 * @module
 */

/** The log of one call. */
export interface CallLog {
  /** The call failed in a way that nobody planned for. */
  fail(cause: unknown): void;
  /** The call is over. */
  end(): void;
}

/** Where calls are logged. */
export interface RpcLog {
  /** A call begins. The type is undefined if it is about the provider. */
  begin(rpc: string, typeName: string | undefined): CallLog;
}

const nothing: CallLog = { fail: () => {}, end: () => {} };

/** Logs nothing. */
export const silentRpcLog: RpcLog = { begin: () => nothing };

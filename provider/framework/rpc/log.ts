import { logger, stackOf } from "../log.ts";
import { kindOf, kinds } from "./kinds.ts";

export interface CallLog {
  /** The call failed in a way that nobody planned for. */
  fail(cause: unknown): void;
  end(): void;
}

/** A call begins. The type is undefined if it is about the provider. */
export type RpcLog = (rpc: string, typeName: string | undefined) => CallLog;

const nothing: CallLog = { fail: () => {}, end: () => {} };

/**
 * Logs the begin and end of calls at level trace and failures at level error,
 * as the subsystem `sdk.proto`.
 */
export function rpcLog(protocol: 5 | 6): RpcLog {
  const log = logger("sdk.proto");
  return (rpc, typeName) => {
    if (!log.enabled("error")) return nothing;
    const kind = kindOf(rpc);
    const entry = log.with({
      tf_rpc: rpc,
      tf_req_id: crypto.randomUUID(),
      tf_proto_version: protocol,
      ...kind && typeName && { [kinds[kind][1]]: typeName },
    });
    const begun = performance.now();
    entry.trace("Received request");
    return {
      fail: (cause) => entry.error("Request failed", { error: stackOf(cause) }),
      end: () => {
        const duration = Math.round(performance.now() - begun);
        entry.trace("Served request", { tf_req_duration_ms: duration });
      },
    };
  };
}

/**
 * The log of calls, under the names that the Go libraries use as well.
 *
 * @module
 */

import { type LogFields, logger, stackOf } from "../log.ts";

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

/** The options of {@linkcode rpcLog}. */
export interface RpcLogOptions {
  /** The major version of the protocol. */
  readonly protocol: 5 | 6;
  /** Milliseconds of a clock that never goes back; default the platform's. */
  readonly now?: () => number;
}

const nothing: CallLog = { fail: () => {}, end: () => {} };

/** Logs nothing. */
export const silentRpcLog: RpcLog = { begin: () => nothing };

/**
 * Logs the begin and end of calls at level trace and failures at level error,
 * as the subsystem `sdk.proto`.
 */
export function rpcLog(options: RpcLogOptions): RpcLog {
  const log = logger("sdk.proto");
  const now = options.now ?? (() => performance.now());
  return {
    begin(rpc, typeName) {
      if (!log.enabled("error")) return nothing;
      const entry = log.with({
        tf_rpc: rpc,
        tf_req_id: crypto.randomUUID(),
        tf_proto_version: options.protocol,
        ...subject(rpc, typeName),
      });
      const begun = now();
      entry.trace("Received request");
      return {
        fail: (cause) =>
          entry.error("Request failed", { error: stackOf(cause) }),
        end: () => {
          const duration = Math.round(now() - begun);
          entry.trace("Served request", { tf_req_duration_ms: duration });
        },
      };
    },
  };
}

/** Which key names the type, by a part of the name of the RPC. */
const subjects: readonly (readonly [part: RegExp, key: string])[] = [
  [/Ephemeral/, "tf_ephemeral_resource_type"],
  [/Data/, "tf_data_source_type"],
  [/ListResource/, "tf_list_resource_type"],
  [/Action/, "tf_action_type"],
  [/Function/, "tf_function_name"],
  [/Resource/, "tf_resource_type"],
];

function subject(rpc: string, typeName: string | undefined): LogFields {
  const key = subjects.find(([part]) => part.test(rpc))?.[1];
  return typeName === undefined || key === undefined ? {} : { [key]: typeName };
}

import type {
  EngineCall,
  Fields,
  MessageFields,
  RpcResponse,
} from "./contract.ts";
import {
  type CommonFields,
  Operation,
  type OperationResult,
} from "./operation.ts";
import type { ProviderServer } from "./server.ts";

/**
 * Makes the function of an RPC; see {@linkcode Operation.respond}. `K` are the
 * fields of its request, `A` those of its response.
 */
export function defineOperation<
  K extends keyof MessageFields,
  A extends keyof MessageFields = never,
>(
  name: string,
  fallback: (request: Fields<K>) => Fields<A>,
  work: (
    operation: Operation,
    request: Fields<K>,
  ) => OperationResult<A> | Promise<OperationResult<A>>,
  deferred?: (request: Fields<K>) => Partial<Fields<A>>,
): (
  server: ProviderServer,
  request: Fields<K> & CommonFields,
  call: EngineCall,
) => Promise<RpcResponse<A>> {
  return (server, request, call) => {
    const operation = new Operation(server, name, request, call);
    return operation.respond(
      () => fallback(request),
      () => work(operation, request),
      () => deferred?.(request) ?? {},
    );
  };
}

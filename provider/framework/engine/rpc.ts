import type { Answer, EngineCall, Fields, MessageFields } from "./contract.ts";
import { Operation, type Subject, type Work } from "./operation.ts";
import type { ProviderServer } from "./server.ts";

/**
 * Makes the function of an RPC; see {@linkcode Operation.answer}. `K` are the
 * fields of its request, `A` those of its answer.
 */
export function rpc<
  K extends keyof MessageFields,
  A extends keyof MessageFields = never,
>(
  name: string,
  kept: (request: Fields<K>) => Fields<A>,
  work: (
    operation: Operation,
    request: Fields<K>,
  ) => Work<A> | Promise<Work<A>>,
  deferred?: (request: Fields<K>) => Partial<Fields<A>>,
): (
  server: ProviderServer,
  request: Fields<K> & Subject,
  call: EngineCall,
) => Promise<Answer<A>> {
  return (server, request, call) => {
    const operation = new Operation(server, name, request, call);
    return operation.answer(
      () => kept(request),
      () => work(operation, request),
      () => deferred?.(request) ?? {},
    );
  };
}

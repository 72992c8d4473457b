import { modelOf } from "../schema/numbers.ts";
import type { ValueObject } from "../values/value.ts";
import {
  type Answer,
  type EngineCall,
  type Fields,
  noPrivate,
} from "./contract.ts";
import { Operation, rootObject } from "./operation.ts";
import { PrivateData } from "./private_state.ts";
import type { ProviderServer } from "./server.ts";
import { timeLimit } from "./signal.ts";

/**
 * Reads a resource. After an error the state stays as it was; only an author
 * who returns undefined says that the object is gone.
 */
export function readResource(
  server: ProviderServer,
  request: Fields<
    | "typeName"
    | "currentState"
    | "privateState"
    | "providerMeta"
    | "identity"
    | "clientCapabilities"
  >,
  call: EngineCall,
): Promise<Answer<"newState" | "privateState" | "identity">> {
  const operation = new Operation(server, "read", request, call);
  const { currentState, identity } = request;
  const kept = {
    newState: currentState,
    privateState: request.privateState,
    identity,
  };
  return operation.answer(() => kept, async () => {
    const resource = operation.find(server.resources);
    const { schema } = resource;
    operation.waitFor(currentState);
    const before = operation.object(currentState, "state");
    const privateState = new PrivateData(request.privateState);
    const state = modelOf(schema, before);
    let told: ValueObject | undefined;
    const author = {
      state,
      privateState,
      identity: rootObject(identity ?? null) ?? undefined,
      setIdentity: (identity: ValueObject) => void (told = identity),
    };
    const result = await operation.run(
      (context) => resource.read({ ...context, ...author }),
      { limit: timeLimit(schema, "read", before) },
    );
    if (result === undefined || result === null) {
      return { newState: null, privateState: noPrivate };
    }
    const newState = operation.result(result, schema, { reference: before });
    return {
      newState,
      privateState: privateState.encode(),
      identity: operation.identity(resource, newState, identity, told),
    };
  });
}

import { modelOf } from "../schema/numbers.ts";
import { unknown } from "../values/unknown.ts";
import { noPrivate } from "./contract.ts";
import { timeLimit } from "./signal.ts";
import { defineOperation } from "./define_operation.ts";

/**
 * Reads a resource. After an error the state stays as it was; only an author
 * who returns undefined says that the object is gone.
 */
export const readResource = defineOperation<
  | "typeName"
  | "currentState"
  | "privateState"
  | "identity",
  "newState" | "privateState" | "identity"
>("read", ({ currentState: newState, privateState, identity }) => ({
  newState,
  privateState,
  identity,
}), async (operation, { currentState, identity }) => {
  const resource = operation.find("resources");
  const { schema } = resource;
  operation.deferIfUnknown(currentState);
  const reference = operation.object(currentState, "state");
  const state = modelOf(schema, reference);
  const result = await operation.run(
    (context) => resource.read({ ...context, state }),
    { limit: timeLimit(schema, "read", reference) },
  );
  if (result === undefined || result === null) {
    return { newState: null, privateState: noPrivate };
  }
  const newState = operation.normalizeState(result, schema, { reference });
  return {
    newState,
    privateState: operation.privateState.encode(),
    identity: operation.identity(resource, newState, identity),
  };
});

export const readDataSource = defineOperation<
  "typeName" | "config",
  "state"
>("read", () => ({ state: null }), async (operation, request) => {
  const dataSource = operation.find("dataSources");
  const { schema } = dataSource;
  const { reference, config } = operation.configuration(schema, request.config);
  const result = await operation.run(
    (context) => dataSource.read({ ...context, config }),
    { limit: timeLimit(schema, "read", reference) },
  );
  const options = { reference, sanitize: "tokens" } as const;
  return { state: operation.normalizeState(result, schema, options) };
}, () => ({ state: unknown }));

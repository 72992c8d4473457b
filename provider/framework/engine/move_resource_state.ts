import { failure } from "../diagnostics.ts";
import type { ValueObject } from "../values/value.ts";
import {
  type Answer,
  type EngineCall,
  type Fields,
  noPrivate,
} from "./contract.ts";
import { Operation } from "./operation.ts";
import { PrivateData } from "./private_state.ts";
import type { ProviderServer } from "./server.ts";

/** Takes over the state of another resource type or provider. */
export function moveResourceState(
  server: ProviderServer,
  request: Fields<
    | "sourceProviderAddress"
    | "sourceTypeName"
    | "sourceSchemaVersion"
    | "sourceState"
    | "sourcePrivate"
    | "sourceIdentity"
    | "sourceIdentitySchemaVersion"
    | "targetTypeName"
  >,
  call: EngineCall,
): Promise<Answer<"targetState" | "targetPrivate" | "targetIdentity">> {
  const { targetTypeName: typeName, ...source } = request;
  const operation = new Operation(server, "move to", { typeName }, call);
  const failed = {
    targetState: null,
    targetPrivate: noPrivate,
    targetIdentity: undefined,
  };
  return operation.answer(() => failed, async () => {
    const resource = operation.find(server.resources);
    const sourceState = operation.stored(source.sourceState);
    const sourceIdentity = source.sourceIdentity.kind === "json"
      ? operation.stored(source.sourceIdentity)
      : undefined;
    const privateState = new PrivateData();
    let told: ValueObject | undefined;
    const setIdentity = (identity: ValueObject) => void (told = identity);
    const moved = await operation.run(async (context) => {
      const given = {
        ...context,
        ...source,
        sourceState,
        sourceIdentity,
        privateState,
        setIdentity,
      };
      for (const move of resource.moveState ?? []) {
        const state = await move(given);
        if (state !== undefined && state !== null) return state;
      }
      throw failure(
        `Can't move ${source.sourceTypeName} to ${typeName}`,
        "The provider does not know how to take over " +
          `${source.sourceTypeName} of ${source.sourceProviderAddress}, ` +
          `schema version ${source.sourceSchemaVersion}. Remove the moved ` +
          "block; remove the old object from the state and import it as the " +
          "new one.",
      );
    }, { unconfigured: true });
    const state = operation.as("move")
      .result(moved, resource.schema, { reference: null });
    return {
      targetState: state,
      targetPrivate: privateState.encode(),
      targetIdentity: operation.identity(resource, state, undefined, told),
    };
  });
}

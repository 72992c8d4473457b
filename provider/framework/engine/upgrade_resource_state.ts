import type { Resource } from "../define/resource.ts";
import { storedState } from "../define/stored.ts";
import { type DiagnosticsError, failure } from "../diagnostics.ts";
import type { JsonObject } from "../values/json_parser.ts";
import type { Value } from "../values/value.ts";
import type { Answer, EngineCall, Fields } from "./contract.ts";
import { errorText } from "./errors.ts";
import { Operation } from "./operation.ts";
import type { ProviderServer } from "./server.ts";

/**
 * Brings a stored state into the form of the current schema. Terraform asks
 * for every object of the state, also when the versions are equal.
 */
export function upgradeResourceState(
  server: ProviderServer,
  request: Fields<"typeName" | "version" | "rawState">,
  call: EngineCall,
): Promise<Answer<"upgradedState">> {
  const { version } = request;
  const name = "upgrade the state of";
  const operation = new Operation(server, name, request, call);
  return operation.answer(() => ({ upgradedState: null }), async () => {
    const resource = operation.find(server.resources);
    const { schema } = resource;
    const rawState = operation.stored(request.rawState);
    const isCurrent = version === schema.version;
    const upgrader = resource.upgradeState?.[version];
    if (!isCurrent && (version > schema.version || upgrader === undefined)) {
      throw notUpgradable(resource, version);
    }
    const upgraded = isCurrent
      ? decode(resource, rawState)
      : await operation.run((context) => upgrader?.({ ...context, rawState }));
    // Attributes that are newer than the state are null, blocks are empty.
    const upgradedState = operation
      .as(isCurrent ? "upgrade" : `upgrade from version ${version}`)
      .result(upgraded, schema, { reference: null, keeps: "all" });
    return { upgradedState };
  });
}

function decode({ schema, typeName }: Resource, rawState: JsonObject): Value {
  try {
    return storedState(schema, rawState);
  } catch (error) {
    throw failure(
      `Failed to read the stored state of ${typeName}`,
      `${errorText(error)} The state was written by another version of the ` +
        "provider, or changed by hand. Use the version that wrote it, or " +
        "remove the object from the state and import it again.",
    );
  }
}

function notUpgradable(
  { typeName, schema, upgradeState = {} }: Resource,
  version: number,
): DiagnosticsError {
  const known = Object.keys(upgradeState).join(", ");
  return failure(
    `Can't upgrade the state of ${typeName}`,
    `The state has schema version ${version}, this version of the provider ` +
      `has ${schema.version}` +
      (version > schema.version
        ? ". Use the newer version of the provider that wrote the state."
        : ` and upgrades only from ${known === "" ? "none" : known}. Apply ` +
          "once with a version of the provider in between."),
  );
}

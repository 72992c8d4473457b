import type { Resource } from "../define/resource.ts";
import { fromWireBlocks } from "../schema/dynamic_blocks.ts";
import { objectType } from "../schema/schema.ts";
import { Diagnostics } from "../diagnostics.ts";
import { valueFromJson } from "../values/json.ts";
import type { JsonObject } from "../values/json_parser.ts";
import type { Value } from "../values/value.ts";
import type {
  DiagnosticsResponse,
  EngineCall,
  Fields,
  RawState,
} from "./contract.ts";
import { errorText } from "./errors.ts";
import { find, type OperationSpec, runOperation } from "./operation.ts";
import { rawObject } from "./raw_state.ts";
import { normalizeResult } from "./result.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode upgradeResourceState}. */
export interface UpgradeResourceStateRequest extends Fields<"typeName"> {
  /** The schema version of the stored state. */
  readonly version: number;
  /** The stored state. */
  readonly rawState: RawState;
}

/** The response of {@linkcode upgradeResourceState}. */
export interface UpgradeResourceStateResponse extends DiagnosticsResponse {
  /** The state in the current form; null after an error. */
  readonly upgradedState: Value;
}

/**
 * Brings a stored state into the form of the current schema. Terraform asks
 * for every object of the state, also when the versions are equal.
 */
export async function upgradeResourceState(
  server: ProviderServer,
  request: UpgradeResourceStateRequest,
  call: EngineCall,
): Promise<UpgradeResourceStateResponse> {
  const { typeName } = request;
  const diagnostics = new Diagnostics();
  const operation = "upgrade the state of";
  const spec = { operation, typeName, diagnostics, call };
  const resource = find(server.resources, typeName, diagnostics);
  const raw = rawObject(request.rawState, spec);
  const upgradedState = resource === undefined || raw === undefined
    ? null
    : await upgrade(server, resource, request.version, raw, spec);
  return {
    upgradedState: diagnostics.hasErrors ? null : upgradedState,
    diagnostics,
  };
}

async function upgrade(
  server: ProviderServer,
  resource: Resource,
  version: number,
  rawState: JsonObject,
  spec: OperationSpec,
): Promise<Value> {
  const { diagnostics } = spec;
  const { schema, typeName } = resource;
  if (version === schema.version) return decode(resource, rawState, spec);
  const upgrader = resource.upgradeState?.[version];
  if (version > schema.version || upgrader === undefined) {
    addNoUpgrader(resource, version, diagnostics);
    return null;
  }
  const outcome = await runOperation(
    server,
    spec,
    (context) => upgrader({ ...context, rawState }),
  );
  if (!outcome.ok) return null;
  const operation = `upgrade from version ${version}`;
  return normalizeResult(outcome.value, {
    operation,
    typeName,
    schema,
    diagnostics,
    reference: null,
    keepControls: true,
  });
}

function decode(
  resource: Resource,
  rawState: JsonObject,
  spec: OperationSpec,
): Value {
  const { schema, typeName } = resource;
  try {
    const stored = valueFromJson(rawState, objectType(schema), {
      ignoreUnknownNames: true,
    });
    const state = fromWireBlocks(schema, stored);
    // Attributes that are newer than the state are null, blocks are empty.
    const { diagnostics } = spec;
    return normalizeResult(state, {
      operation: "upgrade",
      typeName,
      schema,
      diagnostics,
      reference: null,
      keepControls: true,
    });
  } catch (error) {
    spec.diagnostics.addError(
      `Failed to read the stored state of ${typeName}`,
      `${errorText(error)} The state was written by another version of the ` +
        "provider, or changed by hand. Use the version that wrote it, or " +
        "remove the object from the state and import it again.",
    );
    return null;
  }
}

function addNoUpgrader(
  resource: Resource,
  version: number,
  diagnostics: Diagnostics,
): void {
  const { typeName, schema } = resource;
  const known = Object.keys(resource.upgradeState ?? {}).join(", ");
  const newer = version > schema.version;
  diagnostics.addError(
    `Can't upgrade the state of ${typeName}`,
    `The state has schema version ${version}, this version of the provider ` +
      `has ${schema.version}` +
      (newer
        ? ". Use the newer version of the provider that wrote the state."
        : ` and upgrades only from ${known === "" ? "none" : known}. Apply ` +
          "once with a version of the provider in between."),
  );
}

import { identityType } from "../define/identity.ts";
import type { Resource } from "../define/resource.ts";
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
import { errorText, pleaseReport } from "./errors.ts";
import { find, type OperationSpec } from "./operation.ts";
import { rawObject } from "./raw_state.ts";
import { repair } from "./result.ts";
import { errorReporter } from "./result.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode upgradeResourceIdentity}. */
export interface UpgradeResourceIdentityRequest extends Fields<"typeName"> {
  /** The schema version of the stored identity. */
  readonly version: number;
  /** The stored identity. */
  readonly rawIdentity: RawState;
}

/** The response of {@linkcode upgradeResourceIdentity}. */
export interface UpgradeResourceIdentityResponse extends DiagnosticsResponse {
  /** The identity in the current form; undefined after an error. */
  readonly upgradedIdentity: Value | undefined;
}

/** Brings a stored identity into the form of the current schema. */
export function upgradeResourceIdentity(
  server: ProviderServer,
  request: UpgradeResourceIdentityRequest,
  call: EngineCall,
): Promise<UpgradeResourceIdentityResponse> {
  const { typeName, version } = request;
  const diagnostics = new Diagnostics();
  const operation = "upgrade the identity of";
  const spec = { operation, typeName, diagnostics, call };
  const resource = find(server.resources, typeName, diagnostics);
  const raw = rawObject(request.rawIdentity, spec);
  const upgradedIdentity = resource === undefined || raw === undefined
    ? undefined
    : upgrade(resource, version, raw, spec);
  return Promise.resolve({
    upgradedIdentity: diagnostics.hasErrors ? undefined : upgradedIdentity,
    diagnostics,
  });
}

function upgrade(
  resource: Resource,
  version: number,
  raw: JsonObject,
  spec: OperationSpec,
): Value | undefined {
  const { identity, typeName } = resource;
  const { diagnostics } = spec;
  if (identity === undefined) {
    diagnostics.addError(
      `Can't upgrade the identity of ${typeName}`,
      "Resources of this type have no identity. Use the version of the " +
        "provider that wrote it.",
    );
    return undefined;
  }
  const current = identity.schema.version ?? 0;
  const type = identityType(identity.schema);
  const upgrader = identity.upgrade?.[version];
  try {
    if (version === current) {
      return valueFromJson(raw, type, { ignoreUnknownNames: true });
    }
    if (version < current && upgrader !== undefined) {
      const operation = `upgrade of the identity from version ${version}`;
      const report = errorReporter({ operation, typeName, diagnostics });
      return repair(upgrader(raw), type, { fallback: null, report });
    }
    diagnostics.addError(
      `Can't upgrade the identity of ${typeName}`,
      `It has version ${version}, this version of the provider has ` +
        `${current} and does not upgrade from that. Use the version of the ` +
        "provider that wrote it.",
    );
  } catch (error) {
    diagnostics.addError(
      `Failed to upgrade the identity of ${typeName}`,
      `${errorText(error)} ${pleaseReport}`,
    );
  }
  return undefined;
}

import { identityType } from "../define/identity.ts";
import type { Resource } from "../define/resource.ts";
import { storedState } from "../define/stored_state.ts";
import { type DiagnosticsError, failure } from "../diagnostics.ts";
import { valueFromJson } from "../values/json.ts";
import {
  isJsonObject,
  type JsonValueObject,
  parseJson,
} from "../values/json_parser.ts";
import { isValueObject, type Value } from "../values/value.ts";
import { noPrivate, type RawState } from "./contract.ts";
import { BUG_REPORT_HINT, errorText } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { coerce, errorReporter } from "./result.ts";
import { defineOperation } from "./define_operation.ts";

/**
 * Brings a stored state into the form of the current schema. Terraform asks
 * for every object of the state, also when the versions are equal.
 */
export const upgradeResourceState = defineOperation<
  "typeName" | "version" | "rawState",
  "upgradedState"
>("upgrade the state of", () => ({
  upgradedState: null,
}), async (operation, request) => {
  const { version } = request;
  const resource = operation.find("resources");
  const { schema } = resource;
  const rawState = storedJson(operation, request.rawState);
  const isCurrent = version === schema.version;
  const upgrader = resource.upgradeState?.[version];
  if (!isCurrent && upgrader === undefined) {
    throw notUpgradable(resource, version);
  }
  const upgraded = isCurrent
    ? decodeState(resource, rawState)
    : await operation.run((context) => upgrader?.({ ...context, rawState }));
  if (!isCurrent) operation.server.upgradedTypes.add(resource.typeName);
  operation.name = isCurrent ? "upgrade" : `upgrade from version ${version}`;
  // Attributes that are newer than the state are null already; blocks are not
  // empty yet.
  const isWhole = isCurrent && Object.keys(schema.blocks).length === 0 &&
    isValueObject(upgraded);
  const options = {
    reference: isWhole ? upgraded : null,
    sanitize: "none",
  } as const;
  return { upgradedState: operation.normalizeState(upgraded, schema, options) };
});

function decodeState(
  { schema, typeName }: Resource,
  rawState: JsonValueObject,
): Value {
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

/** Brings a stored identity into the form of the current schema. */
export const upgradeResourceIdentity = defineOperation<
  "typeName" | "version" | "rawIdentity",
  "upgradedIdentity"
>("upgrade the identity of", () => ({
  upgradedIdentity: undefined,
}), (operation, { typeName, version, rawIdentity }) => {
  const { identity } = operation.find("resources");
  const raw = storedJson(operation, rawIdentity);
  const summary = `Can't upgrade the identity of ${typeName}`;
  if (identity === undefined) {
    throw failure(
      summary,
      "Resources of this type have no identity. Use the version of the " +
        "provider that wrote it.",
    );
  }
  const { version: current = 0 } = identity.schema;
  const upgrader = identity.upgrade?.[version];
  const isCurrent = version === current;
  if (!isCurrent && upgrader === undefined) {
    throw failure(
      summary,
      `It has version ${version}, this version of the provider has ` +
        `${current} and does not upgrade from that. Use the version of the ` +
        "provider that wrote it.",
    );
  }
  const type = identityType(identity.schema);
  const name = `upgrade of the identity from version ${version}`;
  const { diagnostics } = operation;
  const report = errorReporter({ name, typeName, diagnostics });
  try {
    const upgradedIdentity = isCurrent
      ? valueFromJson(raw, type, { ignoreUnknownNames: true })
      : coerce(upgrader?.(raw), type, { fallback: null, report });
    return { upgradedIdentity };
  } catch (error) {
    throw failure(
      `Failed to ${operation.label}`,
      `${errorText(error)} ${BUG_REPORT_HINT}`,
    );
  }
});

/** Takes over the state of another resource type or provider. */
export const moveResourceState = defineOperation<
  | "sourceProviderAddress"
  | "sourceTypeName"
  | "sourceSchemaVersion"
  | "sourceState"
  | "sourcePrivate"
  | "sourceIdentity"
  | "sourceIdentitySchemaVersion"
  | "targetTypeName",
  "targetState" | "targetPrivate" | "targetIdentity"
>("move to", () => ({
  targetState: null,
  targetPrivate: noPrivate,
  targetIdentity: undefined,
}), async (operation, { targetTypeName, ...source }) => {
  const resource = operation.find("resources");
  const sourceState = storedJson(operation, source.sourceState);
  const sourceIdentity = source.sourceIdentity.kind === "json"
    ? storedJson(operation, source.sourceIdentity)
    : undefined;
  const moved = await operation.run(async (context) => {
    const given = { ...context, ...source, sourceState, sourceIdentity };
    for (const move of resource.moveState ?? []) {
      const state = await move(given);
      if (state !== undefined && state !== null) return state;
    }
    throw failure(
      `Can't move ${source.sourceTypeName} to ${targetTypeName}`,
      "The provider does not know how to take over " +
        `${source.sourceTypeName} of ${source.sourceProviderAddress}, ` +
        `schema version ${source.sourceSchemaVersion}. Remove the moved ` +
        "block; remove the old object from the state and import it as the " +
        "new one.",
    );
  }, { unconfigured: true });
  operation.name = "move";
  const state = operation.normalizeState(moved, resource.schema, {
    reference: null,
  });
  return {
    targetState: state,
    targetPrivate: operation.privateState.encode(),
    targetIdentity: operation.identity(resource, state, undefined),
  };
});

/** The JSON object of stored data. */
function storedJson(operation: Operation, raw: RawState): JsonValueObject {
  const summary = `Failed to ${operation.label}`;
  if (raw.kind === "absent") throw operation.missingPartError("stored data");
  if (raw.kind === "flatmap") {
    throw failure(
      summary,
      "The state was last written by Terraform 0.11 or older, which this " +
        "provider does not read. Remove the object from the state and " +
        "import it again.",
    );
  }
  let problem = "The stored data is no JSON object.";
  try {
    const json = parseJson(raw.text);
    if (isJsonObject(json)) return json;
  } catch (error) {
    problem = errorText(error);
  }
  throw failure(summary, `${problem} Restore the state from a backup.`);
}

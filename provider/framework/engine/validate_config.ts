/**
 * Checks configurations: what the schema implies, validators, and the author's
 * own check.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { ValidateContext } from "../define/resource.ts";
import { modelOf } from "../schema/float.ts";
import type { Schema } from "../schema/schema.ts";
import { zip } from "../schema/zip.ts";
import type { Path } from "../values/path.ts";
import type { Value, ValueObject } from "../values/value.ts";
import type {
  ClientCapabilities,
  DiagnosticsResponse,
  EngineCall,
} from "./contract.ts";
import { addFailure } from "./errors.ts";
import {
  addMissing,
  required,
  rootObject,
  runUnconfigured,
} from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { inSlices } from "./slices.ts";
import { ConfigValidation } from "./validate/schema.ts";

/** The configuration of one of the types that a provider has. */
export interface TypedConfig {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** Checks a provider block. */
export async function validateProviderConfig(
  server: ProviderServer,
  { config }: Pick<TypedConfig, "config">,
  call: EngineCall,
): Promise<DiagnosticsResponse> {
  const { provider: target } = server;
  const spec = { target, typeName: undefined, config, call };
  return { diagnostics: await validateConfig(server, spec) };
}

/** Checks the configuration of a resource. */
export function validateResourceConfig(
  server: ProviderServer,
  request: TypedConfig & { readonly clientCapabilities: ClientCapabilities },
  call: EngineCall,
): Promise<DiagnosticsResponse> {
  const { writeOnlyAttributesAllowed } = request.clientCapabilities;
  const target = server.resource(request.typeName);
  return validateTyped(server, request, "resource", target, {
    call,
    writeOnlyAllowed: writeOnlyAttributesAllowed,
  });
}

/** Checks the configuration of a data source. */
export function validateDataResourceConfig(
  server: ProviderServer,
  request: TypedConfig,
  call: EngineCall,
): Promise<DiagnosticsResponse> {
  const target = server.dataSource(request.typeName);
  return validateTyped(server, request, "data source", target, { call });
}

/** Checks the configuration of an ephemeral resource. */
export function validateEphemeralResourceConfig(
  server: ProviderServer,
  request: TypedConfig,
  call: EngineCall,
): Promise<DiagnosticsResponse> {
  const target = server.ephemeralResource(request.typeName);
  return validateTyped(server, request, "ephemeral resource", target, { call });
}

/** Checks the configuration of a list resource. */
export function validateListResourceConfig(
  server: ProviderServer,
  request: TypedConfig,
  call: EngineCall,
): Promise<DiagnosticsResponse> {
  const target = server.listResource(request.typeName);
  return validateTyped(server, request, "list resource", target, { call });
}

/** Checks the configuration of an action. */
export function validateActionConfig(
  server: ProviderServer,
  request: TypedConfig,
  call: EngineCall,
): Promise<DiagnosticsResponse> {
  const target = server.action(request.typeName);
  return validateTyped(server, request, "action", target, { call });
}

async function validateTyped(
  server: ProviderServer,
  { typeName, config }: TypedConfig,
  kind: string,
  target: Validatable | undefined,
  options: Pick<ValidateSpec, "call" | "writeOnlyAllowed">,
): Promise<DiagnosticsResponse> {
  const diagnostics = new Diagnostics();
  const found = required(target, kind, typeName, diagnostics);
  if (found === undefined) return { diagnostics };
  const spec = { target: found, typeName, config, ...options };
  return { diagnostics: await validateConfig(server, spec) };
}

/** Anything with a schema and a check of the whole configuration. */
interface Validatable {
  /** The schema of the configuration. */
  readonly schema: Schema;
  /** Checks the configuration as a whole. */
  validate?(context: ValidateContext<ValueObject>): void | Promise<void>;
}

/** What is checked. */
interface ValidateSpec {
  /** What has the configuration. */
  readonly target: Validatable;
  /** Its type name; undefined: the provider itself. */
  readonly typeName: string | undefined;
  /** The configuration. */
  readonly config: Value;
  /** Whether write-only attributes may be configured; default true. */
  readonly writeOnlyAllowed?: boolean;
  /** The call that it serves. */
  readonly call: EngineCall;
}

/** Checks a configuration. Never throws. */
async function validateConfig(
  server: ProviderServer,
  spec: ValidateSpec,
): Promise<Diagnostics> {
  const diagnostics = new Diagnostics();
  const { schema } = spec.target;
  const operation = "validate";
  const config = rootObject(spec.config);
  if (config === null) {
    addMissing(
      diagnostics,
      `${operation} ${spec.typeName ?? ""}`,
      "configuration",
    );
    return diagnostics;
  }
  const { writeOnlyAllowed = true, typeName, call } = spec;
  let rejected = false;
  const reject = (summary: string, detail: string, path: Path) => {
    rejected = true;
    diagnostics.addError(summary, detail, path);
  };
  const run = { config, writeOnlyAllowed, diagnostics, reject };
  await inSlices(zip(schema, { config }, new ConfigValidation(run)));
  warnDeprecatedSchema(schema, typeName, diagnostics);
  // What comes now is typed by the schema, so the schema must be obeyed.
  if (rejected) return diagnostics;
  for (const validator of schema.validators) {
    try {
      validator.validate(config, diagnostics);
    } catch (error) {
      addFailure(diagnostics, `check that ${validator.description}`, error);
    }
  }
  await runUnconfigured(
    server,
    { operation, typeName, diagnostics, call },
    (context) =>
      spec.target.validate?.({
        config: modelOf(schema, config),
        diagnostics: context.diagnostics,
      }),
  );
  return diagnostics;
}

function warnDeprecatedSchema(
  schema: Schema,
  typeName: string | undefined,
  diagnostics: Diagnostics,
): void {
  if (schema.deprecated === undefined) return;
  diagnostics.addWarning(
    `Deprecated ${typeName ?? "provider"}`,
    schema.deprecated,
  );
}

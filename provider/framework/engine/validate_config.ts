/**
 * Checks configurations: what the schema implies, validators, and the author's
 * own check.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import type { LoadableParts } from "../define/provider.ts";
import type { ValidateContext } from "../define/resource.ts";
import { modelOf } from "../schema/float.ts";
import type { Schema } from "../schema/schema.ts";
import { zip } from "../schema/zip.ts";
import type { Path } from "../values/path.ts";
import type { Value, ValueObject } from "../values/value.ts";
import type { DiagnosticsResponse, EngineCall, Fields } from "./contract.ts";
import { addFailure } from "./errors.ts";
import { find, requireObject, runUnconfigured } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { inSlices } from "./signal.ts";
import { ConfigValidation } from "./validate/schema.ts";

/** The configuration of one of the types that a provider has. */
export type TypedConfig = Fields<"typeName" | "config">;

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

/** Makes the check of the configurations of one kind of definition. */
export function validateConfigOf(kind: keyof LoadableParts): (
  server: ProviderServer,
  request: TypedConfig & Partial<Fields<"clientCapabilities">>,
  call: EngineCall,
) => Promise<DiagnosticsResponse> {
  return async (server, { typeName, config, clientCapabilities }, call) => {
    const diagnostics = new Diagnostics();
    const target = find<Validatable & { readonly typeName: string }>(
      server[kind],
      typeName,
      diagnostics,
    );
    if (target === undefined) return { diagnostics };
    // Clients tell it of resources only: nothing else has such attributes.
    const writeOnlyAllowed = kind !== "resources" ||
      clientCapabilities?.writeOnlyAttributesAllowed !== false;
    const spec = { target, typeName, config, writeOnlyAllowed, call };
    return { diagnostics: await validateConfig(server, spec) };
  };
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
  const config = requireObject(spec.config, "configuration", {
    operation,
    typeName: spec.typeName,
    diagnostics,
  });
  if (config === null) return diagnostics;
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

/**
 * Checks configurations: what the schema implies, validators, and the author's
 * own check.
 *
 * @module
 */

import type { LoadableParts } from "../define/provider.ts";
import type { ValidateContext } from "../define/context.ts";
import { modelOf } from "../schema/numbers.ts";
import type { Schema } from "../schema/schema.ts";
import { zip } from "../schema/zip.ts";
import type { Value, ValueObject } from "../values/value.ts";
import type { Answer, EngineCall, Fields } from "./contract.ts";
import { failureOf } from "./errors.ts";
import { Operation } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { inSlices } from "./signal.ts";
import { ConfigValidation } from "./validate/schema.ts";

/** Checks a provider block. */
export function validateProviderConfig(
  server: ProviderServer,
  request: Fields<"config">,
  call: EngineCall,
): Promise<Answer> {
  const operation = new Operation(server, "validate", {}, call);
  return operation.answer(
    () => ({}),
    () => validateConfig(operation, server.provider, request.config),
  );
}

/** Makes the check of the configurations of one kind of definition. */
export function validateConfigOf(kind: keyof LoadableParts): (
  server: ProviderServer,
  request:
    & Fields<"typeName" | "config">
    & Partial<Fields<"clientCapabilities">>,
  call: EngineCall,
) => Promise<Answer> {
  return (server, request, call) => {
    const { config, clientCapabilities } = request;
    const operation = new Operation(server, "validate", request, call);
    // Clients tell it of resources only: nothing else has such attributes.
    const writeOnlyAllowed = kind !== "resources" ||
      clientCapabilities?.writeOnlyAttributesAllowed !== false;
    return operation.answer(() => ({}), () => {
      const target = operation.find<Target & { readonly typeName: string }>(
        server[kind],
      );
      return validateConfig(operation, target, config, writeOnlyAllowed);
    });
  };
}

/** Anything with a schema and a check of the whole configuration. */
interface Target {
  /** The schema of the configuration. */
  readonly schema: Schema;
  /** Checks the configuration as a whole. */
  validate?(context: ValidateContext<ValueObject>): void | Promise<void>;
}

/** Checks a configuration. */
async function validateConfig(
  operation: Operation,
  target: Target,
  value: Value,
  writeOnlyAllowed = true,
): Promise<Record<never, never>> {
  const { diagnostics, typeName = "provider" } = operation;
  const { schema } = target;
  const config = operation.object(value, "configuration");
  const model = modelOf(schema, config);
  const run = { model, writeOnlyAllowed, diagnostics };
  const validation = new ConfigValidation(run);
  await inSlices(zip(schema, { config, model }, validation));
  if (schema.deprecated !== undefined) {
    diagnostics.addWarning(`Deprecated ${typeName}`, schema.deprecated);
  }
  // What comes now is typed by the schema, so the schema must be obeyed.
  if (validation.rejected) return {};
  for (const validator of schema.validators) {
    try {
      validator.validate(model, diagnostics);
    } catch (error) {
      const what = `check that ${validator.description}`;
      diagnostics.append(failureOf(what, error).diagnostics);
    }
  }
  await operation.run(
    ({ diagnostics }) => target.validate?.({ config: model, diagnostics }),
    { unconfigured: true },
  );
  return {};
}

import type { Definition } from "../define/context.ts";
import type { Kinds } from "../define/provider.ts";
import type { Schema } from "../schema/schema.ts";
import { walkSchema } from "../schema/walk_schema.ts";
import type { Value } from "../values/value.ts";
import { failureOf } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { runCooperatively } from "./signal.ts";
import { ConfigValidation } from "./validate/schema.ts";
import { defineOperation } from "./define_operation.ts";

export const validateProviderConfig = defineOperation<"config">(
  "validate",
  () => ({}),
  (operation, { config }) => {
    const { server } = operation;
    server.isChecked = true;
    return validateConfig(operation, server.provider, config);
  },
);

/** Makes the check of the configurations of one kind of definition. */
export function validateConfigOf(kind: keyof Kinds) {
  return defineOperation<"typeName" | "config">(
    "validate",
    () => ({}),
    (operation, { config }) =>
      validateConfig(operation, operation.find(kind), config),
  );
}

async function validateConfig(
  operation: Operation,
  target: Omit<Definition<Schema>, "typeName">,
  value: Value,
): Promise<Record<never, never>> {
  const { diagnostics, typeName = "provider" } = operation;
  const { schema } = target;
  const { reference, config: model } = operation.configuration(schema, value);
  const validation = new ConfigValidation(operation, schema, model);
  const versions = { config: reference, model };
  await runCooperatively(walkSchema(schema, versions, validation));
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

/**
 * Checks a whole configuration: what its schema implies, validators, and the
 * author's own check.
 *
 * @module
 */

import { Diagnostics } from "../../diagnostics.ts";
import type { ValidateContext } from "../../define/resource.ts";
import { modelOf } from "../../schema/float.ts";
import type { Schema } from "../../schema/schema.ts";
import { zip } from "../../schema/zip.ts";
import type { Path } from "../../values/path.ts";
import type { Value, ValueObject } from "../../values/value.ts";
import type { EngineCall } from "../contract.ts";
import { addressable } from "../addressable.ts";
import { addFailure } from "../errors.ts";
import { addMissing, rootObject, runUnconfigured } from "../operation.ts";
import type { ProviderServer } from "../server.ts";
import { inSlices } from "../slices.ts";
import { ConfigValidation } from "./schema.ts";

/** Anything with a schema and a check of the whole configuration. */
export interface Validatable {
  /** The schema of the configuration. */
  readonly schema: Schema;
  /** Checks the configuration as a whole. */
  validate?(context: ValidateContext<ValueObject>): void | Promise<void>;
}

/** What is checked. */
export interface ValidateSpec {
  /** What has the configuration. */
  readonly target: Validatable;
  /** Its type name; undefined: the provider itself. */
  readonly typeName: string | undefined;
  /** The configuration. */
  readonly config: Value;
  /** Whether write-only attributes may be configured. */
  readonly writeOnlyAllowed: boolean;
  /** The call that it serves. */
  readonly call: EngineCall;
}

/** Checks a configuration. Never throws. */
export async function validateConfig(
  server: ProviderServer,
  spec: ValidateSpec,
): Promise<Diagnostics> {
  return addressable(spec.target.schema, await findings(server, spec));
}

async function findings(
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
  const { writeOnlyAllowed, typeName, call } = spec;
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

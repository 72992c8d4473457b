/**
 * Checks the configuration of one of the types that a provider has.
 *
 * @module
 */

import { Diagnostics } from "../../diagnostics.ts";
import type { Value } from "../../values/value.ts";
import type { DiagnosticsResponse, EngineCall } from "../contract.ts";
import { required } from "../operation.ts";
import type { ProviderServer } from "../server.ts";
import { type Validatable, validateConfig } from "./config.ts";

/** A configuration of a type. */
export interface ValidateTypedConfigRequest {
  /** The type name. */
  readonly typeName: string;
  /** The configuration; unknown values possible anywhere. */
  readonly config: Value;
}

/** Whose configuration it is. */
export interface ConfigTarget {
  /** The type; undefined: the provider does not have it. */
  readonly target: Validatable | undefined;
  /** What it is, such as `data source`. */
  readonly kind: string;
  /** Whether write-only attributes may be configured; default true. */
  readonly writeOnlyAllowed?: boolean;
  /** The call that it serves. */
  readonly call: EngineCall;
}

/** Checks a configuration, if the provider has the type. Never throws. */
export async function validateTypedConfig(
  server: ProviderServer,
  { typeName, config }: ValidateTypedConfigRequest,
  { target, kind, writeOnlyAllowed = true, call }: ConfigTarget,
): Promise<DiagnosticsResponse> {
  const diagnostics = new Diagnostics();
  const found = required(target, kind, typeName, diagnostics);
  if (found === undefined) return { diagnostics };
  const spec = { target: found, typeName, config, writeOnlyAllowed, call };
  return { diagnostics: await validateConfig(server, spec) };
}

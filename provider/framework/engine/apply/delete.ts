/**
 * Destroys a resource.
 *
 * @module
 */

import type { ValueObject } from "../../values/value.ts";
import { noPrivate } from "../contract.ts";
import { runOperation } from "../operation.ts";
import type { ProviderServer } from "../server.ts";
import { timeLimit } from "../time_limit.ts";
import type { Applied, ApplySpec } from "./spec.ts";

/** Destroys; after an error the state stays as it was. */
export async function applyDelete(
  server: ProviderServer,
  spec: ApplySpec,
  state: ValueObject,
): Promise<Applied> {
  const { resource, diagnostics, privateState } = spec;
  const outcome = await runOperation(server, {
    ...spec,
    operation: "delete",
    typeName: resource.typeName,
    limit: timeLimit(resource.schema, "delete", state),
    consequence: () => "The object stays in the state.",
  }, (context) => resource.delete({ ...context, state, privateState }));
  return outcome.ok && !diagnostics.hasErrors
    ? { newState: null, privateState: noPrivate, identity: undefined }
    : {
      newState: state,
      privateState: privateState.encode(),
      identity: spec.identity,
    };
}

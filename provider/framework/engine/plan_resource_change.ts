/**
 * Plans the creation, change or destruction of a resource.
 *
 * @module
 */

import type { Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import type { Path } from "../values/path.ts";
import type { Value, ValueObject } from "../values/value.ts";
import type { ClientCapabilities, Deferred, EngineCall } from "./contract.ts";
import { addNotDeferrable } from "./deferral.ts";
import { addressable } from "./addressable.ts";
import { isEmptyIdentity } from "./identity.ts";
import {
  addMissing,
  type OperationSpec,
  requireConfigured,
  required,
  rootObject,
  runOperation,
} from "./operation.ts";
import { planChange } from "./plan/change.ts";
import { PrivateData } from "./private_state.ts";
import { faultReport } from "./result/settle.ts";
import { reportPlanFaults } from "./self_check.ts";
import type { ProviderServer } from "./server.ts";

/** The request of {@linkcode planResourceChange}. */
export interface PlanResourceChangeRequest {
  /** The type name. */
  readonly typeName: string;
  /** The state; null: the resource is created. */
  readonly priorState: Value;
  /** The merge of configuration and state that Terraform made. */
  readonly proposedNewState: Value;
  /** The configuration; null: the resource is destroyed. */
  readonly config: Value;
  /** The private data stored with the state. */
  readonly privateState: Uint8Array;
  /** The `provider_meta` of the module; null: none. */
  readonly providerMeta: Value;
  /** What the client is able to deal with. */
  readonly clientCapabilities: ClientCapabilities;
  /** The stored identity; undefined: none. */
  readonly identity: Value | undefined;
}

/** The response of {@linkcode planResourceChange}. */
export interface PlanResourceChangeResponse {
  /** The plan; null: the resource is destroyed. */
  readonly plannedState: Value;
  /** The paths whose change replaces the resource. */
  readonly requiresReplace: readonly Path[];
  /** The private data that apply is given. */
  readonly privateState: Uint8Array;
  /** The planned identity; undefined: not known yet, or none. */
  readonly identity: Value | undefined;
  /** Why the plan is put off. */
  readonly deferred: Deferred;
  /** Errors and warnings. */
  readonly diagnostics: Diagnostics;
}

/**
 * Plans the creation, change or destruction of a resource. The same request
 * gives the same plan, as Terraform asks again when it applies. After an error
 * the plan is what Terraform proposed, so that it can go on to other objects.
 */
export async function planResourceChange(
  server: ProviderServer,
  request: PlanResourceChangeRequest,
  call: EngineCall,
): Promise<PlanResourceChangeResponse> {
  const { typeName, providerMeta } = request;
  const diagnostics = new Diagnostics();
  const resource = required(
    server.resource(typeName),
    "resource",
    typeName,
    diagnostics,
  );
  const spec = { operation: "plan", typeName, diagnostics, call, providerMeta };
  const isPutOff = server.putOff !== undefined &&
    request.clientCapabilities.deferralAllowed;
  if (
    resource === undefined || !isPutOff && !requireConfigured(server, spec)
  ) {
    return unchanged(request, diagnostics);
  }
  const config = rootObject(request.config);
  const prior = rootObject(request.priorState);
  if (config === null) {
    const deferred = isPutOff ? server.putOff : undefined;
    if (prior === null) addMissing(diagnostics, "plan", "configuration");
    else if (!isPutOff) await planDestroy(server, resource, prior, spec);
    return { ...unchanged(request, diagnostics), plannedState: null, deferred };
  }
  return await planExisting(server, request, spec, { resource, config, prior });
}

interface PlanParts {
  readonly resource: Resource;
  readonly config: ValueObject;
  readonly prior: ValueObject | null;
}

async function planExisting(
  server: ProviderServer,
  request: PlanResourceChangeRequest,
  spec: OperationSpec,
  parts: PlanParts,
): Promise<PlanResourceChangeResponse> {
  const { resource, config, prior } = parts;
  const { diagnostics } = spec;
  const { deferralAllowed } = request.clientCapabilities;
  const privateState = new PrivateData(request.privateState);
  const plan = await planChange(server, {
    ...spec,
    ...parts,
    privateState,
    deferralAllowed,
  });
  if (plan === undefined) return unchanged(request, diagnostics);
  const { planned, requiresReplace, deferred } = plan;
  const report = faultReport({ ...spec, typeName: resource.typeName });
  if (deferred === undefined) {
    reportPlanFaults(resource.schema, { prior, config, planned }, report);
  } else if (!deferralAllowed) {
    addNotDeferrable(diagnostics, `plan ${resource.typeName}`, deferred);
  }
  const keepsIdentity = prior !== null && requiresReplace.length === 0 &&
    !isEmptyIdentity(request.identity);
  return {
    plannedState: planned,
    requiresReplace,
    privateState: privateState.encode(),
    identity: keepsIdentity ? request.identity : undefined,
    deferred: deferralAllowed ? deferred : undefined,
    diagnostics: addressable(resource.schema, diagnostics),
  };
}

async function planDestroy(
  server: ProviderServer,
  resource: Resource,
  prior: ValueObject,
  spec: OperationSpec,
): Promise<void> {
  if (resource.planDestroy === undefined) return;
  await runOperation(
    server,
    { ...spec, operation: "plan to destroy" },
    (context) => resource.planDestroy?.({ ...context, prior }),
  );
}

function unchanged(
  request: PlanResourceChangeRequest,
  diagnostics: Diagnostics,
): PlanResourceChangeResponse {
  return {
    plannedState: request.proposedNewState,
    requiresReplace: [],
    privateState: request.privateState,
    identity: request.identity,
    deferred: undefined,
    diagnostics,
  };
}

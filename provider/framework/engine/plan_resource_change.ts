import { planErrors } from "../check/plan_validity.ts";
import type { ModifyPlanResult, Resource } from "../define/resource.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import { modelType } from "../schema/schema.ts";
import { equalValues } from "../values/equal.ts";
import type { Path } from "../values/path.ts";
import type { Value, ValueObject } from "../values/value.ts";
import type { Answer, EngineCall, Fields } from "./contract.ts";
import { isEmptyIdentity } from "./identity.ts";
import {
  addMissing,
  addNotDeferrable,
  find,
  type OperationSpec,
  requireConfigured,
  rootObject,
  runOperation,
} from "./operation.ts";
import { type Modified, modifyPlan } from "./plan/modifiers.ts";
import { proposePlan, SetPairs } from "./plan/propose.ts";
import { replacingPaths } from "./plan/replace.ts";
import { PrivateData } from "./private_state.ts";
import { normalizeResult } from "./result.ts";
import { reportErrors } from "./self_check.ts";
import type { ProviderServer } from "./server.ts";
import { equalButTimeLimits, inSlices } from "./signal.ts";

/** The request of {@linkcode planResourceChange}. */
export interface PlanResourceChangeRequest extends
  Fields<
    | "typeName"
    | "priorState"
    | "config"
    | "privateState"
    | "providerMeta"
    | "clientCapabilities"
    | "identity"
  > {
  /** The merge of configuration and state that Terraform made. */
  readonly proposedNewState: Value;
}

/** The response of {@linkcode planResourceChange}. */
export interface PlanResourceChangeResponse
  extends Answer<"privateState" | "identity" | "deferred"> {
  /** The plan; null: the resource is destroyed. */
  readonly plannedState: Value;
  /** The paths whose change replaces the resource. */
  readonly requiresReplace: readonly Path[];
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
  const { deferralAllowed } = request.clientCapabilities;
  const diagnostics = new Diagnostics();
  const resource = find(server.resources, typeName, diagnostics);
  const spec: OperationSpec = {
    operation: "plan",
    typeName,
    diagnostics,
    call,
    providerMeta,
    deferralAllowed,
  };
  const deferred = deferralAllowed ? server.deferred : undefined;
  if (
    resource === undefined ||
    deferred === undefined && !requireConfigured(server, spec)
  ) {
    return unchanged(request, diagnostics);
  }
  const config = rootObject(request.config);
  const prior = rootObject(request.priorState);
  if (config !== null) {
    return await planChange(server, request, { resource, config, prior, spec });
  }
  if (prior === null) addMissing(diagnostics, "plan", "configuration");
  else if (deferred === undefined) {
    await planDestroy(server, resource, prior, spec);
  }
  return { ...unchanged(request, diagnostics), plannedState: null, deferred };
}

interface Change {
  readonly resource: Resource;
  readonly config: ValueObject;
  /** Null: the resource is created. */
  readonly prior: ValueObject | null;
  readonly spec: OperationSpec;
}

/** The plan of a creation or change, step by step. */
async function planChange(
  server: ProviderServer,
  request: PlanResourceChangeRequest,
  { resource, config, prior, spec }: Change,
): Promise<PlanResourceChangeResponse> {
  const { schema, typeName } = resource;
  const { diagnostics, deferralAllowed = false } = spec;
  const privateState = new PrivateData(request.privateState);
  let proposed: ValueObject | undefined;
  const outcome = await runOperation(server, spec, async (context) => {
    const { signal } = context;
    const pairs = new SetPairs();
    const propose = (computed: "prior" | "unknown") =>
      inSlices(proposePlan(schema, { config, prior }, computed, pairs), signal);
    const modify = (planned: ValueObject) =>
      inSlices(modifyPlan(schema, { config, prior, planned }, pairs), signal);

    const isNoOp = (planned: ValueObject) =>
      prior !== null && isSame(resource, prior, planned);

    // 1. The configuration over the state: defaults, and computed values as
    //    they are as long as nothing else changes.
    // 2. Plan modifiers.
    let modified: Modified | undefined;
    if (prior !== null) {
      proposed = await propose("prior");
      if (isNoOp(proposed)) modified = await modify(proposed);
    }
    // Whoever changes something, configuration or modifier: then computed
    // values that nobody keeps are unknown.
    if (modified === undefined || !isNoOp(modified.planned)) {
      proposed = await propose("unknown");
      modified = await modify(proposed);
    }

    for (const { path } of pairs.duplicated) {
      context.diagnostics.addError(
        "Duplicate elements of a set",
        `${path} holds elements that are equal once what they leave out has ` +
          "its default. Make them differ, or keep one of them.",
        path,
      );
    }

    // 3. The author's modifyPlan has the last word.
    const result: ModifyPlanResult<ValueObject> | void = await resource
      .modifyPlan?.({
        ...context,
        config: modelOf(schema, config),
        prior: modelOf(schema, prior),
        planned: modelOf(schema, modified.planned),
        privateState,
        deferralAllowed,
      });
    return { modified, result: result ?? {} };
  });
  if (!outcome.ok) {
    if (outcome.deferred === undefined) return unchanged(request, diagnostics);
    const values = { config, prior };
    proposed ??= await inSlices(proposePlan(schema, values, "unknown"));
    return {
      ...unchanged(request, diagnostics),
      plannedState: proposed,
      privateState: privateState.encode(),
      identity: keptIdentity(request, prior, []),
      deferred: outcome.deferred,
    };
  }
  const { modified, result } = outcome.value;
  const planned = result.planned === undefined
    ? modified.planned
    : normalizeResult(result.planned, {
      operation: "plan",
      typeName,
      schema,
      diagnostics,
      reference: modified.planned,
      keepUnknown: true,
    });

  // 4. What replaces the resource.
  const requiresReplace = prior === null ? [] : replacingPaths(resource, {
    config,
    prior,
    planned,
    paths: [...modified.requiresReplace, ...result.requiresReplace ?? []],
  });

  // 5. What Terraform is going to check.
  const { deferred } = result;
  if (deferred === undefined) {
    const errors = planErrors(schema, { prior, config, planned });
    await reportErrors(errors, {
      operation: "plan",
      typeName,
      diagnostics,
    });
  } else if (!deferralAllowed) {
    addNotDeferrable(diagnostics, `plan ${typeName}`, deferred);
  }
  return {
    plannedState: planned,
    requiresReplace,
    privateState: privateState.encode(),
    identity: keptIdentity(request, prior, requiresReplace),
    deferred: deferralAllowed ? deferred : undefined,
    diagnostics,
  };
}

/** Whether planned and prior value are equal in all that needs an update. */
function isSame(
  resource: Resource,
  prior: ValueObject,
  planned: ValueObject,
): boolean {
  const { schema } = resource;
  // Without an update, new time limits are stored and nothing else is done.
  return resource.update === undefined
    ? equalButTimeLimits(schema, prior, planned)
    : equalValues(prior, planned, modelType(schema));
}

function keptIdentity(
  request: PlanResourceChangeRequest,
  prior: ValueObject | null,
  requiresReplace: readonly Path[],
): Value | undefined {
  const isKept = prior !== null && requiresReplace.length === 0 &&
    !isEmptyIdentity(request.identity);
  return isKept ? request.identity : undefined;
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
    (context) =>
      resource.planDestroy?.({
        ...context,
        prior: modelOf(resource.schema, prior),
      }),
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

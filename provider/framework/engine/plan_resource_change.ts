import { planErrors } from "../check/plan_validity.ts";
import type { ValidationError } from "../check/validation_error.ts";
import { Deferral } from "../define/deferral.ts";
import { Diagnostics } from "../diagnostics.ts";
import type { ModifyPlanResult, Resource } from "../define/resource.ts";
import { modelOf } from "../schema/numbers.ts";
import { modelType, type Schema } from "../schema/schema.ts";
import { equalValues } from "../values/equal.ts";
import { Path } from "../values/path.ts";
import { isUnknown } from "../values/unknown.ts";
import { isNull, type ValueObject } from "../values/value.ts";
import type { Answer, Deferred, EngineCall, Fields } from "./contract.ts";
import { isEmptyIdentity } from "./identity.ts";
import { Operation, rootObject, type Work } from "./operation.ts";
import { type Modified, modifyPlan } from "./plan/modifiers.ts";
import { proposePlan, SetPairs } from "./plan/propose.ts";
import { replacingPaths } from "./plan/replace.ts";
import { PrivateData } from "./private_state.ts";
import type { ProviderServer } from "./server.ts";
import { equalButTimeLimits, inSlices } from "./signal.ts";

type Request = Fields<
  | "typeName"
  | "priorState"
  | "proposedNewState"
  | "config"
  | "privateState"
  | "providerMeta"
  | "clientCapabilities"
  | "identity"
>;

type Parts = "plannedState" | "requiresReplace" | "privateState" | "identity";

/**
 * Plans the creation, change or destruction of a resource. The same request
 * gives the same plan, as Terraform asks again when it applies. After an error
 * the plan is what Terraform proposed, so that it can go on to other objects.
 */
export function planResourceChange(
  server: ProviderServer,
  request: Request,
  call: EngineCall,
): Promise<Answer<Parts>> {
  const { privateState, identity } = request;
  const operation = new Operation(server, "plan", request, call);
  const proposed = {
    plannedState: request.proposedNewState,
    requiresReplace: [],
    privateState,
    identity,
  };
  return operation.answer<Parts>(() => proposed, async () => {
    const resource = operation.find(server.resources);
    const config = rootObject(request.config);
    const prior = rootObject(request.priorState);
    if (config !== null) {
      return await planChange(operation, request, { resource, config, prior });
    }
    operation.configured();
    if (prior === null) throw operation.missing("configuration");
    if (resource.planDestroy !== undefined) {
      const state = modelOf(resource.schema, prior);
      const privateState = new PrivateData(request.privateState);
      await operation.as("plan to destroy").run((context) =>
        resource.planDestroy?.({ ...context, prior: state, privateState })
      );
    }
    return { plannedState: null };
  }, () => ({ plannedState: null }));
}

interface PlannedChange {
  readonly resource: Resource;
  readonly config: ValueObject;
  /** Null: the resource is created. */
  readonly prior: ValueObject | null;
}

/** The plan of a creation or change, step by step. */
async function planChange(
  operation: Operation,
  request: Request,
  { resource, config, prior }: PlannedChange,
): Promise<Work<Parts>> {
  const { schema } = resource;
  const { deferralAllowed } = operation;
  const privateState = new PrivateData(request.privateState);
  const answer = (
    plannedState: ValueObject,
    deferred: Deferred,
    requiresReplace: readonly Path[] = [],
  ) => {
    const keepsIdentity = prior !== null && requiresReplace.length === 0 &&
      !isEmptyIdentity(request.identity);
    return {
      plannedState,
      requiresReplace,
      privateState: privateState.encode(),
      identity: keepsIdentity ? request.identity : undefined,
      deferred,
    };
  };
  let proposed: ValueObject | undefined;
  try {
    const { modified, result } = await operation.run(async (context) => {
      const { signal } = context;
      operation.waitFor(prior);
      const pairs = new SetPairs();
      const propose = (computed: "prior" | "unknown") =>
        inSlices(
          proposePlan(schema, { config, prior }, computed, pairs),
          signal,
        );
      let diagnostics = new Diagnostics();
      const modify = (planned: ValueObject) => {
        diagnostics = new Diagnostics();
        const values = { config, prior, planned };
        const around = { privateState, diagnostics };
        return inSlices(modifyPlan(schema, values, pairs, around), signal);
      };

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

      context.diagnostics.append(diagnostics);
      for (const { path } of pairs.duplicated) {
        context.diagnostics.addError(
          "Duplicate elements of a set",
          `${path} holds elements that are equal once what they leave out ` +
            "has its default. Make them differ, or keep one of them.",
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
    const { planned = modified.planned, deferred } = result;
    const reference = modified.planned;
    const plannedState = planned === reference
      ? planned
      : operation.result(planned, schema, { reference, keepUnknown: true });

    // 4. What replaces the resource.
    const paths = [
      ...modified.requiresReplace,
      ...result.requiresReplace ?? [],
    ];
    const values = { config, prior, planned: plannedState };
    const replaced = prior === null
      ? []
      : replacingPaths(resource, { ...values, prior, paths });

    // 5. What Terraform is going to check, and what `update` counts on.
    if (deferred === undefined) {
      if (prior !== null && replaced.length === 0) {
        await operation.check(leftOpen(schema, config, plannedState));
      }
      await operation.check(planErrors(schema, values));
    } else if (!deferralAllowed) {
      throw operation.deferral(new Deferral(deferred));
    }
    return answer(plannedState, deferred, replaced);
  } catch (error) {
    if (!(error instanceof Deferral)) throw error;
    const unknown = proposePlan(schema, { config, prior });
    return answer(proposed ?? await inSlices(unknown), error.reason);
  }
}

/** The attributes that the types of `update` have as known, and are not. */
// deno-lint-ignore require-yield
function* leftOpen(
  { attributes }: Schema,
  config: ValueObject,
  planned: ValueObject,
): Generator<undefined, readonly ValidationError[]> {
  return Object.entries(attributes).filter(([name, { planModifiers }]) =>
    isUnknown(planned[name]) && isNull(config[name] ?? null) &&
    planModifiers.some(({ knownInUpdate }) => knownInUpdate)
  ).map(([name]) => ({
    path: Path.root.attribute(name),
    message: "a plan modifier keeps the value of the state, so that the plan " +
      "of an update must not leave it unknown; where it may change, " +
      "`p.useStateForUnknownUnless` is the modifier",
  }));
}

/** Whether planned and prior value are equal in all that needs an update. */
function isSame(
  { schema, update }: Resource,
  prior: ValueObject,
  planned: ValueObject,
): boolean {
  // Without an update, new time limits are stored and nothing else is done.
  return update === undefined
    ? equalButTimeLimits(schema, prior, planned)
    : equalValues(prior, planned, modelType(schema));
}

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
import { isNull, type Value, type ValueObject } from "../values/value.ts";
import type { OptionalDeferral } from "./contract.ts";
import { isEmptyIdentity } from "./identity.ts";
import {
  type Operation,
  type OperationResult,
  rootObject,
} from "./operation.ts";
import {
  type ModifiedPlan,
  type ModifierServices,
  modifyPlan,
} from "./plan/modifiers.ts";
import { type ComputedRule, proposePlan, SetPairs } from "./plan/propose.ts";
import { replacingPaths } from "./plan/replace.ts";
import { equalExceptTimeouts, runCooperatively } from "./signal.ts";
import { defineOperation } from "./define_operation.ts";

type PlanFields =
  | "plannedState"
  | "requiresReplace"
  | "privateState"
  | "identity";

/**
 * Plans the creation, change or destruction of a resource. The same request
 * gives the same plan, as Terraform asks again when it applies. After an error
 * there is none: Terraform looks at none then.
 */
export const planResourceChange = defineOperation<
  | "typeName"
  | "priorState"
  | "config"
  | "privateState"
  | "identity",
  PlanFields
>("plan", ({ privateState, identity }) => ({
  plannedState: null,
  requiresReplace: [],
  privateState,
  identity,
}), async (operation, request) => {
  const resource = operation.find("resources");
  const config = rootObject(request.config);
  const prior = rootObject(request.priorState);
  if (config !== null) {
    const change = { resource, config, prior };
    return await planChange(operation, request.identity, change);
  }
  operation.requireConfigured();
  if (prior === null) throw operation.missingPartError("configuration");
  if (resource.planDestroy !== undefined) {
    const state = modelOf(resource.schema, prior);
    operation.name = "plan to destroy";
    await operation.run((context) =>
      resource.planDestroy?.({ ...context, prior: state })
    );
  }
  // Core gives it to the delete.
  const privateState = operation.privateState.encode();
  return { plannedState: null, privateState };
}, () => ({ plannedState: null }));

interface PlanChange {
  readonly resource: Resource;
  readonly config: ValueObject;
  /** Null: the resource is created. */
  readonly prior: ValueObject | null;
}

async function planChange(
  operation: Operation,
  identity: Value | undefined,
  change: PlanChange,
): Promise<OperationResult<PlanFields>> {
  const { resource, config, prior } = change;
  const { schema } = resource;
  const pairs = new SetPairs();
  let proposed: ValueObject | undefined;
  const propose = async (computed: ComputedRule, signal?: AbortSignal) => {
    const work = proposePlan(schema, { config, prior }, computed, pairs);
    return proposed = await runCooperatively(work, signal);
  };
  const makeResponse = (
    plannedState: ValueObject,
    deferred: OptionalDeferral,
    requiresReplace: readonly Path[] = [],
  ) => {
    const keepsIdentity = prior !== null && requiresReplace.length === 0 &&
      !isEmptyIdentity(identity);
    return {
      plannedState,
      requiresReplace,
      privateState: operation.privateState.encode(),
      identity: keepsIdentity ? identity : undefined,
      deferred,
    };
  };
  try {
    const { modified, result } = await operation.run(async (context) => {
      operation.deferIfUnknown(prior);
      const modified = await planByRules(
        change,
        (computed) => propose(computed, context.signal),
        pairs,
        context,
      );
      // The author's modifyPlan has the last word.
      const result: ModifyPlanResult<ValueObject> | void = await resource
        .modifyPlan?.({
          ...context,
          config: modelOf(schema, config),
          prior: modelOf(schema, prior),
          planned: modelOf(schema, modified.planned),
        });
      return {
        modified,
        result: operation.requireParts(result ?? {}, [
          "planned",
          "requiresReplace",
          "deferred",
        ]),
      };
    });
    const { planned: reference, requiresReplace } = modified;
    const { planned = reference } = result;
    const deferral = result.deferred && new Deferral(result.deferred);
    const plannedState = planned === reference
      ? planned
      : operation.normalizeState(planned, schema, {
        reference,
        keepUnknown: true,
      });
    const values = { config, prior, planned: plannedState };
    const paths = [...requiresReplace, ...result.requiresReplace ?? []];
    if (!paths.every((path: unknown) => path instanceof Path)) {
      throw new TypeError(
        "modifyPlan returned `requiresReplace` that is no list of paths, such as " +
          '`[Path.root.attribute("name")]`',
      );
    }
    const replaced = prior === null
      ? []
      : replacingPaths(resource, { ...values, prior, paths });
    // What Terraform is going to check, and what `update` counts on.
    if (deferral === undefined) {
      if (prior !== null && replaced.length === 0) {
        await operation.check(unexpectedUnknowns(schema, config, plannedState));
      }
      await operation.check(planErrors(schema, values));
    } else if (!operation.deferralAllowed) {
      throw operation.deferral(deferral);
    }
    return makeResponse(plannedState, deferral?.reason, replaced);
  } catch (error) {
    if (!(error instanceof Deferral)) throw error;
    return makeResponse(proposed ?? await propose("unknown"), error.reason);
  }
}

/**
 * The plan by the rules of the schema.
 *
 * 1. The configuration over the state: defaults, and computed values as they
 *    are as long as nothing else changes.
 * 2. Plan modifiers.
 * 3. Whoever changes something, configuration or modifier: then both again,
 *    and computed values that nobody keeps are unknown.
 */
async function planByRules(
  { resource, config, prior }: PlanChange,
  propose: (computed: ComputedRule) => Promise<ValueObject>,
  pairs: SetPairs,
  services: ModifierServices & { readonly signal: AbortSignal },
): Promise<ModifiedPlan> {
  let diagnostics = new Diagnostics();
  const modify = (planned: ValueObject) => {
    diagnostics = new Diagnostics();
    const values = { config, prior, planned };
    const rules = { ...services, diagnostics };
    const work = modifyPlan(resource.schema, values, pairs, rules);
    return runCooperatively(work, services.signal);
  };
  const isNoOp = (planned: ValueObject) =>
    prior !== null && needsNoUpdate(resource, prior, planned);
  let modified: ModifiedPlan | undefined;
  if (prior !== null) {
    const proposed = await propose("prior");
    if (isNoOp(proposed)) modified = await modify(proposed);
  }
  if (modified === undefined || !isNoOp(modified.planned)) {
    modified = await modify(await propose("unknown"));
  }
  services.diagnostics.append(diagnostics);
  for (const path of pairs.duplicates) {
    services.diagnostics.addError(
      "Duplicate elements of a set",
      `${path} holds elements that are equal once what they leave out has ` +
        "its default. Make them differ, or keep one of them.",
      path,
    );
  }
  return modified;
}

/** The attributes that the types of `update` have as known, and are not. */
// deno-lint-ignore require-yield
function* unexpectedUnknowns(
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
function needsNoUpdate(
  { schema, update }: Resource,
  prior: ValueObject,
  planned: ValueObject,
): boolean {
  // Without an update, new time limits are stored and nothing else is done.
  return update === undefined
    ? equalExceptTimeouts(schema, prior, planned)
    : equalValues(prior, planned, modelType(schema));
}

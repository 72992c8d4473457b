import { planErrors } from "../check/plan_validity.ts";
import type { ValidationError } from "../check/validation_error.ts";
import { Deferral } from "../define/deferral.ts";
import { Diagnostics } from "../diagnostics.ts";
import type {
  GivenValues,
  ModifyPlanResult,
  Resource,
} from "../define/resource.ts";
import { modelOf } from "../schema/numbers.ts";
import { objectType, type Schema } from "../schema/schema.ts";
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
import { type GivenNames, putGivenValues } from "./plan/given_values.ts";
import { type ModifiedPlan, modifyPlan } from "./plan/modifiers.ts";
import { type ComputedRule, proposePlan, SetPairs } from "./plan/propose.ts";
import { replacingPaths } from "./plan/replace.ts";
import { equalExceptTimeouts, runCooperatively } from "./signal.ts";
import { defineOperation } from "./define_operation.ts";
import { errorReporter, requireParts } from "./result.ts";

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
  const { resource: { schema }, config, prior } = change;
  const pairs = new SetPairs();
  let proposed: ValueObject | undefined;
  const propose: Propose = async (computed, signal) => {
    const work = proposePlan(schema, { config, prior }, computed, pairs);
    return proposed = await runCooperatively(work, signal);
  };
  const respond = (
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
    const made = await operation.run((context) =>
      planByAuthor(operation, change, { propose, pairs }, {
        ...context,
        config: modelOf(schema, config),
        prior: modelOf(schema, prior),
      })
    );
    const { reference, paths, deferred } = made;
    const options = { reference, keepUnknown: true };
    const planned = made.planned === reference
      ? reference
      : operation.normalizeState(made.planned, schema, options);
    const replacing = replacingPaths({ ...change, planned, paths });
    const deferral = deferred && new Deferral(deferred);
    if (deferral === undefined) {
      await checkPlan(operation, change, planned, replacing);
    } else if (!operation.deferralAllowed) throw operation.deferral(deferral);
    return respond(planned, deferred, replacing);
  } catch (error) {
    if (!(error instanceof Deferral)) throw error;
    return respond(proposed ?? await propose("unknown"), error.reason);
  }
}

/** Checks what Terraform is going to check, and what `update` counts on. */
async function checkPlan(
  operation: Operation,
  { resource: { schema }, config, prior }: PlanChange,
  planned: ValueObject,
  replacing: readonly Path[],
): Promise<void> {
  if (prior !== null && replacing.length === 0) {
    await operation.check(unexpectedUnknowns(schema, config, planned));
  }
  await operation.check(planErrors(schema, { config, prior, planned }));
}

/** The plan by the rules of the schema, of which `modifyPlan` has the last word. */
async function planByAuthor(
  operation: Operation,
  change: PlanChange,
  steps: PlanSteps,
  author: ModifyAuthor,
) {
  const { resource } = change;
  const { schema } = resource;
  operation.deferIfUnknown(change.prior);
  const modified = await planByRules(operation, change, steps, author);
  const { planned: reference, requiresReplace } = modified;
  const result: ModifyPlanResult<ValueObject> | void = await resource
    .modifyPlan?.({
      ...author,
      ...modified,
      planned: modelOf(schema, reference),
      requiresReplace: replacingPaths({
        ...change,
        planned: reference,
        paths: requiresReplace,
      }),
    });
  const { planned = reference, requiresReplace: more = [], deferred } =
    requireParts(operation, result ?? {}, [
      "planned",
      "requiresReplace",
      "deferred",
    ]);
  const paths = [...requiresReplace, ...more];
  if (!paths.every((path: unknown) => path instanceof Path)) {
    throw new TypeError(
      "modifyPlan returned `requiresReplace` that is no list of paths, such as " +
        '`[Path.root.attribute("name")]`',
    );
  }
  return { reference, planned, paths, deferred };
}

type Propose = (
  computed: ComputedRule,
  signal?: AbortSignal,
) => Promise<ValueObject>;

/** The first step of a plan, and the sets that it pairs. */
interface PlanSteps {
  readonly propose: Propose;
  readonly pairs: SetPairs;
}

/** Arguments of `modifyPlan`, without a plan. */
type ModifyAuthor =
  & Omit<Parameters<NonNullable<Resource["planValues"]>>[0], "planned">
  & { readonly deferralAllowed: boolean };

/**
 * The plan by the rules of the schema.
 *
 * 1. The configuration over the state: defaults, values that the resource
 *    gives, and computed ones as they are as long as nothing else changes.
 * 2. Plan modifiers.
 * 3. Whoever changes something, configuration or modifier: then both again,
 *    and computed values that nobody keeps are unknown.
 */
async function planByRules(
  operation: Operation,
  { resource, config, prior }: PlanChange,
  { propose, pairs }: PlanSteps,
  author: ModifyAuthor,
) {
  const { schema } = resource;
  let diagnostics = new Diagnostics();
  let given: GivenValues | undefined;
  let names: GivenNames = new Map();
  const proposeGiven = async (computed: ComputedRule) => {
    const planned = await propose(computed, author.signal);
    given ??= await resource.planValues?.({
      ...author,
      planned: modelOf(schema, planned),
    }) ?? {};
    const values = { config, planned };
    names = putGivenValues(schema, given, values, errorReporter(operation));
    return planned;
  };
  const modify = (planned: ValueObject) => {
    diagnostics = new Diagnostics();
    const values = { config, prior, planned };
    const rules = { ...author, diagnostics };
    const work = modifyPlan(schema, values, pairs, rules, names);
    return runCooperatively(work, author.signal);
  };
  const isUpToDate = (planned: ValueObject) =>
    prior !== null &&
    (resource.isUpToDate?.({
      ...author,
      prior: author.prior ?? prior,
      planned: modelOf(schema, planned),
    }) ?? needsNoUpdate(resource, prior, planned));
  let modified: ModifiedPlan | undefined;
  if (prior !== null) {
    const proposed = await proposeGiven("prior");
    if (isUpToDate(proposed)) modified = await modify(proposed);
  }
  const isUpdate = modified === undefined || !isUpToDate(modified.planned);
  if (modified === undefined || isUpdate) {
    modified = await modify(await proposeGiven("unknown"));
  }
  author.diagnostics.append(diagnostics);
  for (const path of pairs.duplicates) {
    author.diagnostics.addError(
      "Duplicate elements of a set",
      `${path} holds elements that are equal once what they leave out has ` +
        "its default. Make them differ, or keep one of them.",
      path,
    );
  }
  return {
    ...modified,
    given: given ?? {},
    isUpdate: isUpdate && prior !== null,
  };
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
      "`p.computedFrom` is the modifier",
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
    : equalValues(prior, planned, objectType(schema));
}

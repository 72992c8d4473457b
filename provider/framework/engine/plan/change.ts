/**
 * Plans the creation or change of a resource.
 *
 * @module
 */

import type { ModifyPlanResult, Resource } from "../../define/resource.ts";
import { Diagnostics } from "../../diagnostics.ts";
import { equalValues } from "../../values/equal.ts";
import type { Path } from "../../values/path.ts";
import type { ValueObject } from "../../values/value.ts";
import type { Deferred } from "../contract.ts";
import { typeOf } from "../object_type.ts";
import { addFailure } from "../faults.ts";
import { type OperationSpec, runOperation, whatOf } from "../operation.ts";
import type { PrivateData } from "../private_state.ts";
import { settle } from "../result/settle.ts";
import type { ProviderServer } from "../server.ts";
import { equalButTimeLimits } from "../time_limit.ts";
import { planObject } from "./build.ts";
import { runModifiers } from "./modifiers.ts";
import { allChangedPaths, effectivePaths } from "./replace.ts";

/** What a plan is made of. */
export interface ChangeSpec extends OperationSpec {
  /** The resource. */
  readonly resource: Resource;
  /** The configuration. */
  readonly config: ValueObject;
  /** The state; null: the resource is created. */
  readonly prior: ValueObject | null;
  /** The private data, which the author may change. */
  readonly privateState: PrivateData;
  /** Whether the client allows a deferral. */
  readonly deferralAllowed: boolean;
}

/** A plan. */
export interface ChangePlan {
  /** The planned value. */
  readonly planned: ValueObject;
  /** The paths whose change replaces the resource. */
  readonly requiresReplace: readonly Path[];
  /** Why the plan is put off. */
  readonly deferred: Deferred;
}

/**
 * Plans a change in one or two rounds.
 *
 * 1. The first round keeps computed values if the configuration changes
 *    nothing, else they are unknown before plan modifiers have their say.
 * 2. If nothing was configured otherwise, but plan modifiers or `modifyPlan`
 *    changed something, that is a change like any other: the second round
 *    starts from unknown computed values and replaces the first.
 */
export async function planChange(
  server: ProviderServer,
  spec: ChangeSpec,
): Promise<ChangePlan | undefined> {
  const { resource, prior } = spec;
  const bases = planBases(spec);
  if (bases === undefined) return undefined;
  const { kept, renewed } = bases;
  const settled = prior !== null && sameObject(resource, prior, kept);
  const diagnostics = new Diagnostics();
  const trial = { ...spec, diagnostics };
  let plan = await planRound(server, trial, settled ? kept : renewed);
  if (
    plan !== undefined && settled && !sameObject(resource, prior, plan.planned)
  ) {
    const again = new Diagnostics();
    plan = await planRound(server, { ...spec, diagnostics: again }, renewed);
    spec.diagnostics.append(again);
  } else {
    spec.diagnostics.append(diagnostics);
  }
  return plan;
}

/** The plan if nothing changes, and if something does. */
function planBases(
  spec: ChangeSpec,
):
  | { readonly kept: ValueObject; readonly renewed: ValueObject }
  | undefined {
  const { config, prior } = spec;
  const { schema } = spec.resource;
  try {
    return {
      kept: planObject(schema, config, prior, "prior"),
      renewed: planObject(schema, config, prior, "unknown"),
    };
  } catch (error) {
    // The author's semanticEquals threw.
    addFailure(spec.diagnostics, whatOf(spec), error);
    return undefined;
  }
}

/** Whether planned and prior value are equal in all that needs an update. */
function sameObject(
  resource: Resource,
  prior: ValueObject,
  planned: ValueObject,
): boolean {
  const { schema } = resource;
  // Without an update, new time limits are stored and nothing else is done.
  return resource.update === undefined
    ? equalButTimeLimits(schema, prior, planned)
    : equalValues(prior, planned, typeOf(schema));
}

async function planRound(
  server: ProviderServer,
  spec: ChangeSpec,
  base: ValueObject,
): Promise<ChangePlan | undefined> {
  const { resource, config, prior } = spec;
  const outcome = await runOperation(server, spec, async (context) => {
    const modified = runModifiers(resource.schema, config, prior, base);
    const result: ModifyPlanResult<ValueObject> | void = await resource
      .modifyPlan?.({
        ...context,
        config,
        prior,
        planned: modified.planned,
        privateState: spec.privateState,
        deferralAllowed: spec.deferralAllowed,
      });
    return { modified, result: result ?? {} };
  });
  if (!outcome.ok) {
    const { deferred } = outcome;
    return deferred && { planned: base, requiresReplace: [], deferred };
  }
  const { modified, result } = outcome.value;
  const planned = result.planned === undefined
    ? modified.planned
    : settle(result.planned, {
      operation: "plan",
      typeName: resource.typeName,
      schema: resource.schema,
      diagnostics: spec.diagnostics,
      reference: modified.planned,
      keepUnknown: true,
    });
  const paths = [...modified.requiresReplace, ...result.requiresReplace ?? []];
  return {
    planned,
    requiresReplace: replacePaths(spec, planned, paths),
    deferred: result.deferred,
  };
}

function replacePaths(
  spec: ChangeSpec,
  planned: ValueObject,
  paths: readonly Path[],
): readonly Path[] {
  const { resource, config, prior } = spec;
  if (prior === null) return [];
  const { schema } = resource;
  const all = resource.update === undefined
    ? [...paths, ...allChangedPaths(schema, config, prior, planned)]
    : paths;
  return effectivePaths(schema, prior, planned, all);
}

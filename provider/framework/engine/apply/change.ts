/**
 * Creates or changes a resource.
 *
 * @module
 */

import type { CreateContext } from "../../define/resource.ts";
import type { OperationContext } from "../../define/context.ts";
import { Diagnostics, failure } from "../../diagnostics.ts";
import type { Value, ValueObject } from "../../values/value.ts";
import { noPrivate } from "../contract.ts";
import { pleaseReport } from "../faults.ts";
import { identityOf } from "../identity.ts";
import { type Outcome, runOperation } from "../operation.ts";
import { faultReport, settle, type SettleOptions } from "../result/settle.ts";
import { reportOutcomeFaults } from "../self_check.ts";
import type { ProviderServer } from "../server.ts";
import { equalButTimeLimits, timeLimit } from "../time_limit.ts";
import type { Applied, ApplySpec } from "./spec.ts";

/** The values of a change. */
export interface ChangeValues {
  /** The state; null: the resource is created. */
  readonly prior: ValueObject | null;
  /** The plan. */
  readonly planned: ValueObject;
  /** The configuration, with write-only values. */
  readonly config: ValueObject;
}

/** What the author recorded while the operation ran. */
interface Saved {
  state?: ValueObject;
  readonly diagnostics: Diagnostics;
}

/**
 * Creates or changes.
 *
 * 1. What the author returns is the state, even if there are errors besides.
 * 2. If the author fails, it is what `saveState` recorded; else a create
 *    leaves nothing, and an update the prior state.
 * 3. A result at fault is repaired and saved, together with an error.
 */
export async function applyChange(
  server: ProviderServer,
  spec: ApplySpec,
  values: ChangeValues,
): Promise<Applied> {
  const { diagnostics } = spec;
  const saved: Saved = { diagnostics: new Diagnostics() };
  const outcome = await runChange(server, spec, values, saved);
  if (outcome.ok) return finish(spec, values, outcome.value, saved);
  diagnostics.append(saved.diagnostics);
  if (saved.state !== undefined) return reached(spec, values, saved.state);
  const { prior } = values;
  return {
    newState: prior,
    privateState: prior === null ? noPrivate : spec.privateState.encode(),
    identity: prior === null ? undefined : spec.identity,
  };
}

async function runChange(
  server: ProviderServer,
  spec: ApplySpec,
  values: ChangeValues,
  saved: Saved,
): Promise<Outcome<unknown>> {
  const { resource, diagnostics, privateState } = spec;
  const { prior, planned, config } = values;
  const operation = operationOf(values);
  const saveState = (state: ValueObject) => {
    const quiet = {
      ...settleOptions(spec, values),
      diagnostics: saved.diagnostics,
    };
    saved.state = settle(state, quiet);
  };
  const run = (base: OperationContext<unknown>): unknown => {
    const context: CreateContext<
      ValueObject,
      ValueObject,
      ValueObject,
      unknown
    > = { ...base, plan: planned, config, privateState, saveState };
    if (prior === null) return resource.create(context);
    return resource.update === undefined
      ? onlyTimeLimits(spec, values)
      : resource.update({ ...context, prior });
  };
  return await runOperation(server, {
    operation,
    typeName: resource.typeName,
    diagnostics,
    call: spec.call,
    providerMeta: spec.providerMeta,
    limit: timeLimit(resource.schema, operation, config),
    consequence: () => consequenceOf(values, saved),
  }, run);
}

/** Without an update the only change that is not a replacement. */
function onlyTimeLimits(
  spec: ApplySpec,
  { prior, planned }: ChangeValues,
): ValueObject {
  const { schema, typeName } = spec.resource;
  if (prior !== null && equalButTimeLimits(schema, prior, planned)) {
    return planned;
  }
  throw failure(
    `Can't update ${typeName}`,
    "The resource can only be replaced, but an update was asked for. " +
      pleaseReport,
  );
}

function finish(
  spec: ApplySpec,
  values: ChangeValues,
  result: unknown,
  saved: Saved,
): Applied {
  const { resource, diagnostics } = spec;
  const hadErrors = diagnostics.hasErrors;
  const options = settleOptions(spec, values);
  const missing = result === undefined || result === null;
  const state = settle(result, {
    ...options,
    reference: missing ? saved.state ?? values.planned : values.planned,
  });
  // With errors of its own the operation need not have reached the plan.
  if (!hadErrors && !missing) {
    const outcome = { planned: values.planned, actual: state };
    reportOutcomeFaults(resource.schema, outcome, faultReport(options));
  }
  return reached(spec, values, state);
}

function reached(
  spec: ApplySpec,
  values: ChangeValues,
  state: ValueObject,
): Applied {
  const { resource, diagnostics } = spec;
  // An incomplete state has perhaps no identity yet: only a whole one must.
  const faults = diagnostics.hasErrors ? new Diagnostics() : diagnostics;
  const before: Value | undefined = values.prior === null
    ? undefined
    : spec.identity;
  return {
    newState: state,
    privateState: spec.privateState.encode(),
    identity: identityOf({ resource, state, before, diagnostics: faults }),
  };
}

function settleOptions(spec: ApplySpec, values: ChangeValues): SettleOptions {
  const { resource, diagnostics } = spec;
  return {
    operation: operationOf(values),
    typeName: resource.typeName,
    schema: resource.schema,
    diagnostics,
    reference: values.planned,
  };
}

function operationOf(values: ChangeValues): "create" | "update" {
  return values.prior === null ? "create" : "update";
}

function consequenceOf(values: ChangeValues, saved: Saved): string {
  if (saved.state !== undefined) {
    return "What was reached so far is in the state; the next apply goes on " +
      "from there.";
  }
  return values.prior === null
    ? "Nothing is in the state; check whether the object exists before you " +
      "apply again."
    : "The state is as it was before; the next plan shows what was reached.";
}

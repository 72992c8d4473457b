import { outcomeErrors } from "../check/compatibility.ts";
import type { OperationContext } from "../define/context.ts";
import type { CreateContext, Resource } from "../define/resource.ts";
import { Diagnostics, failure } from "../diagnostics.ts";
import { modelOf } from "../schema/float.ts";
import type { Value, ValueObject } from "../values/value.ts";
import {
  type Answer,
  type EngineCall,
  type Fields,
  noPrivate,
} from "./contract.ts";
import { addFailure, pleaseReport } from "./errors.ts";
import { identityOf } from "./identity.ts";
import {
  addMissing,
  find,
  type OperationSpec,
  requireConfigured,
  rootObject,
  runOperation,
  whatOf,
} from "./operation.ts";
import { PrivateData } from "./private_state.ts";
import { normalizeResult } from "./result.ts";
import { reportErrors } from "./self_check.ts";
import type { ProviderServer } from "./server.ts";
import { equalButTimeLimits, type TimeLimit, timeLimit } from "./signal.ts";

/** The request of {@linkcode applyResourceChange}. */
export interface ApplyResourceChangeRequest extends
  Fields<
    | "typeName"
    | "priorState"
    | "config"
    | "privateState"
    | "providerMeta"
    | "identity"
  > {
  /** The plan; null: the resource is destroyed. */
  readonly plannedState: Value;
}

/** The response of {@linkcode applyResourceChange}. */
export interface ApplyResourceChangeResponse
  extends Answer<"privateState" | "identity"> {
  /** The state reached; null: nothing exists. */
  readonly newState: Value;
}

/**
 * Creates, changes or destroys a resource. Whatever happens, what exists is in
 * the state that is returned, if the author recorded or returned it.
 */
export async function applyResourceChange(
  server: ProviderServer,
  request: ApplyResourceChangeRequest,
  call: EngineCall,
): Promise<ApplyResourceChangeResponse> {
  const { typeName, providerMeta } = request;
  const diagnostics = new Diagnostics();
  const resource = find(server.resources, typeName, diagnostics);
  const unchanged: Applied = {
    newState: request.priorState,
    privateState: request.privateState,
    identity: request.identity,
  };
  const spec = {
    operation: "apply",
    typeName,
    diagnostics,
    call,
    providerMeta,
  };
  if (resource === undefined || !requireConfigured(server, spec)) {
    return { ...unchanged, diagnostics };
  }
  const privateState = new PrivateData(request.privateState);
  const prior = rootObject(request.priorState);
  const planned = rootObject(request.plannedState);
  const config = rootObject(request.config);
  let applied = unchanged;
  if (planned !== null && config !== null) {
    const change = { resource, prior, planned, config, privateState };
    applied = await applyChange(server, request, spec, change);
  } else if (planned === null && prior !== null) {
    const isDeleted = await applyDelete(server, spec, {
      resource,
      prior,
      privateState,
    });
    applied = isDeleted
      ? { newState: null, privateState: noPrivate, identity: undefined }
      : { ...unchanged, privateState: privateState.encode() };
  } else {
    const missing = planned === null ? "state and no plan" : "configuration";
    addMissing(diagnostics, "apply", missing);
  }
  return { ...applied, diagnostics };
}

/** That of operations without one of their own, the same as in the SDKv2. */
const defaultLimit: TimeLimit = { milliseconds: 1_200_000, text: "20m" };

/** What was reached. */
type Applied = Omit<ApplyResourceChangeResponse, "diagnostics">;

interface Change {
  readonly resource: Resource;
  /** Null: the resource is created. */
  readonly prior: ValueObject | null;
  readonly planned: ValueObject;
  readonly config: ValueObject;
  readonly privateState: PrivateData;
}

/**
 * Creates or changes.
 *
 * 1. What the author returns is the state, even if there are errors besides.
 * 2. If the author fails, it is what `saveState` recorded; else a create
 *    leaves nothing, and an update the prior state.
 * 3. An invalid result is repaired and saved, together with an error.
 * 4. Whatever throws after that, a check of our own included, is an error
 *    beside the last state of these.
 */
async function applyChange(
  server: ProviderServer,
  request: ApplyResourceChangeRequest,
  apply: OperationSpec,
  change: Change,
): Promise<Applied> {
  const { resource, prior, planned, privateState } = change;
  const { schema, typeName } = resource;
  const { diagnostics } = apply;
  const operation = prior === null ? "create" : "update";
  const options = { operation, typeName, schema, diagnostics };
  const savedErrors = new Diagnostics();
  let state: ValueObject | undefined;
  const outcome = await runOperation(server, {
    ...apply,
    operation,
    limit: timeLimit(schema, operation, change.config) ?? defaultLimit,
    consequence: () => consequenceOf(prior, state),
  }, (context) =>
    runAuthor(change, context, (saved) => {
      state = normalizeResult(saved, {
        ...options,
        diagnostics: savedErrors,
        reference: planned,
      });
    }));
  try {
    if (outcome.ok) {
      const { value: result } = outcome;
      const hadErrors = diagnostics.hasErrors;
      const isMissing = result === undefined || result === null;
      const reference = isMissing ? state ?? planned : planned;
      state = normalizeResult(result, { ...options, reference });
      // With errors of its own the operation need not have reached the plan.
      if (!hadErrors && !isMissing) {
        const errors = outcomeErrors(schema, { planned, actual: state });
        await reportErrors(errors, options);
      }
    } else {
      diagnostics.append(savedErrors);
    }
  } catch (error) {
    addFailure(diagnostics, whatOf(options), error);
  }
  if (state === undefined) {
    return {
      newState: prior,
      privateState: prior === null ? noPrivate : privateState.encode(),
      identity: prior === null ? undefined : request.identity,
    };
  }
  // An incomplete state has perhaps no identity yet: only a whole one must.
  const reported = diagnostics.hasErrors ? new Diagnostics() : diagnostics;
  const before = prior === null ? undefined : request.identity;
  return {
    newState: state,
    privateState: privateState.encode(),
    identity: identityOf({ resource, state, before, diagnostics: reported }),
  };
}

function runAuthor(
  { resource, prior, planned, config, privateState }: Change,
  base: OperationContext<unknown>,
  saveState: (state: ValueObject) => void,
): unknown {
  const { schema, typeName } = resource;
  const context: CreateContext<
    ValueObject,
    ValueObject,
    ValueObject,
    unknown
  > = {
    ...base,
    plan: modelOf(schema, planned),
    config: modelOf(schema, config),
    privateState,
    saveState,
  };
  if (prior === null) return resource.create(context);
  if (resource.update !== undefined) {
    return resource.update({ ...context, prior: modelOf(schema, prior) });
  }
  // Without an update the only change that is not a replacement.
  if (equalButTimeLimits(schema, prior, planned)) return planned;
  throw failure(
    `Can't update ${typeName}`,
    "The resource can only be replaced, but an update was asked for. " +
      pleaseReport,
  );
}

/** Destroys; returns whether it did. */
async function applyDelete(
  server: ProviderServer,
  apply: OperationSpec,
  { resource, prior, privateState }: {
    readonly resource: Resource;
    readonly prior: ValueObject;
    readonly privateState: PrivateData;
  },
): Promise<boolean> {
  const { schema } = resource;
  const state = modelOf(schema, prior);
  const outcome = await runOperation(server, {
    ...apply,
    operation: "delete",
    limit: timeLimit(schema, "delete", prior) ?? defaultLimit,
    consequence: () => "The object stays in the state.",
  }, (context) => resource.delete({ ...context, state, privateState }));
  return outcome.ok && !apply.diagnostics.hasErrors;
}

function consequenceOf(
  prior: ValueObject | null,
  saved: ValueObject | undefined,
): string {
  if (saved !== undefined) {
    return "What was reached so far is in the state; the next apply goes on " +
      "from there.";
  }
  return prior === null
    ? "Nothing is in the state; check whether the object exists before you " +
      "apply again."
    : "The state is as it was before; the next plan shows what was reached.";
}

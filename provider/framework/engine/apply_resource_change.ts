import { objectCompatibilityErrors } from "../check/compatibility.ts";
import type { Resource } from "../define/resource.ts";
import { Diagnostics, DiagnosticsError, failure } from "../diagnostics.ts";
import { modelOf } from "../schema/numbers.ts";
import type { ValueObject } from "../values/value.ts";
import {
  type EngineCall,
  type Fields,
  noPrivate,
  type RpcResponse,
} from "./contract.ts";
import { BUG_REPORT_HINT, failureOf } from "./errors.ts";
import { Operation, rootObject } from "./operation.ts";
import type { ProviderServer } from "./server.ts";
import { equalExceptTimeouts, type TimeLimit, timeLimit } from "./signal.ts";

/** That of operations without one of their own, the same as in the SDKv2. */
const defaultLimit: TimeLimit = { milliseconds: 1_200_000, text: "20m" };

/**
 * Creates, changes or destroys a resource. Whatever happens, what exists is in
 * the state that is returned, if the author recorded or returned it.
 */
export function applyResourceChange(
  server: ProviderServer,
  request: Fields<
    | "typeName"
    | "priorState"
    | "plannedState"
    | "config"
    | "privateState"
    | "providerMeta"
    | "identity"
  >,
  call: EngineCall,
): Promise<RpcResponse<"newState" | "privateState" | "identity">> {
  const operation = new Operation(server, "apply", request, call);
  const prior = rootObject(request.priorState);
  const planned = rootObject(request.plannedState);
  const config = rootObject(request.config);
  const identity = prior === null ? undefined : request.identity;
  let change: ApplyChange | undefined;
  return operation.respond(() => ({
    newState: change?.reached ?? prior,
    privateState: (change?.reached ?? prior) === null
      ? noPrivate
      : operation.privateState.encode(),
    // An incomplete state has perhaps no identity yet: only a whole one must.
    identity: change?.reached === undefined
      ? identity
      : operation.identity(change.resource, change.reached, identity),
  }), async () => {
    const resource = operation.find("resources");
    operation.requireConfigured();
    if (planned !== null && config !== null) {
      change = { resource, prior, planned, config, reached: undefined };
      await applyChange(operation, change);
      return {};
    }
    if (planned !== null || prior === null) {
      const missing = planned === null ? "state and no plan" : "configuration";
      throw operation.missingPartError(missing);
    }
    const state = modelOf(resource.schema, prior);
    operation.name = "delete";
    await operation.run((context) => resource.delete({ ...context, state }), {
      limit: timeLimit(resource.schema, "delete", prior) ?? defaultLimit,
      consequence: () => "The object stays in the state.",
    });
    return { newState: null, privateState: noPrivate, identity: undefined };
  });
}

/** A creation or change. */
interface ApplyChange {
  readonly resource: Resource;
  /** Null: the resource is created. */
  readonly prior: ValueObject | null;
  readonly planned: ValueObject;
  readonly config: ValueObject;
  /** The state that it has reached so far. */
  reached: ValueObject | undefined;
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
  operation: Operation,
  change: ApplyChange,
): Promise<void> {
  const { resource: { schema }, prior, planned } = change;
  const { diagnostics } = operation;
  operation.name = prior === null ? "create" : "update";
  const result = await runAuthor(operation, change);
  const hadErrors = diagnostics.hasErrors;
  const isMissing = result === undefined || result === null;
  const reference = isMissing ? change.reached ?? planned : planned;
  const actual = operation.normalizeState(
    result,
    schema,
    { reference },
    diagnostics,
  );
  change.reached = actual;
  // With errors of its own the operation need not have reached the plan.
  if (!hadErrors && !isMissing) {
    await operation.check(
      objectCompatibilityErrors(schema, { planned, actual }),
    );
  }
}

async function runAuthor(
  operation: Operation,
  change: ApplyChange,
): Promise<unknown> {
  const { resource, prior, planned, config } = change;
  const { schema, typeName } = resource;
  const savedErrors = new Diagnostics();
  const author = {
    plan: modelOf(schema, planned),
    config: modelOf(schema, config),
    saveState(saved: ValueObject) {
      const options = { reference: planned };
      change.reached = operation.normalizeState(
        saved,
        schema,
        options,
        savedErrors,
      );
    },
  };
  const name = prior === null ? "create" : "update";
  try {
    return await operation.run((context): unknown => {
      const given = { ...context, ...author };
      if (prior === null) return resource.create(given);
      if (resource.update !== undefined) {
        return resource.update({ ...given, prior: modelOf(schema, prior) });
      }
      // Without an update the only change that is not a replacement.
      if (equalExceptTimeouts(schema, prior, planned)) return planned;
      throw failure(
        `Can't update ${typeName}`,
        "The resource can only be replaced, but an update was asked for. " +
          BUG_REPORT_HINT,
      );
    }, {
      limit: timeLimit(schema, name, config) ?? defaultLimit,
      consequence: () => consequenceOf(prior, change.reached),
    });
  } catch (error) {
    const { diagnostics } = failureOf(operation.label, error);
    throw new DiagnosticsError([...diagnostics, ...savedErrors]);
  }
}

function consequenceOf(
  prior: ValueObject | null,
  saved: ValueObject | undefined,
): string {
  if (saved !== undefined) {
    return "What was reached so far is in the state" +
      (prior === null
        ? ", which marks it as tainted; if it is well, `terraform untaint` " +
          "keeps it."
        : ".");
  }
  return prior === null
    ? "Nothing is in the state; check whether the object exists before you " +
      "apply again."
    : "The state is as it was before. Plan again to see what was reached.";
}

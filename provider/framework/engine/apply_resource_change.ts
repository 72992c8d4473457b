import { outcomeErrors } from "../check/compatibility.ts";
import type { CreateContext, Resource } from "../define/resource.ts";
import { Diagnostics, DiagnosticsError, failure } from "../diagnostics.ts";
import { modelOf } from "../schema/numbers.ts";
import type { ValueObject } from "../values/value.ts";
import {
  type Answer,
  type EngineCall,
  type Fields,
  noPrivate,
} from "./contract.ts";
import { failureOf, pleaseReport } from "./errors.ts";
import { Operation, rootObject } from "./operation.ts";
import { PrivateData } from "./private_state.ts";
import { normalizeResult } from "./result.ts";
import type { ProviderServer } from "./server.ts";
import { equalButTimeLimits, type TimeLimit, timeLimit } from "./signal.ts";

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
): Promise<Answer<"newState" | "privateState" | "identity">> {
  const operation = new Operation(server, "apply", request, call);
  const prior = rootObject(request.priorState);
  const planned = rootObject(request.plannedState);
  const config = rootObject(request.config);
  const privateState = new PrivateData(request.privateState);
  const identity = prior === null ? undefined : request.identity;
  let reached: Reached | undefined;
  return operation.answer(() => ({
    newState: reached?.state ?? prior,
    privateState: (reached?.state ?? prior) === null
      ? noPrivate
      : privateState.encode(),
    // An incomplete state has perhaps no identity yet: only a whole one must.
    identity: reached?.state === undefined ? identity : operation.identity(
      reached.resource,
      reached.state,
      identity,
      reached.identity,
    ),
  }), async () => {
    const resource = operation.find(server.resources);
    operation.configured();
    if (planned !== null && config !== null) {
      reached = { resource, state: undefined, identity: undefined };
      const change = {
        resource,
        prior,
        planned,
        config,
        privateState,
        identity: rootObject(identity ?? null) ?? undefined,
      };
      await applyChange(operation, change, reached);
      return {};
    }
    if (planned !== null || prior === null) {
      const missing = planned === null ? "state and no plan" : "configuration";
      throw operation.missing(missing);
    }
    const state = modelOf(resource.schema, prior);
    await operation.as("delete").run(
      (context) =>
        resource.delete({
          ...context,
          state,
          privateState,
          identity: rootObject(identity ?? null) ?? undefined,
        }),
      {
        limit: timeLimit(resource.schema, "delete", prior) ?? defaultLimit,
        consequence: () => "The object stays in the state.",
      },
    );
    return { newState: null, privateState: noPrivate, identity: undefined };
  });
}

/** What a creation or change has reached so far. */
interface Reached {
  readonly resource: Resource;
  state: ValueObject | undefined;
  /** What the author told; undefined: it follows from the state. */
  identity: ValueObject | undefined;
}

interface AppliedChange {
  readonly resource: Resource;
  /** Null: the resource is created. */
  readonly prior: ValueObject | null;
  readonly planned: ValueObject;
  readonly config: ValueObject;
  readonly privateState: PrivateData;
  readonly identity: ValueObject | undefined;
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
  apply: Operation,
  change: AppliedChange,
  reached: Reached,
): Promise<void> {
  const { resource, prior, planned } = change;
  const { schema, typeName } = resource;
  const { diagnostics } = apply;
  const name = prior === null ? "create" : "update";
  const operation = apply.as(name);
  const options = { name, typeName, schema };
  const savedErrors = new Diagnostics();
  let result: unknown;
  try {
    result = await operation.run(
      (context) =>
        runAuthor(change, {
          ...context,
          saveState(saved) {
            reached.state = normalizeResult(saved, {
              ...options,
              diagnostics: savedErrors,
              reference: planned,
            });
          },
          setIdentity: (identity) => void (reached.identity = identity),
        }),
      {
        limit: timeLimit(schema, name, change.config) ?? defaultLimit,
        consequence: () => consequenceOf(prior, reached.state),
      },
    );
  } catch (error) {
    const { diagnostics } = failureOf(operation.what, error);
    throw new DiagnosticsError([...diagnostics, ...savedErrors]);
  }
  const hadErrors = diagnostics.hasErrors;
  const isMissing = result === undefined || result === null;
  const reference = isMissing ? reached.state ?? planned : planned;
  reached.state = normalizeResult(result, {
    ...options,
    diagnostics,
    reference,
  });
  // With errors of its own the operation need not have reached the plan.
  if (!hadErrors && !isMissing) {
    const actual = reached.state;
    await operation.check(outcomeErrors(schema, { planned, actual }));
  }
}

type Author = CreateContext<
  ValueObject,
  ValueObject,
  ValueObject,
  unknown,
  ValueObject
>;

function runAuthor(
  { resource, prior, planned, config, privateState, identity }: AppliedChange,
  base: Omit<Author, "plan" | "config" | "privateState">,
): unknown {
  const { schema, typeName } = resource;
  const context: Author = {
    ...base,
    plan: modelOf(schema, planned),
    config: modelOf(schema, config),
    privateState,
  };
  if (prior === null) return resource.create(context);
  if (resource.update !== undefined) {
    return resource.update({
      ...context,
      prior: modelOf(schema, prior),
      identity,
    });
  }
  // Without an update the only change that is not a replacement.
  if (equalButTimeLimits(schema, prior, planned)) return planned;
  throw failure(
    `Can't update ${typeName}`,
    "The resource can only be replaced, but an update was asked for. " +
      pleaseReport,
  );
}

function consequenceOf(
  prior: ValueObject | null,
  saved: ValueObject | undefined,
): string {
  if (saved !== undefined) {
    return "What was reached so far is in the state" +
      (prior === null
        ? ", which marks it as tainted: the next apply replaces it, unless " +
          "`terraform untaint` says that it is well."
        : "; the next apply goes on from there.");
  }
  return prior === null
    ? "Nothing is in the state; check whether the object exists before you " +
      "apply again."
    : "The state is as it was before; the next plan shows what was reached.";
}

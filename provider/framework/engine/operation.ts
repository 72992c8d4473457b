/**
 * Runs author code: with a signal, a log and diagnostics, and in such a way
 * that whatever it does, the RPC is answered.
 *
 * @module
 */

import type { OperationContext } from "../define/context.ts";
import { Deferral } from "../define/deferral.ts";
import type { Definitions } from "../define/loading.ts";
import type { DeferralReason } from "../define/resource.ts";
import { Diagnostics, DiagnosticsError } from "../diagnostics.ts";
import { stackOf } from "../log.ts";
import {
  isValueObject,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import type { Deferred, EngineCall } from "./contract.ts";
import { addEnded, addFailure, pleaseReport, sentence } from "./errors.ts";
import type { Configured, ProviderServer } from "./server.ts";
import { isAbort, operationSignal, type TimeLimit } from "./signal.ts";

/** What an operation is. */
export interface OperationSpec {
  /** As the author calls it, such as `create`. */
  readonly operation: string;
  /** The type or function; undefined: the provider itself. */
  readonly typeName: string | undefined;
  /** Where errors and warnings end up. */
  readonly diagnostics: Diagnostics;
  /** The call that it serves. */
  readonly call: EngineCall;
  /** How long it may take; undefined: as long as it likes. */
  readonly limit?: TimeLimit | undefined;
  /** What the module says in its `provider_meta`. */
  readonly providerMeta?: Value;
  /** Whether it may be deferred; default: no. */
  readonly deferralAllowed?: boolean;
  /** What becomes of things if it is cancelled, as a sentence. */
  readonly consequence?: () => string;
}

/** How an operation ended. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | Failed;

/** An operation that has no result. */
export interface Failed {
  /** Tells it from one that has. */
  readonly ok: false;
  /** Why it was deferred; undefined: it was not. */
  readonly deferred: Deferred;
}

const failed: Failed = { ok: false, deferred: undefined };

/**
 * Runs an operation that needs no configured provider. Never throws: what is
 * thrown becomes diagnostics. If the operation goes on long after its signal
 * ended, it is left to itself.
 */
export async function runUnconfigured<T>(
  server: ProviderServer,
  spec: OperationSpec,
  run: (
    context: Omit<OperationContext<unknown>, "provider">,
  ) => T | Promise<T>,
): Promise<Outcome<T>> {
  const { signal, release } = operationSignal(server, spec.call, spec.limit);
  // Its own list, so that author code left to itself can't touch the answer.
  const diagnostics = new Diagnostics();
  const log = server.log(spec);
  const grace = graceOf(server, signal);
  const work = (async () => {
    const providerMeta = rootObject(spec.providerMeta ?? null);
    return await run({ signal, diagnostics, log, providerMeta });
  })();
  try {
    const result = await Promise.race([
      work.then((value) => ({ value })),
      grace.over,
    ]);
    spec.diagnostics.append(diagnostics);
    if (result !== "over") return { ok: true, value: result.value };
    addAbandoned(spec, signal);
    return failed;
  } catch (error) {
    spec.diagnostics.append(diagnostics);
    log.debug("The operation failed", { error: stackOf(error) });
    return addThrown(spec, signal, error);
  } finally {
    release();
    grace.release();
  }
}

/**
 * Runs an operation that needs a configured provider; see above. Where the
 * provider deferred everything, so is this.
 */
export async function runOperation<T>(
  server: ProviderServer,
  spec: OperationSpec,
  run: (context: OperationContext<unknown>) => T | Promise<T>,
): Promise<Outcome<T>> {
  if (server.deferred !== undefined && spec.deferralAllowed === true) {
    return { ok: false, deferred: server.deferred };
  }
  const configured = requireConfigured(server, spec);
  if (configured === undefined) return failed;
  return await runUnconfigured(
    server,
    spec,
    (context) => run({ ...context, provider: configured.data }),
  );
}

/** What `configure` made; else an error diagnostic. */
export function requireConfigured(
  server: ProviderServer,
  spec: Pick<OperationSpec, "operation" | "typeName" | "diagnostics">,
): Configured | undefined {
  const configured = server.configured;
  if (configured === undefined && server.deferred !== undefined) {
    addNotDeferrable(spec.diagnostics, whatOf(spec), server.deferred);
  } else if (configured === undefined) {
    spec.diagnostics.addError(
      "The provider is not configured",
      `${whatOf(spec)} was asked for before the provider was configured, or ` +
        "after its configuration failed. Correct the provider block first; " +
        "if there is no other error, restart the provider.",
    );
  }
  return configured;
}

/** The object that a decoded message holds; null if it holds none. */
export function rootObject(value: Value): ValueObject | null {
  return isValueObject(value) ? value : null;
}

/** The definition of a type; undefined, and an error: there is none. */
export function find<T extends { readonly typeName: string }>(
  definitions: Definitions<T>,
  typeName: string,
  diagnostics: Diagnostics,
): T | undefined {
  const found = definitions.get(typeName);
  if (found === undefined) {
    const { kind } = definitions;
    diagnostics.addError(
      `Unknown ${kind} ${typeName}`,
      `This version of the provider has no ${kind} ${
        JSON.stringify(typeName)
      }. Check the name, or use a version of the provider that has it.`,
    );
  }
  return found;
}

/** Adds the error that an object was expected and none was sent. */
export function addMissing(
  diagnostics: Diagnostics,
  what: string,
  part: string,
): void {
  diagnostics.addError(
    `Failed to ${what}`,
    `The client sent no ${part}. That is a bug in the client, not in your ` +
      "configuration.",
  );
}

/** The object of a message; null, and an error: the message holds none. */
export function requireObject(
  value: Value,
  part: string,
  spec: Pick<OperationSpec, "operation" | "typeName" | "diagnostics">,
): ValueObject | null {
  const object = rootObject(value);
  if (object === null) addMissing(spec.diagnostics, whatOf(spec), part);
  return object;
}

/**
 * Adds the error of a deferral that the client does not allow: the cause of
 * the deferral if it is one for the practitioner.
 */
export function addNotDeferrable(
  diagnostics: Diagnostics,
  what: string,
  deferral: Deferral | DeferralReason,
): void {
  const { reason, cause } = deferral instanceof Deferral
    ? deferral
    : { reason: deferral, cause: undefined };
  if (cause instanceof DiagnosticsError) {
    diagnostics.append(cause.diagnostics);
    return;
  }
  diagnostics.addError(
    "Deferral not supported",
    `The provider cannot ${what} yet (${reason.replaceAll("_", " ")}), and ` +
      "this run of Terraform does not allow to defer it. Apply first what it " +
      "depends on, with `-target`.",
  );
}

/** The operation as it stands in messages: `create x_thing`. */
export function whatOf(
  spec: Pick<OperationSpec, "operation" | "typeName">,
): string {
  return spec.typeName === undefined
    ? spec.operation
    : `${spec.operation} ${spec.typeName}`;
}

function addThrown(
  spec: OperationSpec,
  signal: AbortSignal,
  error: unknown,
): Failed {
  const what = whatOf(spec);
  if (error instanceof Deferral) {
    if (spec.deferralAllowed === true) {
      return { ok: false, deferred: error.reason };
    }
    addNotDeferrable(spec.diagnostics, what, error);
  } else if (!(error instanceof DiagnosticsError) && isAbort(error, signal)) {
    const consequence = spec.consequence?.() ?? "";
    addEnded(spec.diagnostics, what, signal.reason, consequence);
  } else {
    addFailure(spec.diagnostics, what, error);
  }
  return failed;
}

function addAbandoned(spec: OperationSpec, signal: AbortSignal): void {
  const reason: unknown = signal.reason;
  const why = sentence(reason instanceof Error ? reason.message : "cancelled");
  spec.diagnostics.addError(
    `Cancelled: ${whatOf(spec)}`,
    `The operation was cancelled: ${why} It did not end in time after that ` +
      `and was left to itself. ${spec.consequence?.() ?? ""} ${pleaseReport}`,
  );
}

interface Grace {
  readonly over: Promise<"over">;
  release(): void;
}

function graceOf(server: ProviderServer, signal: AbortSignal): Grace {
  let cancel = (): void => {};
  const { promise, resolve } = Promise.withResolvers<"over">();
  const start = () => {
    cancel = server.timers.after(server.cancelGraceMs, () => resolve("over"));
  };
  if (signal.aborted) start();
  else signal.addEventListener("abort", start, { once: true });
  return {
    over: promise,
    release: () => {
      signal.removeEventListener("abort", start);
      cancel();
    },
  };
}

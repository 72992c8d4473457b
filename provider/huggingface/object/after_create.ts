import { DiagnosticsError, failure } from "@hf-terraform/framework";
import {
  type CallContext,
  explainFor,
  keptAdvice,
  type RemoteObject,
  textOf,
  titleOf,
} from "./remote_object.ts";
import { keepNote } from "./notes.ts";
import { poll } from "./wait.ts";

/**
 * Runs a create, which throws an `AggregateError` of several failures. Once it
 * has saved an answer, an error would have Terraform replace the object: a failure
 * is a warning, the state is what was saved last, and the rest stays planned.
 */
export async function keepAfterCreate<
  T,
  C extends Pick<CallContext, "object"> & {
    save(answer: T): void;
    markIncomplete(): void;
  },
>(call: C, create: (call: C) => Promise<T>): Promise<T> {
  let made: { readonly answer: T } | undefined;
  const save = (answer: T) => {
    call.save(answer);
    made = { answer };
  };
  try {
    return await create({ ...call, save });
  } catch (error) {
    if (made === undefined) throw error;
    call.markIncomplete();
    const { object } = call;
    keepNote(object.context, "wait_pending", true);
    const errors = error instanceof AggregateError ? error.errors : [error];
    for (const one of errors) {
      const cause = await explainFor(one, "complete", object);
      const { diagnostics } = cause instanceof DiagnosticsError
        ? cause
        : failure(titleOf(object), `${textOf(cause)}.`);
      for (const { summary, detail, ...rest } of diagnostics) {
        object.context.diagnostics.add({
          ...rest,
          severity: "warning",
          summary: `${titleOf(object)} was created, but not completed`,
          detail: `${summary}: ${detail}\n\n${keptAdvice}`,
        });
      }
    }
    return made.answer;
  }
}

/** The time to try a step after a create, in milliseconds. */
const AFTERWARDS_MS = 10_000;

/** Does something with an object just created; undefined: it failed. */
export async function afterCreate<T>(
  object: RemoteObject,
  step: (signal: AbortSignal) => Promise<T | undefined>,
  /** The consequence of a failure, in sentences; absent: it reads. */
  missing?: string,
): Promise<T | undefined> {
  const { signal, diagnostics } = object.context;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
  let last: unknown;
  try {
    return await poll(() => step(limit), {
      signal: limit,
      onPassing: (passing) => last = passing,
    });
  } catch (error) {
    const why = limit.aborted && !signal.aborted
      ? last ?? `It did not answer within ${AFTERWARDS_MS / 1000} s`
      : error;
    const failed = missing === undefined
      ? "could not be read"
      : "not completed";
    diagnostics.addWarning(
      `${titleOf(object)} was created, but ${failed}`,
      [`${textOf(why)}.`, missing ?? [], keptAdvice].flat().join(" "),
    );
    return undefined;
  }
}

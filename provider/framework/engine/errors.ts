/**
 * What is said when author code fails, or returns what it must not.
 *
 * @module
 */

import { DiagnosticsError } from "../diagnostics.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { OperationEndedError } from "./signal.ts";

/** The request to report a bug in the provider. */
export const pleaseReport: string =
  "This is a bug in the provider. Please report it to the developers of the " +
  "provider, with this message.";

/** Adds what an error of author code says; `what` is such as `read x_y`. */
export function addFailure(
  diagnostics: Diagnostics,
  what: string,
  error: unknown,
): void {
  if (error instanceof DiagnosticsError) {
    diagnostics.append(error.diagnostics);
    if (error.diagnostics.some((item) => item.severity === "error")) return;
  }
  const report = isBug(error) ? ` ${pleaseReport}` : "";
  diagnostics.addError(`Failed to ${what}`, `${errorText(error)}${report}`);
}

/** Adds that an operation was cancelled, and what became of it. */
export function addEnded(
  diagnostics: Diagnostics,
  what: string,
  reason: unknown,
  consequence: string,
): void {
  const timedOut = reason instanceof OperationEndedError &&
    reason.endCause === "timeout";
  const advice = timedOut
    ? " If it needs more time, raise the limit in its `timeouts`, where it has " +
      "them; else apply again."
    : "";
  diagnostics.addError(
    timedOut ? `Time limit reached: ${what}` : `Cancelled: ${what}`,
    `The operation was cancelled: ${sentence(messageOf(reason))}` +
      `${advice} ${consequence}`.trimEnd(),
  );
}

/** The message of an error and of what caused it, as sentences. */
export function errorText(error: unknown): string {
  const messages: string[] = [];
  let at: unknown = error;
  for (let depth = 0; at !== undefined && depth < 10; depth++) {
    const message = messageOf(at);
    // Wrapping errors often repeat the message of what they wrap.
    if (!messages.some((seen) => seen.includes(message))) {
      messages.push(message);
    }
    at = at instanceof Error ? at.cause : undefined;
  }
  return messages.map(sentence).join(" Cause: ");
}

/** The string with a full stop, unless it ends like a sentence already. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text.trimEnd()) ? text.trimEnd() : `${text}.`;
}

function messageOf(error: unknown): string {
  try {
    if (error instanceof AggregateError && error.message === "") {
      return error.errors.map(messageOf).join("; ");
    }
    if (error instanceof Error) {
      return error.message === "" ? error.name : error.message;
    }
    return `A value that is no error was thrown: ${String(error)}`;
  } catch {
    return "An error without a readable message was thrown";
  }
}

const bugs = [TypeError, ReferenceError, RangeError, SyntaxError, EvalError];

/** How runtimes say that `fetch` failed, or that an address is none. */
const fetchFailed =
  /^(error sending request|error reading a body|fetch failed|failed to fetch|networkerror|terminated$|invalid url)/i;

/** Whether only the author's code can have caused an error. */
function isBug(error: unknown): boolean {
  if (error instanceof TypeError) return !fetchFailed.test(error.message);
  if (error instanceof SyntaxError) return !/\bJSON\b/.test(error.message);
  return !(error instanceof Error) || bugs.some((bug) => error instanceof bug);
}

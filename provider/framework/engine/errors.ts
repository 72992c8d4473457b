import type { Deferral } from "../define/deferral.ts";
import {
  Diagnostics,
  DiagnosticsError,
  ensureFullStop,
  failure,
} from "../diagnostics.ts";
import { redactSecrets } from "../secrets.ts";

export const BUG_REPORT_HINT: string =
  "This is a bug in the provider. Please report it to the developers of the " +
  "provider, with this message.";

/**
 * Makes the diagnostics of an error of author code; `what` is such as `read
 * x_y`.
 */
export function failureOf(what: string, error: unknown): DiagnosticsError {
  const ownDiagnostics = error instanceof DiagnosticsError
    ? error.diagnostics
    : [];
  const failed = new Diagnostics(ownDiagnostics);
  if (!failed.hasErrors) {
    const report = isBug(error) ? ` ${BUG_REPORT_HINT}` : "";
    failed.addError(`Failed to ${what}`, `${errorText(error)}${report}`);
  }
  return new DiagnosticsError(failed.items, { cause: error });
}

/**
 * Says that an operation was cancelled, and what became of it.
 *
 * @param reason The reason of its signal.
 * @param consequence What became of things, as a sentence; empty: no word.
 * @param abandoned Whether it went on nevertheless, and was left to itself.
 */
export function cancellationError(
  what: string,
  reason: unknown,
  consequence: string,
  abandoned: boolean,
): DiagnosticsError {
  const timedOut = !abandoned && reason instanceof DOMException &&
    reason.name === "TimeoutError";
  const advice = abandoned
    ? "It did not end in time after that and was left to itself."
    : timedOut
    ? "If it needs more time, raise the limit in its `timeouts`, where it has " +
      "them; else apply again."
    : "";
  const texts = [
    `The operation was cancelled: ${ensureFullStop(messageOf(reason))}`,
    advice,
    consequence,
    abandoned ? BUG_REPORT_HINT : "",
  ];
  return failure(
    timedOut ? `Time limit reached: ${what}` : `Cancelled: ${what}`,
    texts.filter((text) => text !== "").join(" "),
  );
}

/**
 * Says that the client does not allow a deferral: with the cause of the
 * deferral if that is one for the practitioner.
 */
export function deferralError(
  what: string,
  { reason, cause }: Deferral,
): DiagnosticsError {
  if (cause instanceof DiagnosticsError) return cause;
  return failure(
    "Deferral not supported",
    `The provider cannot ${what} yet (${reason.replaceAll("_", " ")}), and ` +
      "this run of Terraform does not allow to defer it. Apply first what it " +
      "depends on, with `-target`.",
  );
}

/** The message of an error and of what caused it, as sentences. */
export function errorText(error: unknown): string {
  const messages: string[] = [];
  let at: unknown = error;
  for (let depth = 0; depth < 10; depth++) {
    const message = messageOf(at);
    // Wrapping errors often repeat the message of what they wrap.
    if (!messages.some((seen) => seen.includes(message))) {
      messages.push(message);
    }
    if (!(at instanceof Error) || at.cause === undefined) break;
    at = at.cause;
  }
  // Whoever threw it may have quoted a service.
  return messages.map((one) => ensureFullStop(redactSecrets(one))).join(
    " Cause: ",
  );
}

function messageOf(error: unknown): string {
  try {
    if (error instanceof AggregateError && error.message === "") {
      return error.errors.map(messageOf).join("; ");
    }
    if (error instanceof Error) {
      return error.message === "" ? error.name : error.message;
    }
    const { message }: { readonly message?: unknown } = Object(error);
    const text = String(error);
    const told = typeof message === "string"
      ? message
      : text === "[object Object]"
      ? JSON.stringify(error)
      : text;
    return `A value that is no error was thrown: ${told}`;
  } catch {
    return "An error without a readable message was thrown";
  }
}

/**
 * Messages by which runtimes say that `fetch` failed, or that an address is
 * invalid.
 */
const fetchFailed =
  /^(error sending request|error reading a body|fetch failed|failed to fetch|networkerror|terminated$|invalid url)/i;

/** Whether only the author's code can have caused an error. */
function isBug(error: unknown): boolean {
  if (error instanceof TypeError) return !fetchFailed.test(error.message);
  if (error instanceof SyntaxError) return !/\bJSON\b/.test(error.message);
  return !(error instanceof Error) || error instanceof ReferenceError ||
    error instanceof RangeError;
}

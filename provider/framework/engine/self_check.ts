/**
 * Holds plans and results against the rules that Terraform applies to them,
 * before Terraform does.
 *
 * @module
 */

import type { ValidationError } from "../check/validation_error.ts";
import { errorText, sentence } from "./errors.ts";
import { errorReporter, type ResultOptions } from "./result.ts";
import { inSlices } from "./signal.ts";

/**
 * Reports each breach of a rule as an error. Never throws: a check that fails
 * must not keep a plan or state from Terraform, which checks it itself.
 */
export async function reportErrors(
  errors: Generator<undefined, readonly ValidationError[]>,
  options: Pick<ResultOptions, "operation" | "typeName" | "diagnostics">,
): Promise<void> {
  const report = errorReporter(options);
  try {
    for (const { path, message } of await inSlices(errors)) {
      const text = message.charAt(0).toUpperCase() + message.slice(1);
      report(path, sentence(text));
    }
  } catch (error) {
    options.diagnostics.addWarning(
      `Cannot check the result of ${options.operation} ${options.typeName}`,
      `${errorText(error)} Terraform checks it as well.`,
    );
  }
}

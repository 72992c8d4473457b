/**
 * Holds plans and results against the rules that Terraform applies to them,
 * before Terraform does.
 *
 * @module
 */

import type { Problem } from "../check/problem.ts";
import { errorText, sentence } from "./faults.ts";
import { faultReport, type ResultOptions } from "./result.ts";
import { inSlices } from "./slices.ts";

/**
 * Reports each breach of a rule as an error. Never throws: a check that fails
 * must not keep a plan or state from Terraform, which checks it itself.
 */
export async function reportProblems(
  problems: Generator<undefined, readonly Problem[]>,
  options: Pick<ResultOptions, "operation" | "typeName" | "diagnostics">,
): Promise<void> {
  const report = faultReport(options);
  try {
    for (const { path, problem } of await inSlices(problems)) {
      const text = problem.charAt(0).toUpperCase() + problem.slice(1);
      report(path, sentence(text));
    }
  } catch (error) {
    options.diagnostics.addWarning(
      `Cannot check the result of ${options.operation} ${options.typeName}`,
      `${errorText(error)} Terraform checks it as well.`,
    );
  }
}

/**
 * Holds plans and results against the rules that Terraform applies to them,
 * before Terraform does.
 *
 * @module
 */

import { checkOutcome, type OutcomeValues } from "../check/compatibility.ts";
import { checkPlan } from "../check/plan_validity.ts";
import type { PlanValues } from "../check/planned_attribute.ts";
import type { Problem } from "../check/problem.ts";
import type { Schema } from "../schema/schema.ts";
import { sentence } from "./faults.ts";
import type { FaultReport } from "./result/repair.ts";

/** Reports each breach of the rules for plans. */
export function reportPlanFaults(
  schema: Schema,
  values: PlanValues,
  report: FaultReport,
): void {
  reportAll(checkPlan(schema, values), report);
}

/** Reports each value that the plan knew and the result does not keep. */
export function reportOutcomeFaults(
  schema: Schema,
  values: OutcomeValues,
  report: FaultReport,
): void {
  reportAll(checkOutcome(schema, values), report);
}

function reportAll(problems: readonly Problem[], report: FaultReport): void {
  for (const { path, problem } of problems) {
    report(path, sentence(problem.charAt(0).toUpperCase() + problem.slice(1)));
  }
}

import {
  planErrors,
  type PlanValidityInput,
} from "../../provider/framework/check/plan_validity.ts";
import type { ValidationError } from "../../provider/framework/check/validation_error.ts";
import type { NestedObject } from "../../provider/framework/schema/schema.ts";
import { runToCompletion } from "../../provider/framework/schema/walk_schema.ts";

/** Lists the errors that Terraform would find in a plan, without a pause. */
export function checkPlan(
  schema: NestedObject,
  values: PlanValidityInput,
): readonly ValidationError[] {
  return runToCompletion(planErrors(schema, values));
}

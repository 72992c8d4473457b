import {
  planErrors,
  type PlanValidityInput,
} from "../../provider/framework/check/plan_validity.ts";
import type { ValidationError } from "../../provider/framework/check/validation_error.ts";
import type { NestedObject } from "../../provider/framework/schema/schema.ts";
import { finish } from "../../provider/framework/schema/zip.ts";

/** What Terraform would say of a plan, without a pause. */
export function checkPlan(
  schema: NestedObject,
  values: PlanValidityInput,
): readonly ValidationError[] {
  return finish(planErrors(schema, values));
}

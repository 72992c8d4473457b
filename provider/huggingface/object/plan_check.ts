import {
  type Awaitable,
  Diagnostics,
  type ModifyPlanContext,
  type ModifyPlanResult,
  type PlanDestroyContext,
  type PlannedState,
  type Schema,
} from "@hf-terraform/framework";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { keepNote, markOf, type PrivateNotes } from "./notes.ts";

type D = HuggingFaceProvider;

/** Marks a resource; returns whether it had a mark already. */
function mark(notes: PrivateNotes): boolean {
  const isMarked = markOf(notes) !== undefined;
  if (!isMarked) keepNote(notes, "claimant", crypto.randomUUID());
  return isMarked;
}

/** The plan of a change, as a check is given it. */
export interface CheckedPlan<S extends Schema> extends ModifyPlanContext<S, D> {
  /** Whether an earlier plan has marked what this one plans. */
  readonly isMarked: boolean;
}

/** A check of the plans of a resource, of what those before it have left. */
export interface PlanCheck<S extends Schema> {
  /** Checks a change; the paths that it returns replace the object too. */
  modifyPlan?(
    plan: CheckedPlan<S>,
  ): Awaitable<ModifyPlanResult<PlannedState<S>> | void>;
  planDestroy?(plan: PlanDestroyContext<S, D>): Awaitable<void>;
}

/** Terraform plans what is configured before it plans a destroy. */
const destroyAnyway =
  "A `terraform destroy` is refused for the same reason; with " +
  "`-refresh=false` it is not.";

export function runChecks<S extends Schema>(checks: readonly PlanCheck<S>[]) {
  return {
    async modifyPlan(context: ModifyPlanContext<S, D>) {
      const { length } = context.diagnostics.items;
      const diagnostics = new Diagnostics(context.diagnostics.items);
      const isMarked = mark(context);
      let plan = { ...context, diagnostics, isMarked };
      try {
        for (const check of checks) {
          const { planned = plan.planned, requiresReplace = [] } =
            await check.modifyPlan?.(plan) ?? {};
          const all = [...plan.requiresReplace, ...requiresReplace];
          plan = { ...plan, planned, requiresReplace: all };
        }
        const { planned, requiresReplace } = plan;
        return {
          requiresReplace,
          ...planned !== context.planned && { planned },
        };
      } finally {
        const { prior, provider: { hasRead, isApplying } } = context;
        // No destroy has a `-replace`.
        const mayDestroy = hasRead && !isApplying &&
          !(prior === null && isMarked);
        for (const one of diagnostics.items.slice(length)) {
          const isRefusal = one.severity === "error" && mayDestroy;
          const detail = [one.detail, ...isRefusal ? [destroyAnyway] : []];
          context.diagnostics.add({ ...one, detail: detail.join("\n\n") });
        }
      }
    },
    async planDestroy(context: PlanDestroyContext<S, D>) {
      mark(context);
      for (const check of checks) await check.planDestroy?.(context);
    },
  };
}

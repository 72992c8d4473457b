import {
  type IdentityAttributes,
  Path,
  type PlanDestroyContext,
  type Resource,
  resourceOf,
  type Schema,
  type State,
  unknown,
} from "@hf-terraform/framework";
import { boundResource, type Wire } from "@hf-terraform/framework/binding";
import { withAccess } from "../define/access.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import type { PartPlace } from "../repo/repo_parent.ts";
import { ObjectCalls } from "./calls.ts";
import type { CheckedResource, ObjectDefinition } from "./definition.ts";
import { isWriteLost } from "./errors.ts";
import { checkExisting } from "./existing_object.ts";
import { warnOfAnother } from "./fingerprint.ts";
import { adviseMentions } from "./mentions.ts";
import type { PrivateNotes } from "./notes.ts";
import { checkLosses, noteProtected } from "./losses.ts";
import { checkOwner, plannedOwner, storedOwner } from "./owner.ts";
import { type PlanCheck, runChecks } from "./plan_check.ts";
import { titleOf } from "./remote_object.ts";

/** Defines resources whose JSON is `W`. */
export function definerFor<W extends Wire>(): <
  S extends Schema,
  A extends IdentityAttributes,
>(definition: ObjectDefinition<S, A, W>) => Resource {
  return partDefinerFor<W>();
}

/** The same, of those that are a part of a repository. */
export function partDefinerFor<W extends Wire>() {
  return <S extends Schema, A extends IdentityAttributes>(
    declared: ObjectDefinition<S, A, W, PartPlace>,
  ): Resource => {
    const { schema, kind, access, planValues, losses } = declared;
    const { identity: { importKey, displayName: _, ...identity }, ...rest } =
      declared;
    const { schema: key, of } = identity;
    const calls = new ObjectCalls<S, A, W>(declared);
    const { checked, claims, defaultOwner: owner } = calls;
    const made = boundResource<S, A, W, HuggingFaceProvider>({
      ...rest,
      ...key && of && { identity: { ...identity, schema: key, of } },
      importKey,
      ...losses?.dataAtRisk && { dataAtRisk: losses.dataAtRisk },
      label: (state) => calls.label(state),
      explain: (...error) => calls.explain(...error),
      mayHaveTakenEffect: isWriteLost,
      create: (call) => calls.create(call),
      read: (call) => calls.read(call),
      readBeforeUpdate: (call) => calls.readBeforeUpdate(call),
      update: (call) => calls.update(call),
      delete: (call) => calls.delete(call),
      ...owner && {
        planValues: async (context) => ({
          [owner]: await plannedOwner(context),
          ...await planValues?.(context),
        }),
        // A state of another provider may lack the owner.
        backfillState: async ({ state, ...call }) =>
          ({ [owner]: await storedOwner(state, call) }) as Partial<State<S>>,
      },
    });
    /** Warns of what a destroy deletes, that of a replacement too. */
    const tellDestroy = async (
      plan: PlanDestroyContext<S, HuggingFaceProvider>,
    ) => {
      await made.planDestroy?.(plan);
      warnOfAnother(titleOf({ kind, id: checked.idOf(plan.prior) }), plan);
    };
    const noteLost = (state: State<S>, notes: PrivateNotes) => {
      if (notes.privateState.isLost) losses?.noteLost?.(state, notes);
    };
    return resourceOf({
      ...made,
      schema: withAccess(access, made.schema),
      async read(context) {
        noteLost(context.state, context);
        context.provider.hasRead = true;
        const state = await made.read(context);
        if (state) noteProtected(checked, state, context.provider);
        return state;
      },
      ...runChecks<S>([
        {
          modifyPlan: ({ prior, ...context }) =>
            prior === null ? undefined : noteLost(prior, context),
          planDestroy: ({ prior, ...context }) => noteLost(prior, context),
        },
        checkParent(checked),
        {
          async modifyPlan({ prior, ...plan }) {
            const isReplaced = plan.requiresReplace.length > 0;
            if (prior && isReplaced) await tellDestroy({ ...plan, prior });
            return await made.modifyPlan?.({ ...plan, prior });
          },
          planDestroy: tellDestroy,
        },
        checkOwner<S>(schema, access),
        claims.check,
        checkLosses({ ...checked, readState: made.read }),
        checkExisting({ ...checked, ...made, readState: made.read, schema }),
      ]),
    });
  };
}

/** The check that replaces a part with its parent, and warns without one. */
function checkParent<S extends Schema>(
  { parent }: CheckedResource<S>,
): PlanCheck<S> {
  return {
    async modifyPlan(plan) {
      const { prior, planned, ...context } = plan;
      const { claims, isApplying } = context.provider;
      // An apply keeps to what was planned.
      if (parent === undefined || isApplying) return;
      const after = planned as State<S>;
      const { claim, name, needs } = parent.claimOf(after);
      const before = prior === null ? [] : [parent.claimOf(prior).needs];
      await adviseMentions([needs], before, plan);
      if (prior === null) return;
      const isCreated = claims.of(claim).some((one) => one.isCreated);
      // What this run renames has the name only then.
      const isSame = claims.renames(parent.claimOf(prior).claim, claim);
      // What cannot be found out now, the apply refuses.
      const isElsewhere = !isSame && (isCreated ||
        await parent.leadsElsewhere(after, prior, context).catch(() => false));
      const id = `${name}_id`;
      return !isElsewhere && !isCreated ? undefined : {
        planned: { ...planned, [id]: unknown },
        requiresReplace: [Path.root.attribute(isElsewhere ? name : id)],
      };
    },
  };
}

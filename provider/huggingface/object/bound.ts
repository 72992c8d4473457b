/**
 * Resources of this provider whose attributes are declared with their place in
 * the API's JSON. Reads, deletes and errors go the same way for all of them.
 *
 * @module
 */

import {
  type IdentityAttributes,
  Path,
  type Resource,
  resourceOf,
  type Schema,
  type State,
  unknown,
} from "@hf-terraform/framework";
import {
  boundResource,
  type BoundTarget,
  type Wire,
} from "@hf-terraform/framework/binding";
import { withAccess } from "../define/access.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { callsOf } from "./calls.ts";
import { claimsOf } from "./conflicts.ts";
import type { CheckedResource, ObjectDefinition } from "./definition.ts";
import { exactName, idByParts } from "./derived_id.ts";
import { checkExisting } from "./existing_object.ts";
import { warnOfAnother } from "./fingerprint.ts";
import {
  checkLosses,
  deletePlanned,
  forgetLosses,
  refuseUnplanned,
} from "./losses.ts";
import { checkOwner, namespaceOf, ownerIn, plannedOwner } from "./owner.ts";
import { type PlanCheck, runChecks } from "./plan_check.ts";
import { noteProtected } from "./protection.ts";
import { attempt, orGone, titleOf } from "./remote_object.ts";

type D = HuggingFaceProvider;

/** Defines resources whose JSON is `W`. */
export function definerFor<W extends Wire>(): <
  S extends Schema,
  A extends IdentityAttributes,
  P = undefined,
>(definition: ObjectDefinition<S, A, W, P>) => Resource {
  return <S extends Schema, A extends IdentityAttributes, P>(
    declared: ObjectDefinition<S, A, W, P>,
  ) => {
    const { schema, kind, access, planValues, losses = {} } = declared;
    const { identity: { importKey, displayName, ...identity }, ...rest } =
      declared;
    const { schema: key, of } = identity;
    const idOf = typeof displayName === "function"
      ? displayName
      : idByParts(schema, displayName);
    const exact = exactName(schema, displayName);
    const definition = { ...declared, idOf, exact };
    const { partsOf } = losses;
    const losing: CheckedResource<S> = {
      ...definition,
      ...partsOf && {
        async partsOf(call: BoundTarget<S, D>) {
          const target = await calls.about(call.state, call);
          const look = () => orGone(partsOf(target));
          return await attempt("look into", target.object, look) ?? [];
        },
      },
    };
    const calls = callsOf<S, A, W, P>(
      definition,
      (call) => refuseUnplanned(losing, call),
    );
    const owner = ownerIn(schema);
    const isDefault = owner && schema.attributes[owner]?.computed;
    const made = boundResource<S, A, W, D>({
      ...rest,
      ...calls,
      ...key && of && { identity: { ...identity, schema: key, of } },
      importKey,
      ...losses.dataAtRisk && { dataAtRisk: losses.dataAtRisk },
      ...isDefault && {
        planValues: (context) => ({
          [owner]: plannedOwner(context),
          ...planValues?.(context),
        }),
        // A state of another provider may lack the owner.
        backfillState: async ({ state, ...call }) =>
          ({ [owner]: await namespaceOf(state, call) }) as Partial<State<S>>,
      },
    });
    const claims = claimsOf(losing);
    return resourceOf({
      ...made,
      schema: withAccess(access, made.schema),
      async create(context) {
        forgetLosses(context);
        return await made.create(context);
      },
      async read(context) {
        const state = await made.read(context);
        if (state) noteProtected(losing, state, context.provider);
        return state;
      },
      delete: (context) =>
        deletePlanned(losing, context, async () => {
          // What replaces it with `create_before_destroy` may have all of it.
          if (claims.isTaken(context.state, context)) return;
          await made.delete(context);
        }),
      ...runChecks<S>([
        made,
        {
          planDestroy({ prior, privateState, diagnostics }) {
            const title = titleOf({ kind, id: idOf(prior) });
            warnOfAnother(title, privateState, diagnostics);
          },
        },
        checkOwner<S>(schema),
        claims.check,
        checkParent(losing),
        checkLosses(losing),
        checkExisting({ ...losing, ...made, schema }),
      ]),
    });
  };
}

/** The check by which a part is replaced with its parent. */
function checkParent<S extends Schema>(
  { parent }: CheckedResource<S>,
): PlanCheck<S> {
  return {
    modifyPlan({ prior, planned, provider: { claims, isApplying } }) {
      // An apply keeps to what was planned.
      if (parent === undefined || prior === null || isApplying) return;
      const { claim, id } = parent.claimOf(planned as State<S>);
      if (!claims.of(claim).some(({ isCreated }) => isCreated)) return;
      return {
        planned: { ...planned, [id]: unknown },
        requiresReplace: [Path.root.attribute(id)],
      };
    },
  };
}

/**
 * Claims that follow from the declaration of a resource: see `claims.ts`.
 *
 * @module
 */

import {
  type Config,
  type IdentityAttributes,
  isUnknown,
  Path,
  type PlannedState,
  type ResourceDefinition,
  type Schema,
  type State,
  unknown,
} from "@hf-terraform/framework";
import type { PlanOrState } from "@hf-terraform/framework/binding";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { knownTexts } from "../schema/same.ts";
import { type Claim, objectClaim, type PrivateNotes } from "./claims.ts";
import { nameIn, type ObjectNames } from "./derived_id.ts";

/** The claims of a resource. */
export interface ClaimRules<S extends Schema> extends ObjectNames<S> {
  /** The attribute of its name, if letter case tells that from others. */
  readonly exact?: string | undefined;
  /**
   * The things that no other resource of a configuration may manage; default:
   * those of its `id` and `idOf`. Of a state, what is noted beside it is given.
   */
  claims?(
    planned: PlannedState<S>,
    config: Config<S>,
    noted?: PrivateNotes,
  ): readonly Claim[];
  /**
   * The claim that one that is destroyed and one that is created share if they
   * are the same under another address, where only an id tells two apart.
   */
  likeness?(of: PlannedState<S> | State<S>): readonly Claim[];
  /**
   * The whole that it is a part of, and the attribute that has the stable id of
   * that: a part goes with the whole, and is replaced with it.
   */
  partOf?(state: State<S>): { readonly whole: Claim; readonly id: string };
}

/** A resource whose plans claim what it manages. */
export function withClaims<S extends Schema, A extends IdentityAttributes>(
  resource: ResourceDefinition<S, A, HuggingFaceProvider>,
  definition: ClaimRules<S> & { readonly typeName: string },
): ResourceDefinition<S, A, HuggingFaceProvider> {
  const { typeName, idOf, claims = () => undefined, partOf } = definition;
  const like = (of: PlannedState<S> | State<S>) =>
    definition.likeness?.(of) ?? [];
  const claimsOf = (
    planned: PlannedState<S>,
    config: Config<S>,
    noted?: PrivateNotes,
  ) => claims(planned, config, noted) ?? ownClaims(definition, planned);
  // A state has all that a plan has, and the arguments of a configuration.
  const held = (state: State<S>, noted: PrivateNotes) =>
    claimsOf(state as PlannedState<S>, state as Config<S>, noted);
  // Under another name it stays the one that the state has.
  const staying = (
    state: State<S> & { readonly id?: unknown },
    noted: PrivateNotes,
  ) =>
    held(state, noted).flatMap(({ thing, exact = "" }) =>
      thing === `the ${definition.kind} ${state.id}`
        ? { thing, exact: `${exact} of a state` }
        : []
    );
  const by = (values: PlannedState<S> | State<S>) =>
    `\`${typeName}\` ${idOf(values as PlanOrState<S>)}`;
  return {
    ...resource,
    async modifyPlan(context) {
      const { prior, config, provider: { claims, isApplying } } = context;
      const result = await resource.modifyPlan?.(context) ?? {};
      const { planned = context.planned } = result;
      const stays = prior === null ? [] : staying(prior, context);
      claims.plan(
        by(prior ?? planned),
        prior && [...held(prior, context), ...stays],
        [
          // Two that look alike are well, unless what they claim says more.
          ...prior !== null
            ? stays
            : like(planned).map((claim) => ({ ...claim, isShared: true })),
          ...claimsOf(ownedBySomebody(planned, config), config),
        ],
        context,
      );
      const { whole, id } = prior && partOf?.(planned as State<S>) || {};
      // An apply keeps to what was planned.
      const isLost = whole && id && !isApplying &&
        claims.of(whole).some(({ isCreated }) => isCreated);
      return !isLost ? result : {
        planned: { ...planned, [id]: unknown },
        requiresReplace: [
          ...result.requiresReplace ?? [],
          Path.root.attribute(id),
        ],
      };
    },
    async planDestroy(context) {
      const { prior, provider: { claims, isApplying } } = context;
      await resource.planDestroy?.(context);
      // An apply plans the destroy of what it has replaced by then.
      if (isApplying) return;
      const before = [
        ...held(prior, context),
        ...staying(prior, context),
        ...like(prior),
      ];
      claims.plan(by(prior), before, null, context);
    },
    async delete(context) {
      const { provider: { claims }, state } = context;
      // What replaces it with `create_before_destroy` may have all of it.
      const own = held(state, context).filter(({ isShared }) => !isShared);
      const isTaken = (claim: Claim) =>
        claims.of(claim, context).some(({ isPlanned }) => isPlanned);
      if (own.length > 0 && own.every(isTaken)) return;
      await resource.delete(context);
    },
  };
}

/** A plan in which the default owner has a name, though nobody knows it yet. */
function ownedBySomebody<S extends Schema>(
  planned: PlannedState<S>,
  config: Config<S>,
): PlannedState<S> {
  const isDefault = Reflect.get(config, "namespace") === null &&
    isUnknown(Reflect.get(planned, "namespace"));
  return isDefault ? { ...planned, namespace: "(the token's user)" } : planned;
}

function ownClaims<S extends Schema>(
  { kind, exact, ...named }: ClaimRules<S>,
  planned: PlannedState<S> & { readonly id?: unknown },
): readonly Claim[] {
  // Before it exists it is known by what is configured.
  const name = nameIn(named, planned);
  const [id = name] = knownTexts(planned.id) ?? [];
  const [letters] = knownTexts(exact && Reflect.get(planned, exact)) ?? [];
  return [...new Set([id, name])].flatMap((one) =>
    one === undefined
      ? []
      : objectClaim(kind, one, one === name ? letters : undefined)
  );
}

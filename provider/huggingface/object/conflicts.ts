/**
 * Claims that follow from the definition of a resource: see `claims.ts`.
 *
 * @module
 */

import {
  type Config,
  type DiagnosticsError,
  isUnknown,
  type OperationContext,
  Path,
  type PlannedState,
  type Schema,
  type State,
  unknown,
} from "@hf-terraform/framework";
import type { PlanOrState } from "@hf-terraform/framework/binding";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { knownTexts } from "../schema/same.ts";
import { type Claim, objectClaim, type PrivateNotes } from "./claims.ts";
import { type NamedResource, nameIn } from "./derived_id.ts";
import type { Parent } from "./parent.ts";
import type { CheckedPlan, PlanCheck } from "./plan_check.ts";

type D = HuggingFaceProvider;

/** Others that may have the object that a resource is to have. */
export interface Conflicts<S extends Schema> {
  /**
   * The things that no other resource of a configuration may manage; default:
   * those of its `id` and its name. Of a state, what is noted beside it is given.
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
   * The id of what is equal to a plan already, as lists show it, of which the
   * create would refuse to make a second one, but for the one that it replaces.
   * Default: what has the same `id`.
   */
  equalTo?(
    planned: PlannedState<S>,
    context: Pick<CheckedPlan<S>, "provider" | "signal" | "config" | "prior">,
  ): Promise<string | undefined>;
  /** The error of a create that refuses what is there in parts. */
  refusalOf?(
    planned: PlannedState<S>,
    context: OperationContext<D> & PrivateNotes,
  ): Promise<DiagnosticsError | undefined>;
  /**
   * The objects that a create takes if they are there already: only equal ones,
   * or any, which it changes to what is configured.
   */
  readonly adopts?: "equal" | "any";
}

/** A resource whose objects may be those of others. */
export interface ClaimingResource<S extends Schema> extends NamedResource<S> {
  readonly typeName: string;
  readonly conflicts?: Conflicts<S>;
  readonly parent?: Pick<Parent<State<S>, unknown>, "claimOf">;
  /** The attribute of its name, if letter case tells that from others. */
  readonly exact?: string | undefined;
}

/** Claims of a state, for the delete of a resource and the checks of its plans. */
export function claimsOf<S extends Schema>(resource: ClaimingResource<S>) {
  const { kind, typeName, idOf, parent } = resource;
  const { claims, likeness } = resource.conflicts ?? {};
  const like = (of: PlannedState<S> | State<S>) => likeness?.(of) ?? [];
  const claimsOf = (
    planned: PlannedState<S>,
    config: Config<S>,
    noted?: PrivateNotes,
  ) => claims?.(planned, config, noted) ?? ownClaims(resource, planned);
  // A state has all that a plan has, and the arguments of a configuration.
  const held = (state: State<S>, noted: PrivateNotes) =>
    claimsOf(state as PlannedState<S>, state as Config<S>, noted);
  // Under another name it stays the one that the state has.
  const staying = (
    state: State<S> & { readonly id?: unknown },
    noted: PrivateNotes,
  ) =>
    held(state, noted).flatMap(({ thing, exact = "" }) =>
      thing === `the ${kind} ${state.id}`
        ? { thing, exact: `${exact} of a state` }
        : []
    );
  const by = (values: PlannedState<S> | State<S>) =>
    `\`${typeName}\` ${idOf(values as PlanOrState<S>)}`;
  const check: PlanCheck<S> = {
    modifyPlan(context) {
      const { prior, planned, config, provider: { claims, isApplying } } =
        context;
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
      const { claim, id } = prior && parent?.claimOf(planned as State<S>) ||
        {};
      // An apply keeps to what was planned.
      const isLost = claim && id && !isApplying &&
        claims.of(claim).some(({ isCreated }) => isCreated);
      return Promise.resolve(
        !isLost ? undefined : {
          planned: { ...planned, [id]: unknown },
          requiresReplace: [Path.root.attribute(id)],
        },
      );
    },
    planDestroy(context) {
      const { prior, provider: { claims, isApplying } } = context;
      // An apply plans the destroy of what it has replaced by then.
      if (isApplying) return;
      const before = [
        ...held(prior, context),
        ...staying(prior, context),
        ...like(prior),
      ];
      claims.plan(by(prior), before, null, context);
    },
  };
  return {
    check,
    /** Whether what replaces an object has all of it, before it is deleted. */
    isTaken(state: State<S>, context: PrivateNotes & { readonly provider: D }) {
      const { claims } = context.provider;
      const own = held(state, context).filter(({ isShared }) => !isShared);
      return own.length > 0 &&
        own.every((claim) =>
          claims.of(claim, context).some(({ isPlanned }) => isPlanned)
        );
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
  { kind, exact, ...named }: ClaimingResource<S>,
  planned: PlannedState<S> & { readonly id?: unknown },
): readonly Claim[] {
  // Before it exists it is known by what is configured.
  const name = nameIn(named, planned);
  const [id = name] = knownTexts(planned.id) ?? [];
  const [letters] = knownTexts(exact && Reflect.get(planned, exact)) ?? [];
  return [...new Set([id, name])].flatMap((one) =>
    one === undefined
      ? []
      // What has an id of its own may have the name of another one.
      : {
        ...objectClaim(kind, one, one === name ? letters : undefined),
        isShared: one !== id,
      }
  );
}

/**
 * What a resource claims by its declaration: see `claims.ts`.
 *
 * @module
 */

import {
  type Config,
  type IdentityAttributes,
  isUnknown,
  Path,
  type Planned,
  type PrivateState,
  type ResourceDefinition,
  type Schema,
  type State,
  unknown,
} from "@hf-terraform/framework";
import type { Told } from "@hf-terraform/framework/binding";
import type { Access } from "../access.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { type Claim, known, objectClaim } from "./claims.ts";
import type { Losing } from "./losing.ts";
import { type Findable, warnOfChanges, warnOfExisting } from "./found.ts";

type D = HuggingFaceProvider;

/** What a resource is called, and what it claims. */
export interface Claiming<S extends Schema> extends Findable<S> {
  /**
   * Its id, as `terraform import` takes it; before it is known, what tells it
   * from others in the same place. Default: what its `id` is made of.
   */
  idOf(known: Told<S>): string;
  /**
   * What nothing else in a configuration may manage; default: what its `id`
   * and `idOf` say.
   */
  claims?(
    values: { readonly planned: Planned<S>; readonly config: Config<S> },
  ): readonly Claim[];
  /** What it has; default: what it would claim if it were planned so. */
  has?(state: State<S>, privateState: PrivateState): readonly Claim[];
  /**
   * What it is a part of, and the attribute that has the stable id of that: a
   * part goes with the whole, and is replaced with it.
   */
  partOf?(state: State<S>): { readonly whole: Claim; readonly id: string };
  /** Whether two that `idOf` names alike before they exist are both well. */
  readonly mayBeTwice?: true;
}

/** A resource whose plans claim what it manages. */
export function withClaims<
  S extends Schema,
  A extends IdentityAttributes,
>(
  resource: ResourceDefinition<S, A, D>,
  definition: Claiming<S> & Losing<S> & Access & {
    readonly typeName: string;
  },
): ResourceDefinition<S, A, D> {
  const { typeName, has } = definition;
  // A state has all that a plan has, and the arguments of a configuration.
  const planOf = (state: State<S>) => state as Planned<S> & Config<S>;
  const by = (values: Planned<S> & { readonly id?: unknown }) => {
    const [id = nameIn(definition, values) ?? ""] = known(values.id) ?? [];
    return `\`${typeName}\` ${id}`.trimEnd();
  };
  const held = (
    state: State<S>,
    { privateState }: { readonly privateState: PrivateState },
  ) =>
    has?.(state, privateState) ??
      claimsOf(definition, {
        planned: planOf(state),
        config: planOf(state),
      });
  // Under another name it stays the one that the state has.
  const own = (state: State<S> & { readonly id?: unknown }) => {
    const { thing } = objectClaim({ kind: definition.kind, id: `${state.id}` });
    const claims = claimsOf(definition, {
      planned: planOf(state),
      config: planOf(state),
    });
    return claims.some((claim) => claim.thing === thing)
      ? [{ thing, key: `${thing} of a state` }]
      : [];
  };
  return {
    ...resource,
    async create(context) {
      const state = await resource.create(context);
      const { claims } = context.provider;
      for (const claim of held(state, context)) claims.take(claim, context);
      return state;
    },
    async delete(context) {
      const { provider: { claims }, state } = context;
      // What replaces it with `create_before_destroy` may have all of it.
      const own = held(state, context).filter(({ isShared }) => !isShared);
      const isTaken = (claim: Claim) => claims.isTaken(claim, context);
      if (own.length > 0 && own.every(isTaken)) return;
      await resource.delete(context);
    },
    async modifyPlan(context) {
      const { prior, provider } = context;
      const result = await resource.modifyPlan?.(context) ?? {};
      const planned = result.planned ?? context.planned;
      const isNew = provider.claims.plan({
        by: by(prior === null ? planned : planOf(prior)),
        before: prior && [...held(prior, context), ...own(prior)],
        after: [
          ...claimsOf(definition, { ...context, planned }),
          ...prior === null ? [] : own(prior),
        ],
      }, context);
      const planning = { ...context, planned };
      const isRefused = isNew &&
        await warnOfExisting(resource, definition, planning);
      if (prior === null && !isRefused) {
        await warnOfChanges(resource, definition, planning);
      }
      const id = prior === null
        ? undefined
        : lostId(definition, prior, planned, provider);
      if (id === undefined) return result;
      return {
        planned: { ...planned, [id]: unknown },
        requiresReplace: [
          ...result.requiresReplace ?? [],
          Path.root.attribute(id),
        ],
      };
    },
    async planDestroy(context) {
      const { prior, provider } = context;
      await resource.planDestroy?.(context);
      provider.claims.plan({
        by: by(planOf(prior)),
        before: [...held(prior, context), ...own(prior)],
        after: null,
      }, context);
    },
  };
}

/**
 * The attribute with the stable id of the whole, if a part of it goes with that
 * and comes again: Terraform replaces only for what changes.
 */
function lostId<S extends Schema>(
  { partOf }: Pick<Claiming<S>, "partOf">,
  prior: State<S>,
  planned: Planned<S>,
  { claims }: HuggingFaceProvider,
): string | undefined {
  const part = partOf?.(prior);
  // One that leads elsewhere by now follows the whole that it is a part of.
  const isSame = part?.whole.thing ===
    partOf?.(planned as State<S>).whole.thing;
  return part !== undefined && isSame && claims.isCreated(part.whole)
    ? part.id
    : undefined;
}

function claimsOf<S extends Schema>(
  { schema, kind, claims, idOf, mayBeTwice }: Claiming<S>,
  values: { readonly planned: Planned<S>; readonly config: Config<S> },
): readonly Claim[] {
  if (claims !== undefined) return claims(values);
  const { id }: { readonly id?: unknown } = values.planned;
  const own = typeof id === "string" ? [objectClaim({ kind, id })] : [];
  if (mayBeTwice === true) return own;
  // Before it exists it is known by what is configured.
  const name = nameIn({ schema, idOf }, values.planned);
  return name === undefined ? own : [...own, objectClaim({ kind, id: name })];
}

/** What `idOf` says of what is configured; undefined: not known yet. */
function nameIn<S extends Schema>(
  { schema, idOf }: Pick<Claiming<S>, "schema" | "idOf">,
  planned: Planned<S>,
): string | undefined {
  let isKnown = true;
  const configured = new Proxy<object>(planned, {
    get(values, name) {
      const { computed, optional } = schema.attributes[String(name)] ?? {};
      if (computed === true && optional !== true) return unknown;
      const value = Reflect.get(values, name);
      isKnown &&= !isUnknown(value);
      return value;
    },
  });
  const name = idOf(configured as Told<S>);
  return isKnown ? name : undefined;
}

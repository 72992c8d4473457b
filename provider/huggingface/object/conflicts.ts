import type {
  Config,
  PlannedState,
  Schema,
  State,
} from "@hf-terraform/framework";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { knownTexts, sameName, sameOwner } from "../schema/same.ts";
import { type Claim, objectClaim } from "./claims.ts";
import {
  formerName,
  type PartPlace,
  type RepositoryParent,
} from "../repo/repo_parent.ts";
import type { CheckedResource } from "./definition.ts";
import { nameIn } from "./derived_id.ts";
import { quietContext } from "./losses.ts";
import { markOf, type PrivateNotes } from "./notes.ts";
import type { PlanCheck } from "./plan_check.ts";
import type { RemoteObject } from "./remote_object.ts";

type Context = RemoteObject["context"];

/** The parent as reads share it; undefined: it is to come, or is not seen. */
export async function seenParent<K>(
  { claimOf, read }: Pick<RepositoryParent<K>, "claimOf" | "read">,
  known: K,
  context: Context,
): Promise<PartPlace | undefined> {
  const { claim } = claimOf(known);
  const holders = context.provider.claims.of(claim);
  const isToCome = holders.some(({ isCreated }) => isCreated);
  if (claim.within === undefined || isToCome) return undefined;
  return await read(known, { context }).catch(() => undefined);
}

/** The claims of a resource, for its delete and the checks of its plans. */
export function claimsOf<S extends Schema>(resource: CheckedResource<S>) {
  const { typeName, idOf, parent, conflicts = {} } = resource;
  // Objects that look alike do not conflict, unless their claims do.
  const likeness: NonNullable<typeof conflicts.likeness> = (known) =>
    (conflicts.likeness?.(known) ?? [])
      .map((claim) => ({ ...claim, isShared: true }));
  const claimed: NonNullable<typeof conflicts.claims> = conflicts.claims ??
    ((planned) => ownClaims(resource, planned));
  const heldIn = (state: State<S> & { id?: unknown }, noted: PrivateNotes) => {
    // A state has all that a plan has, and the arguments of a configuration.
    const own = claimed(state as PlannedState<S>, state as Config<S>, noted);
    // Under another name it stays the one that the state has.
    const stays = own.filter(({ thing }) => thing.endsWith(` ${state.id}`))
      .map(({ thing, exact = "" }) => ({
        thing,
        exact: `${exact} of a state`,
      }));
    return { own, stays, all: [...likeness(state), ...own, ...stays] };
  };
  /** Notes the name of the parent, as a former one leads to the same thing. */
  const note = async (known: State<S>, context: Context) => {
    if (parent === undefined) return;
    await seenParent(parent, known, quietContext(context));
  };
  /** Refuses a name of the parent that leads to what is called otherwise now. */
  const refuseFormer = async (
    known: State<S>,
    isAllowed: typeof sameOwner,
    context: Context,
  ) => {
    if (parent === undefined) return;
    await note(known, context);
    const { claim, claim: { within = "" }, name } = parent.claimOf(known);
    const { claims } = context.provider;
    const now = claims.names.get(within) ?? within;
    // The plan of the parent says where that goes.
    if (isAllowed(now, within) || claims.of(claim).length > 0) return;
    const [from = "", to = ""] = [within, now]
      .map((path) => path.split("/").slice(-2).join("/"));
    context.diagnostics.append(formerName(from, to, name).diagnostics);
  };
  const check: PlanCheck<S> = {
    async modifyPlan(context) {
      const { prior, planned, config, provider, isUpdate } = context;
      const after = planned as State<S>;
      const isRenamed = prior !== null && parent !== undefined &&
        parent.claimOf(prior).claim.within !==
          parent.claimOf(after).claim.within;
      if (prior && (isRenamed || !provider.isApplying)) {
        await note(prior, context);
      }
      // What is created has no stable id to follow.
      const isAllowed = prior === null ? sameName : sameOwner;
      const isSaid = prior === null &&
        provider.replacing.get(markOf(context) ?? "")?.isSaid === true;
      if ((prior === null || isUpdate) && !isSaid && !provider.isApplying) {
        await refuseFormer(after, isAllowed, context);
      }
      const { all = null, stays = [] } = prior ? heldIn(prior, context) : {};
      provider.claims.plan(
        `\`${typeName}\` ${idOf(prior ?? planned)}`,
        all,
        [...stays, ...likeness(planned), ...claimed(planned, config)],
        context,
      );
    },
    async planDestroy(context) {
      const { prior, provider: { claims, isApplying } } = context;
      // An apply plans the destroy of what it has replaced by then.
      if (isApplying) return;
      await note(prior, context);
      const { all } = heldIn(prior, context);
      claims.plan(`\`${typeName}\` ${idOf(prior)}`, all, null, context);
    },
  };
  return {
    check,
    /** Whether what replaces an object has all of it, before it is deleted. */
    isTaken(
      state: State<S>,
      context: PrivateNotes & { readonly provider: HuggingFaceProvider },
    ) {
      const { claims } = context.provider;
      const { own } = heldIn(state, context);
      const isAlsoOthers = (claim: Claim) =>
        claims.of(claim, context).some(({ isPlanned }) => isPlanned);
      return own.length > 0 && own.every(isAlsoOthers);
    },
  };
}

function ownClaims<S extends Schema>(
  { kind, exact, parent, ...named }: CheckedResource<S>,
  planned: PlannedState<S> & { readonly id?: unknown },
): readonly Claim[] {
  // Before it exists it is known by what is configured.
  const name = nameIn(named, planned);
  const [id = name] = knownTexts(planned.id) ?? [];
  const [letters] = knownTexts(exact && Reflect.get(planned, exact)) ?? [];
  return [...new Set([id, name])].filter((one) => one !== undefined)
    // What has an id of its own may have the name of another one.
    .map((one) => ({
      ...objectClaim(kind, one, one === name ? letters : undefined),
      within: parent?.claimOf(planned as State<S>).claim.within,
      isShared: one !== id,
    }));
}

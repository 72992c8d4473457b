/**
 * The calls of a resource, one method for each, as the framework makes them. A
 * call has the object that it is about, its client and its owner, and goes to
 * the object of the state alone.
 *
 * @module
 */

import type {
  Config,
  IdentityAttributes,
  Plan,
  PlannedState,
  Schema,
  State,
} from "@hf-terraform/framework";
import { isApiError } from "@hf-terraform/client";
import {
  type BoundCall,
  type BoundCreate,
  type BoundTarget,
  type BoundUpdate,
  jsonAt,
  type MayRepeat,
  type PlanOrState,
  type Wire,
} from "@hf-terraform/framework/binding";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { claimsOf } from "./conflicts.ts";
import { keepAfterCreate } from "./after_create.ts";
import type { CheckedResource, ObjectDefinition } from "./definition.ts";
import { deleteObject } from "./delete.ts";
import { exactName, idOfFound } from "./derived_id.ts";
import { endingOf, refuseUnplanned } from "./losses.ts";
import { forgetNotes, keepNote } from "./notes.ts";
import { assertAsTold, noteUnconfigured } from "./update_losses.ts";
import type { PartPlace } from "../repo/repo_parent.ts";
import { namespaceIn, namespaceOf, ownerIn } from "./owner.ts";
import {
  attempt,
  explainFor,
  orGone,
  type RemoteObject,
} from "./remote_object.ts";
import { noteGroup, type Target, Targets } from "./targets.ts";
import { planCreate } from "./visibility_order.ts";
import { notTold } from "../schema/not_told.ts";

type D = HuggingFaceProvider;

export class ObjectCalls<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
> {
  /** The resource, as the checks of its plans see it. */
  readonly checked: CheckedResource<S>;
  readonly claims: ReturnType<typeof claimsOf<S>>;
  /** The attribute of the owner, if the provider block has its default. */
  readonly defaultOwner: string | undefined;
  readonly #targets: Targets<S, A, W>;
  readonly #definition: Targets<S, A, W>["definition"];

  constructor(declared: ObjectDefinition<S, A, W, PartPlace>) {
    const { schema, identity: { displayName }, losses } = declared;
    const { partsOf } = losses ?? {};
    const targets = new Targets(declared);
    this.#targets = targets;
    this.#definition = targets.definition;
    const owner = ownerIn(schema);
    this.defaultOwner = owner && schema.attributes[owner]?.computed
      ? owner
      : undefined;
    this.checked = {
      ...targets.definition,
      exact: exactName(schema, displayName),
      ...partsOf && {
        async partsOf(call: BoundTarget<S, D>) {
          const target = await targets.about(call.state, call);
          return await attempt("look into", target.object, async () => {
            const parts = await orGone(partsOf(target));
            if (parts !== undefined) return parts;
            if (await targets.look(target) === undefined) {
              await target.assertGone();
              return undefined;
            }
            throw notTold(`what ${target.object.id} holds`);
          });
        },
      },
    };
    this.claims = claimsOf(this.checked);
  }

  /** The object, as errors of the framework name it. */
  label(state: PlanOrState<S>): string {
    const { kind, idOf } = this.#definition;
    return `the ${kind} ${idOf(state)}`;
  }

  explain(
    error: unknown,
    verb: string,
    { call, state }: {
      readonly call: BoundCall<D>;
      readonly state: Partial<State<S>>;
    },
  ): Promise<unknown> {
    // After an import it holds what leads to the object.
    const object = this.#targets.objectOf(state as State<S>, call);
    const advice = verb === "read"
      ? `The ${object.kind} stays in the state.`
      : undefined;
    return explainFor(error, verb, object, advice);
  }

  /** Creates the object; what fails once it is there is no error any more. */
  create(given: BoundCreate<S, W, D>): Promise<W["response"]> {
    const { parent, visibility, conflicts, create } = this.#definition;
    forgetNotes(given);
    return write(given, async () => {
      const owner = this.defaultOwner;
      const call = owner === undefined ? given : {
        ...given,
        ...given.resolve(
          { [owner]: await namespaceOf(given.plan, given) } as Partial<Plan<S>>,
        ),
      };
      const { plan, provider } = call;
      const config = call.config as Config<S>;
      const planned = plan as PlannedState<S>;
      const isOwn = owner !== undefined && namespaceIn(call.config) === null &&
        (provider.settings.namespace ?? null) === null;
      let place: PartPlace | undefined = undefined;
      const refuse = async () => {
        if (conflicts?.adopts !== undefined) return;
        provider.forget();
        const refusal = await conflicts?.refusalOf?.(planned, call);
        if (refusal !== undefined) throw refusal;
      };
      const target = await this.#targets.about(plan, {
        ...call,
        async mayRepeat(error, isLost, also) {
          await place?.assertStill();
          await refuse();
          return await call.mayRepeat?.(error, isLost, also) ?? !isLost;
        },
      });
      const object: RemoteObject = {
        ...target.object,
        idOf: (found) => idOfFound(this.#definition, plan, found),
        adviceOn: (error) =>
          isOwn && isApiError(error, 403)
            ? `No \`${owner}\` is set, so it would belong to the token's own account.`
            : target.object.adviceOn?.(error),
      };
      await this.#targets.noteSight(target);
      place = await parent?.find(plan, object);
      noteGroup(place?.group, call);
      await refuse();
      const keepTo = this.#targets.keepTo(object, plan, place);
      return await keepAfterCreate({
        ...target,
        save: (answer) => target.save(keepTo(answer)),
        object,
        // One of several equal ones is replaced.
        isBesideEqual: this.#likenesses(planned)
          .some((one) => provider.deletedLikenesses.has(one)),
        find: async (signal: AbortSignal) =>
          await conflicts?.find?.(planned, { ...call, signal, config }) ?? [],
        // What has no parent is given none.
        parent: place as PartPlace,
        ...planCreate<W["create"]>(call.body, visibility, {
          object,
          table: this.#targets.table,
          notSent: call.markUnsent,
        }),
      }, async (call) => {
        const answer = keepTo(await create(call));
        noteUnconfigured(this.#targets.table, answer, call.plan, call, true);
        return answer;
      });
    });
  }

  async read(call: BoundTarget<S, D>): Promise<W["response"] | undefined> {
    const target = await this.#targets.about(call.state, call);
    const found = await this.#targets.read(target, false) ??
      await this.#targets.readAgain(target);
    if (found === undefined) await target.assertGone();
    else {
      await this.#targets.noteSight(target);
      noteUnconfigured(this.#targets.table, found, call.state, call, false);
      const how = target.another(found);
      if (how !== undefined) keepNote(call, "set_again", how);
    }
    return found;
  }

  async readBeforeUpdate(
    call: BoundTarget<S, D>,
  ): Promise<W["response"] | null | undefined> {
    const target = await this.#targets.about(call.state, call);
    const found = await this.#targets.lookAtSame(target, "changed");
    // What takes equal ones puts in place what is not there.
    const isPut = this.#definition.conflicts?.adopts === "equal";
    return isPut ? found ?? null : found;
  }

  update(call: BoundUpdate<S, W, D>): Promise<W["response"] | undefined> {
    const { parent, update } = this.#definition;
    let place: PartPlace | undefined;
    const mayRepeat: MayRepeat = async (error, isLost, also) =>
      await call.mayRepeat?.(error, isLost, async () => {
        await also?.();
        await place?.assertStill();
      }) ?? false;
    const { provider, prior } = call;
    const { table } = this.#targets;
    const label = this.label(prior);
    const begun = this.#targets.begun.get(Object(call.current)) ??
      provider.now();
    let { current } = call;
    const look = lookAgain(provider, begun, async () => {
      current = await call.lookAgain();
      assertAsTold(label, table, { ...call, current });
      await place?.assertStill();
    });
    let isAsked = false;
    // Later ones would take what this update has sent for somebody else's.
    const refuseLate = async () => {
      if (isAsked) return false;
      isAsked = true;
      return await look();
    };
    return write(call, async () => {
      const known = { ...call, mayRepeat, refuseLate };
      const target = await this.#targets.about(prior, known, call.plan);
      if (call.isResumed) keepNote(call, "wait_pending", true);
      const { object } = target;
      assertAsTold(label, table, { ...call, current });
      const answer = await attempt("update", object, async () => {
        const seen = current && this.#targets.parentOf(current);
        place = await parent?.identify(target, seen);
        await look();
        const keepTo = this.#targets
          .keepTo(object, call.plan, place, call.plan);
        const answer = await update?.({
          ...target,
          current,
          parent: place as PartPlace,
          save: (answer, sent) => target.save(keepTo(answer), sent),
        });
        return answer && keepTo(answer);
      });
      if (answer === undefined) return undefined;
      const { read = [] } = this.#targets.fingerprint?.binding ?? {};
      const isRead = jsonAt(answer, read) !== undefined;
      if (isRead) keepNote(call, "set_again", undefined);
      noteUnconfigured(table, answer, call.plan, call, true);
      return answer;
    });
  }

  /** Deletes the object for sure; what may refuse that is asked for first. */
  async delete(call: BoundTarget<S, D>): Promise<void> {
    const { state, provider } = call;
    // Of what stays nothing is asked.
    if (endingOf(state) === "keep") return;
    const lose = () => refuseUnplanned(this.checked, call);
    const refuseLate = lookAgain(provider, provider.now(), async () => {
      await lose();
      await call.mayRepeat?.(late, false);
    });
    try {
      // What is lost unseen is refused even where nothing is left to send.
      if (await lose() === "gone") return;
      // What replaces it with `create_before_destroy` may have all of it.
      if (this.claims.isTaken(state, call)) return;
      await write(call, () => this.#deleteSame({ ...call, refuseLate }));
      for (const likeness of this.#likenesses(state)) {
        provider.deletedLikenesses.add(likeness);
      }
    } finally {
      // They are the plan's, and not the state's.
      keepNote(call, "lost", undefined);
    }
  }

  /** Lists what equal objects share, as texts. */
  #likenesses(of: PlannedState<S> | State<S>): readonly string[] {
    return (this.#definition.conflicts?.likeness?.(of) ?? [])
      .map((claim) => JSON.stringify(claim));
  }

  /** Deletes the object if it is that of the state still, and where it is. */
  async #deleteSame(
    call: BoundTarget<S, D> & Pick<RemoteObject["context"], "refuseLate">,
  ): Promise<void> {
    const { parent } = this.#definition;
    let place: PartPlace | undefined = undefined;
    const target = await this.#targets.about(call.state, {
      ...call,
      mayRepeat: async (error, isLost) => {
        const check = async () => {
          if (isLost && !this.#targets.isOneOfAKind(call.state)) {
            throw new Error("nothing tells it from one that was made since.");
          }
          await place?.assertStill();
          await refuseUnplanned(this.checked, call);
        };
        return await call.mayRepeat?.(error, isLost, check) ?? false;
      },
    });
    const find = () => parent?.look(call.state, target.object);
    place = await find();
    if (parent !== undefined && place === undefined) {
      return await target.assertGone();
    }
    // Last, as it is the one that the request is going to meet.
    const current = this.#targets.fingerprint &&
      (await this.#targets.lookAtSame(target, "deleted", place) ??
        await this.#targets.readAgain(target));
    try {
      const isFound = await this.#sendDelete(target, place, current);
      if (isFound === false) await target.assertGone();
    } catch (error) {
      // Another resource of the run may have deleted its parent.
      const isThere = await find()?.catch(() => place) !== undefined;
      if (parent === undefined || isThere) throw error;
      await target.assertGone();
    }
  }

  /** Deletes the object where it is; false: nothing was found. */
  async #sendDelete(
    target: Target<S>,
    place: PartPlace | undefined,
    current: W["response"] | undefined,
  ): Promise<unknown> {
    let stays = false;
    const find = async (known?: PartPlace) => {
      const found = await this.#targets.look(target, known);
      return found && { isSame: target.another(found) === undefined };
    };
    return await this.#definition.delete({
      ...target,
      current,
      parent: place as PartPlace,
      confirmDelete: (send, isGone) =>
        deleteObject(target.object, {
          async send(once) {
            stays = await send(once) === false;
          },
          isThere: async () => !stays && (await find(place))?.isSame === true,
          isGone: async () => {
            // Its parent may have another name by now.
            const found = await find();
            if (found) return !found.isSame;
            const isSurelyGone = await isGone?.() ?? true;
            if (isSurelyGone) await target.assertGone();
            return isSurelyGone;
          },
        }),
    });
  }
}

/** Does what changes something, after which lists are read again. */
async function write<T>(
  { provider }: BoundCall<D>,
  send: () => Promise<T>,
): Promise<T> {
  provider.isApplying = true;
  try {
    return await send();
  } finally {
    provider.forget();
  }
}

/** Milliseconds until a look is old: less than a wait for the rate limit. */
const LATE_MS = 900;

/** The reason to take it again. */
const late = new Error("The last look at it was about a second old.");

/** A look that is taken again once it is old; whether it was. */
function lookAgain(
  { now }: D,
  /** The time when the last look began. */
  begun: number,
  look: () => Promise<unknown>,
): () => Promise<boolean> {
  return async () => {
    if (now() - begun <= LATE_MS) return false;
    begun = now();
    await look();
    return true;
  };
}

/**
 * The calls of a resource, as the framework makes them: each has the object
 * that it is about, its client and its owner, and goes to the object of the
 * state alone.
 *
 * @module
 */

import type {
  IdentityAttributes,
  Plan,
  Schema,
  State,
} from "@hf-terraform/framework";
import {
  type BoundCall,
  type BoundCreate,
  type BoundTarget,
  type BoundUpdate,
  type PlanOrState,
  tableOf,
  type Wire,
} from "@hf-terraform/framework/binding";
import { plannedCost } from "../cost/planned_cost.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { keepAfterCreate } from "./create.ts";
import type { ObjectDefinition } from "./definition.ts";
import { deleteObject } from "./delete.ts";
import type { NamedResource } from "./derived_id.ts";
import {
  anotherThan,
  forgetAnother,
  isAnother,
  noteAnother,
} from "./fingerprint.ts";
import { namespaceIn, namespaceOf, ownerIn } from "./owner.ts";
import { placeOf } from "./places.ts";
import {
  attempt,
  type CallContext,
  explainFor,
  orGone,
  type RemoteObject,
} from "./remote_object.ts";
import { assertSeen, noteUser } from "./visibility.ts";
import { planCreate, type VisibilityFields } from "./visibility_order.ts";
import { expectWait } from "./wait.ts";

type D = HuggingFaceProvider;

/** The opening of an object without a visibility. */
const always: VisibilityFields = { by: "", closed: undefined };

/** Makes the calls of a definition. */
export function callsOf<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
  P,
>(
  definition: ObjectDefinition<S, A, W, P> & NamedResource<S>,
  /** Refuses a delete that loses what no plan has seen. */
  refuseUnplanned: (call: BoundTarget<S, D>) => Promise<void>,
) {
  const { schema, kind, idOf, access, errors } = definition;
  const { parent, visibility = always } = definition;
  const { permission, plan } = access;
  const {
    seenBy = schema.attributes["organization"] && "admin" as const,
  } = access;
  const table = tableOf(schema.attributes);
  const fingerprint = table.find(({ binding }) => binding.fingerprint);
  const owner = ownerIn(schema);
  const defaultOwner = owner && schema.attributes[owner]?.computed
    ? owner
    : undefined;

  const objectOf = (
    state: PlanOrState<S>,
    context: BoundCall<D>,
    planned: object = state,
  ): RemoteObject => ({
    kind,
    id: idOf(state),
    permission,
    plan,
    context,
    pathOf: (error) => placeOf(error, table, errors, planned),
    adviceOn: (error) => errors?.adviceOn?.(error, state as Partial<State<S>>),
  });
  const about = async <C extends BoundCall<D>>(
    known: PlanOrState<S>,
    call: C,
    planned?: object,
  ): Promise<C & CallContext> => {
    const namespace = namespaceIn(known);
    return {
      ...call,
      object: objectOf(known, call, planned),
      client: await call.provider.client(call),
      namespace: typeof namespace === "string" ? namespace : "",
      another: (answer) =>
        fingerprint && anotherThan(known, answer, fingerprint),
    };
  };
  type Target = BoundTarget<S, D> & CallContext;
  const assertGone = async (target: Target) => {
    const { state } = target;
    // An import knows only what leads to it, and forgets nothing.
    const isWhole = Object.keys(schema.attributes)
      .every((name) => Object.hasOwn(state, name));
    if (isWhole && seenBy !== undefined) {
      await assertSeen(seenBy, target, state);
    }
  };
  /** The parents of what was read, so that an update need not look again. */
  const parents = new WeakMap<object, P>();
  const readIn = async (target: Target, isFresh: boolean, known?: P) => {
    const place = known ?? await parent?.read(target.state, target.object);
    if (parent !== undefined && place === undefined) return undefined;
    // What has no parent is given none.
    const call = { ...target, isFresh, parent: place as P };
    const found = await definition.read(call);
    if (found && place !== undefined) parents.set(found, place);
    return found;
  };
  /** Finds the object at this moment; undefined: there is none. */
  const look = async (target: Target, known?: P) => {
    target.provider.forget();
    return await orGone(readIn(target, true, known));
  };
  /** The same, and refuses what is another one by now. */
  const lookAtSame = async (
    target: Target,
    done: "changed" | "deleted",
    known?: P,
  ) => {
    const { object } = target;
    const found = await attempt("read", object, () => look(target, known));
    const how = found && target.another(found);
    if (how !== undefined) throw isAnother(object, done, how);
    return found;
  };
  /** Deletes the object where it is; false: nothing was found. */
  const deleteIn = async (target: Target, place: P | undefined) => {
    let stays = false;
    return await definition.delete({
      ...target,
      parent: place as P,
      confirmDelete: (send, isGone) =>
        deleteObject(target.object, {
          async send(once) {
            stays = await send(once) === false;
          },
          async isThere() {
            if (stays) return false;
            const found = await look(target, place);
            return found !== undefined && target.another(found) === undefined;
          },
          async isGone() {
            const found = await look(target, place);
            if (found) return target.another(found) !== undefined;
            const isSurelyGone = await isGone?.() ?? true;
            if (isSurelyGone) await assertGone(target);
            return isSurelyGone;
          },
        }),
    });
  };
  return {
    about,
    label: (state: PlanOrState<S>) => `the ${kind} ${idOf(state)}`,
    explain: (
      error: unknown,
      verb: string,
      { call, state }: {
        readonly call: BoundCall<D>;
        readonly state: Partial<State<S>>;
      },
    ) =>
      // After an import it holds what leads to the object.
      explainFor(
        error,
        verb,
        objectOf(state as State<S>, call),
        verb === "read" ? `The ${kind} stays in the state.` : undefined,
      ),
    create: (given: BoundCreate<S, W, D>) =>
      write(given, async () => {
        const { plan, privateState } = given;
        const call = defaultOwner === undefined ? given : {
          ...given,
          ...given.resolve(
            { [defaultOwner]: await namespaceOf(plan, given) } as Partial<
              Plan<S>
            >,
          ),
        };
        forgetAnother(privateState);
        const target = await about(call.plan, call);
        if (seenBy === "user") await noteUser(target);
        return await keepAfterCreate({
          ...target,
          parent: await parent?.find(call.plan, target.object) as P,
          ...planCreate<W["create"]>(call.body, visibility, {
            object: target.object,
            table,
            notSent: call.markUnsent,
          }),
        }, definition.create);
      }),
    async read(call: BoundTarget<S, D>) {
      const target = await about(call.state, call);
      const found = await readIn(target, false);
      if (found === undefined) await assertGone(target);
      else {
        if (seenBy === "user") await noteUser(target);
        noteAnother(call.privateState, target.another(found));
      }
      return found;
    },
    readBeforeUpdate: async (call: BoundTarget<S, D>) =>
      await lookAtSame(await about(call.state, call), "changed"),
    update: (call: BoundUpdate<S, W, D>) =>
      write(call, async () => {
        const target = await about(call.prior, call, call.plan);
        if (call.isResumed) expectWait(call.privateState);
        const { object, current } = target;
        const answer = await attempt("update", object, async () => {
          const seen = current && parents.get(current);
          const place = await parent?.identify(target, seen) as P;
          return await definition.update?.({ ...target, parent: place });
        });
        forgetAnother(call.privateState);
        return answer;
      }),
    delete: (call: BoundTarget<S, D>) =>
      write(call, async () => {
        const target = await about(call.state, {
          ...call,
          async mayRepeat(error, isLost) {
            const check = () => refuseUnplanned(call);
            return await call.mayRepeat?.(error, isLost, check) ?? false;
          },
        });
        const lookAgain = () => parent?.look(call.state, target.object);
        const place = await lookAgain();
        if (parent !== undefined && place === undefined) return;
        if (fingerprint !== undefined) {
          await lookAtSame(target, "deleted", place);
        }
        try {
          const isFound = await deleteIn(target, place);
          if (isFound === false) await assertGone(target);
        } catch (error) {
          // Another resource of the run may have deleted its parent.
          const isThere = await lookAgain()?.catch(() => place) !== undefined;
          if (parent === undefined || isThere) throw error;
        }
      }),
  };
}

/** Does what changes something, after which lists are read again. */
async function write<T>(
  { provider }: BoundCall<D>,
  send: () => Promise<T>,
): Promise<T> {
  plannedCost(provider).noteApply();
  provider.isApplying = true;
  try {
    return await send();
  } finally {
    provider.forget();
  }
}

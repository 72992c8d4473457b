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
import {
  type BoundCall,
  type BoundCreate,
  type BoundTarget,
  type BoundUpdate,
  type Entry,
  type PlanOrState,
  type Table,
  tableOf,
  type Wire,
} from "@hf-terraform/framework/binding";
import { planAdvice } from "../cost/plan_advice.ts";
import { plannedCost } from "../cost/planned_cost.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { assertVisible, type SeenBy } from "../reads/visibility.ts";
import { claimsOf } from "./conflicts.ts";
import { keepAfterCreate } from "./create.ts";
import type { CheckedResource, ObjectDefinition } from "./definition.ts";
import { deleteObject } from "./delete.ts";
import {
  exactName,
  idByParts,
  idOfFound,
  type NamedResource,
} from "./derived_id.ts";
import { anotherThan, isAnother } from "./fingerprint.ts";
import { endingOf, forgetLosses, refuseUnplanned } from "./losses.ts";
import { keepNote, readNote } from "./notes.ts";
import { namespaceIn, namespaceOf, ownerIn } from "./owner.ts";
import { placeOf } from "./places.ts";
import {
  attempt,
  type CallContext,
  explainFor,
  orGone,
  type RemoteObject,
  titleOf,
} from "./remote_object.ts";
import { planCreate, type VisibilityFields } from "./visibility_order.ts";
import { expectWait } from "./wait.ts";

type D = HuggingFaceProvider;
/** A call about the object of a state. */
type Target<S extends Schema> = BoundTarget<S, D> & CallContext;

/** The opening of an object without a visibility. */
const always: VisibilityFields = { by: "", closed: undefined };

/** The calls of a resource. */
export class ObjectCalls<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
  P,
> {
  /** The resource, as the checks of its plans see it. */
  readonly checked: CheckedResource<S>;
  readonly claims: ReturnType<typeof claimsOf<S>>;
  /** The attribute of the owner, if the provider block has its default. */
  readonly defaultOwner: string | undefined;
  readonly #definition: ObjectDefinition<S, A, W, P> & NamedResource<S>;
  readonly #table: Table;
  readonly #fingerprint: Entry | undefined;
  readonly #seenBy: SeenBy | undefined;
  /** The parents of what was read, so that an update need not look again. */
  readonly #parents = new WeakMap<object, P>();

  /** Makes the calls of a definition. */
  constructor(declared: ObjectDefinition<S, A, W, P>) {
    const { schema, access, identity: { displayName } } = declared;
    const { partsOf } = declared.losses ?? {};
    const { attributes } = schema;
    const idOf = typeof displayName === "function"
      ? displayName
      : idByParts(schema, displayName);
    this.#definition = { ...declared, idOf };
    this.#table = tableOf(attributes);
    this.#fingerprint = this.#table.find(({ binding }) => binding.fingerprint);
    this.#seenBy = access.seenBy ?? (attributes["organization"] && "admin");
    const owner = ownerIn(schema);
    this.defaultOwner = owner && attributes[owner]?.computed
      ? owner
      : undefined;
    this.checked = {
      ...this.#definition,
      exact: exactName(schema, displayName),
      ...partsOf && {
        partsOf: async (call: BoundTarget<S, D>) => {
          const target = await this.#about(call.state, call);
          const look = () => orGone(partsOf(target));
          return await attempt("look into", target.object, look) ?? [];
        },
      },
    };
    this.claims = claimsOf(this.checked);
  }

  /** The object, as errors of the framework name it. */
  label(state: PlanOrState<S>): string {
    return `the ${this.#definition.kind} ${this.#definition.idOf(state)}`;
  }

  /** Explains an error of a call. */
  explain(
    error: unknown,
    verb: string,
    { call, state }: {
      readonly call: BoundCall<D>;
      readonly state: Partial<State<S>>;
    },
  ): Promise<unknown> {
    // After an import it holds what leads to the object.
    const object = this.#objectOf(state as State<S>, call);
    const stays = `The ${object.kind} stays in the state.`;
    return explainFor(
      error,
      verb,
      object,
      verb === "read" ? stays : undefined,
    );
  }

  /** Creates the object; what fails once it is there is no error any more. */
  create(given: BoundCreate<S, W, D>): Promise<W["response"]> {
    const { parent, visibility = always, conflicts, create } = this
      .#definition;
    forgetLosses(given);
    return write(given, async () => {
      const owner = this.defaultOwner;
      const call = owner === undefined ? given : {
        ...given,
        ...given.resolve(
          { [owner]: await namespaceOf(given.plan, given) } as Partial<Plan<S>>,
        ),
      };
      keepNote(given, "set_again", undefined);
      const target = await this.#about(call.plan, call);
      const object: RemoteObject = {
        ...target.object,
        idOf: (found) => idOfFound(this.#definition, call.plan, found),
      };
      if (this.#seenBy === "user") await this.#noteUser(target);
      const { plan, config, provider } = call;
      return await keepAfterCreate({
        ...target,
        object,
        find: async (signal: AbortSignal) => {
          provider.forget();
          const context = { provider, signal, config: config as Config<S> };
          const planned = plan as PlannedState<S>;
          return await conflicts?.find?.(planned, context) ?? [];
        },
        // What has no parent is given none.
        parent: await parent?.find(call.plan, object) as P,
        ...planCreate<W["create"]>(call.body, visibility, {
          object,
          table: this.#table,
          notSent: call.markUnsent,
        }),
      }, create);
    });
  }

  /** Reads the object; undefined: it is surely gone. */
  async read(call: BoundTarget<S, D>): Promise<W["response"] | undefined> {
    const target = await this.#about(call.state, call);
    const found = await this.#find(target, false);
    if (found === undefined) await this.#assertGone(target);
    else {
      if (this.#seenBy === "user") await this.#noteUser(target);
      const how = target.another(found);
      if (how !== undefined) keepNote(call, "set_again", how);
    }
    return found;
  }

  /** Reads the object right before it is changed. */
  async readBeforeUpdate(
    call: BoundTarget<S, D>,
  ): Promise<W["response"] | undefined> {
    return await this.#lookAtSame(
      await this.#about(call.state, call),
      "changed",
    );
  }

  /** Changes the object; undefined: nothing had to be asked. */
  update(call: BoundUpdate<S, W, D>): Promise<W["response"] | undefined> {
    const { parent, update } = this.#definition;
    return write(call, async () => {
      const target = await this.#about(call.prior, call, call.plan);
      if (call.isResumed) expectWait(call);
      const { object, current } = target;
      const answer = await attempt("update", object, async () => {
        const seen = current && this.#parents.get(current);
        const place = await parent?.identify(target, seen) as P;
        return await update?.({ ...target, parent: place });
      });
      keepNote(call, "set_again", undefined);
      return answer;
    });
  }

  /**
   * Deletes the object, and returns when it is surely gone. What may refuse it
   * or make it needless comes before what asks the service for more.
   */
  async delete(call: BoundTarget<S, D>): Promise<void> {
    const { state } = call;
    // Of what stays nothing is asked.
    if (endingOf(state) === "keep") return;
    try {
      // What is lost unseen is refused even where nothing is left to send.
      await refuseUnplanned(this.checked, call);
      // What replaces it with `create_before_destroy` may have all of it.
      if (this.claims.isTaken(state, call)) return;
      await write(call, () => this.#deleteSame(call));
    } finally {
      // They are the plan's, and not the state's.
      forgetLosses(call);
    }
  }

  /** Deletes the object if it is that of the state still, and where it is. */
  async #deleteSame(call: BoundTarget<S, D>): Promise<void> {
    const { parent } = this.#definition;
    const target = await this.#about(call.state, {
      ...call,
      mayRepeat: async (error, isLost) => {
        const check = () => refuseUnplanned(this.checked, call);
        return await call.mayRepeat?.(error, isLost, check) ?? false;
      },
    });
    const lookAgain = () => parent?.look(call.state, target.object);
    const place = await lookAgain();
    if (parent !== undefined && place === undefined) return;
    // Last, as it is the one that the request is going to meet.
    if (this.#fingerprint !== undefined) {
      await this.#lookAtSame(target, "deleted", place);
    }
    try {
      const isFound = await this.#sendDelete(target, place);
      if (isFound === false) await this.#assertGone(target);
    } catch (error) {
      // Another resource of the run may have deleted its parent.
      const isThere = await lookAgain()?.catch(() => place) !== undefined;
      if (parent === undefined || isThere) throw error;
    }
  }

  /** Deletes the object where it is; false: nothing was found. */
  async #sendDelete(
    target: Target<S>,
    place: P | undefined,
  ): Promise<unknown> {
    let stays = false;
    const find = async () => {
      const found = await this.#look(target, place);
      return found && { isSame: target.another(found) === undefined };
    };
    return await this.#definition.delete({
      ...target,
      parent: place as P,
      confirmDelete: (send, isGone) =>
        deleteObject(target.object, {
          async send(once) {
            stays = await send(once) === false;
          },
          isThere: async () => !stays && (await find())?.isSame === true,
          isGone: async () => {
            const found = await find();
            if (found) return !found.isSame;
            const isSurelyGone = await isGone?.() ?? true;
            if (isSurelyGone) await this.#assertGone(target);
            return isSurelyGone;
          },
        }),
    });
  }

  #objectOf(
    state: PlanOrState<S>,
    context: BoundCall<D>,
    planned: object = state,
  ): RemoteObject {
    const { kind, idOf, access: { permission, plan }, errors } =
      this.#definition;
    return {
      kind,
      id: idOf(state),
      permission,
      plan,
      context,
      pathOf: (error) => placeOf(error, this.#table, errors, planned),
      adviceOn: (error) =>
        errors?.adviceOn?.(error, state as Partial<State<S>>),
    };
  }

  /** A call with the object that it is about. */
  async #about<C extends BoundCall<D>>(
    known: PlanOrState<S>,
    call: C,
    planned?: object,
  ): Promise<C & CallContext> {
    const namespace = namespaceIn(known);
    const fingerprint = this.#fingerprint;
    return {
      ...call,
      object: this.#objectOf(known, call, planned),
      client: await call.provider.client(call),
      namespace: typeof namespace === "string" ? namespace : "",
      another: (answer) =>
        fingerprint && anotherThan(known, answer, fingerprint),
    };
  }

  /** Finds the object, and its parent before; undefined: one of both is gone. */
  async #find(target: Target<S>, isFresh: boolean, known?: P) {
    const { parent, read } = this.#definition;
    const place = known ?? await parent?.read(target.state, target.object);
    if (parent !== undefined && place === undefined) return undefined;
    const found = await read({ ...target, isFresh, parent: place as P });
    if (found && place !== undefined) this.#parents.set(found, place);
    return found;
  }

  /** Finds the object at this moment; undefined: there is none. */
  async #look(target: Target<S>, known?: P) {
    target.provider.forget();
    return await orGone(this.#find(target, true, known));
  }

  /** The same, and refuses what is another one by now. */
  async #lookAtSame(
    target: Target<S>,
    done: "changed" | "deleted",
    known?: P,
  ) {
    const { object } = target;
    const look = () => this.#look(target, known);
    const found = await attempt("read", object, look);
    const how = found && target.another(found);
    if (how !== undefined) throw isAnother(object, done, how);
    return found;
  }

  /** Notes whose token sees the object, unless that is noted. */
  async #noteUser({ provider, ...notes }: BoundCall<D>): Promise<void> {
    if (readNote(notes, "seen_by") !== undefined) return;
    const name = await planAdvice(provider).user().catch(() => undefined);
    keepNote(notes, "seen_by", name);
  }

  /** Makes sure that what was not found is gone. */
  async #assertGone(
    { state, object, namespace, client, signal }: Target<S>,
  ): Promise<void> {
    // An import knows only what leads to it, and forgets nothing.
    const isWhole = Object.keys(this.#definition.schema.attributes)
      .every((name) => Object.hasOwn(state, name));
    if (!isWhole || this.#seenBy === undefined) return;
    const { resource_group_id: group }: {
      readonly resource_group_id?: string | null;
    } = state;
    await assertVisible(
      {
        title: titleOf(object),
        permission: object.permission,
        seenBy: this.#seenBy,
        namespace,
        group,
        user: readNote(object.context, "seen_by"),
      },
      client,
      signal,
    );
  }
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

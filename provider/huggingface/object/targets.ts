/**
 * The objects that the calls of a resource are about: how they are named, found,
 * and told from others, and when one is surely gone.
 *
 * @module
 */

import type {
  IdentityAttributes,
  Schema,
  State,
} from "@hf-terraform/framework";
import {
  type BoundCall,
  type BoundTarget,
  type Entry,
  type PlanOrState,
  type Table,
  tableOf,
  type Wire,
} from "@hf-terraform/framework/binding";
import { planAdvice } from "../cost/plan_advice.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { assertVisible, type SeenBy } from "../reads/visibility.ts";
import type { ObjectDefinition } from "./definition.ts";
import { idByParts, type NamedResource } from "./derived_id.ts";
import { anotherThan, isAnother } from "./fingerprint.ts";
import { keepNote, readNote } from "./notes.ts";
import { namespaceIn } from "./owner.ts";
import { placeOf } from "./places.ts";
import {
  attempt,
  type CallContext,
  orGone,
  type RemoteObject,
  titleOf,
} from "./remote_object.ts";

type D = HuggingFaceProvider;

/** A call about the object of a state. */
export type Target<S extends Schema> = BoundTarget<S, D> & CallContext;

/** The objects of a resource. */
export class Targets<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
  P,
> {
  readonly definition: ObjectDefinition<S, A, W, P> & NamedResource<S>;
  readonly table: Table;
  readonly fingerprint: Entry | undefined;
  readonly #seenBy: SeenBy | undefined;
  readonly #parents = new WeakMap<object, P>();

  /** Makes them of a definition. */
  constructor(declared: ObjectDefinition<S, A, W, P>) {
    const { schema, access, identity: { displayName } } = declared;
    const { attributes } = schema;
    const idOf = typeof displayName === "function"
      ? displayName
      : idByParts(schema, displayName);
    this.definition = { ...declared, idOf };
    this.table = tableOf(attributes);
    this.fingerprint = this.table.find(({ binding }) => binding.fingerprint);
    this.#seenBy = access.seenBy ?? (attributes["organization"] && "admin");
  }

  /** The object of a state or plan. */
  objectOf(
    state: PlanOrState<S>,
    context: BoundCall<D>,
    planned: object = state,
  ): RemoteObject {
    const { kind, idOf, access: { permission, plan }, errors } =
      this.definition;
    return {
      kind,
      id: idOf(state),
      permission,
      plan,
      context,
      pathOf: (error) => placeOf(error, this.table, errors, planned),
      adviceOn: (error) =>
        errors?.adviceOn?.(error, state as Partial<State<S>>),
    };
  }

  /** A call with the object that it is about. */
  async about<C extends BoundCall<D>>(
    known: PlanOrState<S>,
    call: C,
    planned?: object,
  ): Promise<C & CallContext> {
    const namespace = namespaceIn(known);
    const fingerprint = this.fingerprint;
    return {
      ...call,
      object: this.objectOf(known, call, planned),
      client: await call.provider.client(call),
      namespace: typeof namespace === "string" ? namespace : "",
      another: (answer) =>
        fingerprint && anotherThan(known, answer, fingerprint),
    };
  }

  /** Finds the object, and its parent before; undefined: one of both is gone. */
  async find(target: Target<S>, isFresh: boolean, known?: P) {
    const { parent, read } = this.definition;
    const place = known ?? await parent?.read(target.state, target.object);
    if (parent !== undefined && place === undefined) return undefined;
    const found = await read({ ...target, isFresh, parent: place as P });
    if (found && place !== undefined) this.#parents.set(found, place);
    return found;
  }

  /** Finds the object at this moment; undefined: there is none. */
  async look(target: Target<S>, known?: P) {
    target.provider.forget();
    return await orGone(this.find(target, true, known));
  }

  /** The same, and refuses what is another one by now. */
  async lookAtSame(
    target: Target<S>,
    done: "changed" | "deleted",
    known?: P,
  ) {
    const { object } = target;
    const look = () => this.look(target, known);
    const found = await attempt("read", object, look);
    const how = found && target.another(found);
    if (how !== undefined) throw isAnother(object, done, how);
    return found;
  }

  /** Notes whose token sees what only one user does, unless that is noted. */
  async noteUser({ provider, ...notes }: BoundCall<D>): Promise<void> {
    const isNoted = readNote(notes, "seen_by") !== undefined;
    if (this.#seenBy !== "user" || isNoted) return;
    const name = await planAdvice(provider).user().catch(() => undefined);
    keepNote(notes, "seen_by", name);
  }

  /** Makes sure that what was not found is gone. */
  async assertGone(
    { state, object, namespace, client, signal }: Target<S>,
  ): Promise<void> {
    // An import knows only what leads to it, and forgets nothing.
    const isWhole = Object.keys(this.definition.schema.attributes)
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

  /** The parent of what was read, so that an update need not look again. */
  parentOf(found: W["response"]): P | undefined {
    return this.#parents.get(found);
  }
}

import {
  failure,
  type IdentityAttributes,
  type Schema,
  type State,
} from "@hf-terraform/framework";
import {
  type BoundCall,
  type BoundTarget,
  type Entry,
  jsonAt,
  type PlanOrState,
  type Table,
  tableOf,
  type Wire,
} from "@hf-terraform/framework/binding";
import { planAdvice } from "../cost/plan_advice.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { assertVisible, type SeenBy } from "../reads/visibility.ts";
import type { PartPlace } from "../repo/repo_parent.ts";
import { knownText } from "../schema/same.ts";
import type { ObjectDefinition } from "./definition.ts";
import { idByParts, type NamedResource } from "./derived_id.ts";
import { anotherThan, isAnother } from "./fingerprint.ts";
import { keepNote, type PrivateNotes, readNote } from "./notes.ts";
import { namespaceIn } from "./owner.ts";
import { placeOf } from "./places.ts";
import {
  attempt,
  type CallContext,
  orGone,
  ownerOfId,
  type RemoteObject,
  titleOf,
} from "./remote_object.ts";

type D = HuggingFaceProvider;

export type Target<S extends Schema> = BoundTarget<S, D> & CallContext;

/** The objects of a resource's calls; checks that each is the same, or gone. */
export class Targets<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
> {
  readonly definition: ObjectDefinition<S, A, W, PartPlace> & NamedResource<S>;
  readonly table: Table;
  readonly fingerprint: Entry | undefined;
  readonly #seenBy: SeenBy;
  /** The place of the resource group in an answer. */
  readonly #group: readonly string[] | undefined;
  /** The attribute that tells the object from another one of its name. */
  readonly #mark: Entry | undefined;
  readonly #parents = new WeakMap<object, PartPlace>();
  /** The times at which the looks began that have found something. */
  readonly begun = new WeakMap<object, number>();

  constructor(declared: ObjectDefinition<S, A, W, PartPlace>) {
    const { schema, access, identity: { displayName, ...identity } } = declared;
    const { attributes } = schema;
    const idOf = typeof displayName === "function"
      ? displayName
      : idByParts(schema, displayName);
    this.definition = { ...declared, idOf };
    this.table = tableOf(attributes);
    this.fingerprint = this.table.find(({ binding }) => binding.fingerprint);
    const [key = "", ...others] = Object.keys(
      identity.schema?.attributes ?? {},
    );
    const isTold = ({ path, attribute }: Entry) =>
      path === key && attribute.mode === "computed" && others.length === 0;
    this.#mark = declared.parent
      ? undefined
      : this.fingerprint ?? this.table.find(isTold);
    this.#group = this.table.find(({ path }) => path === "resource_group_id")
      ?.binding.read;
    this.#seenBy = access.seenBy ??
      (attributes["organization"] ? "admin" : "member");
  }

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
    const { fingerprint } = this;
    const about = {
      object: this.objectOf(known, call, planned),
      client: await call.provider.client(call),
      namespace: knownText(namespaceIn(known)) ?? "",
    };
    return {
      ...call,
      ...about,
      assertGone: () => this.#assertGone(known as State<S>, about),
      another: (answer) =>
        fingerprint && anotherThan(known, answer, fingerprint),
    };
  }

  /** Reads the object, and its parent before; undefined: one of both is not seen. */
  async read(target: Target<S>, isFresh: boolean, known?: PartPlace) {
    const { parent, read } = this.definition;
    const place = known ?? await parent?.read(target.state, target.object);
    if (parent !== undefined && place === undefined) return undefined;
    const answer = await read({
      ...target,
      isFresh,
      parent: place as PartPlace,
    });
    const found = answer && this.#ofPart(answer, target.state, place);
    if (place !== undefined) {
      noteGroup(place.group, target);
      if (found) this.#parents.set(found, place);
    } else if (found && this.#group !== undefined) {
      noteGroup(jsonAt(found, this.#group), target);
    }
    return found;
  }

  /** Reads once more what was not found: a list may lag behind. */
  async readAgain(target: Target<S>) {
    target.provider.forget();
    const found = await this.read(target, true);
    // A read has passed over what was made anew.
    return found && target.another(found) === undefined ? found : undefined;
  }

  /** Whether an id or a time tells the object from one that is made anew. */
  isOneOfAKind(state: State<S>): boolean {
    if (this.fingerprint === undefined) return !this.definition.parent;
    const mark: unknown = Reflect.get(state, this.fingerprint.path);
    return /^\d{4}-\d\d-\d\dT/.test(`${mark}`);
  }

  /** Finds the object at this moment; undefined: there is none. */
  async look(target: Target<S>, known?: PartPlace) {
    target.provider.forget();
    return await orGone(this.read(target, true, known));
  }

  /** The same, and refuses what is another one by now. */
  async lookAtSame(
    target: Target<S>,
    done: "changed" | "deleted",
    known?: PartPlace,
  ) {
    const { object } = target;
    const look = () => this.look(target, known);
    const begun = target.provider.now();
    const found = await attempt("read", object, look);
    if (found !== undefined) this.begun.set(found, begun);
    const how = found && target.another(found);
    if (how !== undefined) throw isAnother(object, done, how);
    return found;
  }

  /** The answer, if it is about a part with what is told of its parent. */
  #ofPart<R extends object>(
    answer: R,
    known: PlanOrState<S>,
    place: PartPlace | undefined,
  ): R {
    const { parent } = this.definition;
    if (parent === undefined) return answer;
    const parentName = Reflect.get(known, parent.claimOf(known).name);
    return { ...answer, parentName, parentId: place?.stableId };
  }

  /** Returns answers of an apply if they are all about one object. */
  keepTo(
    { kind, id }: RemoteObject,
    plan: PlanOrState<S>,
    place: PartPlace | undefined,
    before: object = {},
  ) {
    const mark = this.#mark;
    let known = before;
    return <R extends object>(answer: R): R => {
      if (mark === undefined) return this.#ofPart(answer, plan, place);
      const { path, binding: { read = [] } } = mark;
      const how = anotherThan(known, answer, mark);
      known = { [path]: jsonAt(answer, read), ...known };
      if (how === undefined) return answer;
      throw failure(
        `${titleOf({ kind, id })} is another one by now`,
        `While this ran, somebody gave its name to another one: ${how}. That ` +
          "one was not taken over. Plan again: the next plan looks for the " +
          "one that this resource has.",
      );
    };
  }

  /** Notes where the object is seen, and by which user if only one sees it. */
  async noteSight(
    { provider, object, diagnostics, ...notes }: BoundCall<D> & CallContext,
  ): Promise<void> {
    const service = provider.serviceOf(this.definition.access);
    const known = readNote(notes, "service") ?? service;
    const isNamed = this.#mark === undefined && !this.definition.parent;
    if (known !== service && isNamed) {
      diagnostics.addWarning(
        `${titleOf(object)} was seen elsewhere`,
        `The state has it from ${known}. This run asks ${service}, where one ` +
          "of its name is found, and changes that one.",
      );
    }
    keepNote(notes, "service", service);
    const isNoted = readNote(notes, "seen_by") !== undefined;
    if (this.#seenBy !== "user" || isNoted) return;
    const user = await planAdvice(provider).user().catch(() => undefined);
    keepNote(notes, "seen_by", user?.id);
  }

  async #assertGone(
    state: State<S>,
    { object, namespace, client }: Pick<
      CallContext,
      "object" | "namespace" | "client"
    >,
  ): Promise<void> {
    const { access, schema, parent } = this.definition;
    const { context } = object;
    // An import knows only what leads to it, and forgets nothing.
    const isWhole = Object.keys(schema.attributes)
      .every((name) => Object.hasOwn(state, name));
    if (!isWhole) return;
    const asked = context.provider.serviceOf(access);
    const known = readNote(context, "service") ?? asked;
    if (asked !== known) {
      throw failure(
        `${titleOf(object)} is somewhere else, or gone`,
        `It was seen at ${known}. This run asks ${asked}, where it is not ` +
          "found. So it stays in the state. Set `HF_ENDPOINT` and " +
          "`HF_INFERENCE_ENDPOINTS_URL`, or the provider block, as they were. " +
          "If it is surely gone, let Terraform forget it: " +
          "`terraform state rm ADDRESS`.",
      );
    }
    const { resource_group_id: configured }: {
      readonly resource_group_id?: string | null;
    } = state;
    const noted = readNote(context, "group");
    // Null may be what the configuration leaves to the service.
    const group = configured ??
      (noted === undefined ? configured : noted || null);
    await assertVisible(
      {
        title: titleOf(object),
        permission: object.permission,
        seenBy: this.#seenBy,
        namespace: namespace || ownerOfId(object.id),
        parent: parent &&
          Reflect.get(state, `${parent.claimOf(state).name}_id`),
        group: access.groupOf ? await access.groupOf(state, context) : group,
        user: readNote(context, "seen_by"),
      },
      client,
      context.signal,
    );
  }

  /** The parent of what was read, so that an update need not look again. */
  parentOf(found: W["response"]): PartPlace | undefined {
    return this.#parents.get(found);
  }
}

/** Notes the resource group that hides an object; null: none; undefined: not told. */
export function noteGroup(group: unknown, notes: PrivateNotes): void {
  if (group === undefined) return;
  keepNote(notes, "group", typeof group === "string" ? group : "");
}

import type { Awaitable, ObjectContext } from "../define/context.ts";
import type { IdentityAttributes, ImportIdentity } from "../define/identity.ts";
import type { ImportContext, ResourceDefinition } from "../define/resource.ts";
import type { KnownConfig, Plan, State, UpdatePlan } from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type { AllBound, Wire } from "./binding.ts";
import type { DataAtRisk } from "./life.ts";

/** Arguments of every call of a bound resource. */
export interface BoundCall<D> extends ObjectContext<D> {
  /** Set in a create, an update and a delete. */
  readonly mayRepeat?: MayRepeat;
}

/**
 * Looks at the object before a request is sent again; false: it may have been
 * done, and there is nothing to look at, or nothing left to send.
 *
 * @param isLost Whether the response was lost, so that it may have been done.
 * @param also Another look, which throws if it finds what is not to be lost.
 * @throws {DiagnosticsError} If somebody else may have changed it meanwhile.
 */
export type MayRepeat = (
  error: Error,
  isLost: boolean,
  also?: () => Promise<void>,
) => Promise<boolean>;

/** An operation, as messages name it. */
export type Verb = "create" | "read" | "update" | "delete" | "import";

/** State or plan. */
export type PlanOrState<S extends Schema> = State<S> | Plan<S> | UpdatePlan<S>;

/** The request of a create. */
export interface CreateRequest<S extends Schema, W extends Wire> {
  /** The body of the request. */
  readonly body: W["create"];
  /** The plan. */
  readonly plan: Plan<S>;
}

/** Arguments of the create call. */
export interface BoundCreate<S extends Schema, W extends Wire, D>
  extends BoundCall<D>, CreateRequest<S, W> {
  /** Makes values known that the plan leaves open but the request needs. */
  resolve(values: Partial<Plan<S>>): CreateRequest<S, W>;
  /** The configuration. */
  readonly config: KnownConfig<S>;
  /**
   * Saves the state of a response, should what follows fail. What has a route
   * of its own is saved as returned, all else as planned.
   */
  save(response: W["response"]): void;
  /** Suppresses the warnings about fields that a response lacks. */
  markIncomplete(): void;
  /**
   * Lists the attributes, by dotted path, that have a value which a response
   * does not show: no look can tell that value from another one.
   *
   * @param response Default: those that no response shows.
   */
  listUnseen(response?: W["response"]): readonly string[];
  /** Lists the attributes, by path, that a response has otherwise. */
  listDifferences(response: W["response"]): readonly string[];
  /**
   * Marks a part of the body as not sent, though the object is there: its
   * attributes stay planned, so that the next apply sends them.
   */
  markUnsent(part: Partial<W["create"]>): void;
}

/** Arguments of the update call. */
export interface BoundUpdate<S extends Schema, W extends Wire, D> extends
  Omit<
    BoundCreate<S, W, D>,
    keyof CreateRequest<S, W> | "resolve" | "markIncomplete" | "save"
  > {
  /** The body of the request; undefined: nothing in it has changed. */
  readonly body: W["update"] | undefined;
  /** The plan. */
  readonly plan: UpdatePlan<S>;
  /** The state before. */
  readonly prior: State<S>;
  /** The response of `look` right before; undefined if nothing was found. */
  readonly current: W["response"] | undefined;
  /** Looks again, and refuses what somebody has made of it since the plan. */
  lookAgain(): Promise<W["response"] | undefined>;
  /**
   * Whether the update goes on after a lost response, with nothing left of what
   * was to be sent.
   */
  readonly isResumed: boolean;
  /**
   * Saves the state of a response, should what follows fail. What it does not
   * show is as before.
   *
   * @param sent The part of the body that was sent and answered: what the
   * response does not show of that is as planned.
   */
  save(response: W["response"], sent?: Partial<W["update"]>): void;
  /** Whether an attribute is to change, such as one with a route of its own. */
  changes(name: keyof S["attributes"] & string): boolean;
}

/** Arguments of reads and deletes: the state, or the key of an import. */
export interface BoundTarget<S extends Schema, D> extends BoundCall<D> {
  /** The state; after an import only the attributes that lead to the object. */
  readonly state: State<S>;
}

/** A resource with bindings. See {@linkcode ResourceDefinition}. */
export interface BoundResource<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
  D,
> extends
  Pick<
    ResourceDefinition<S, A, D>,
    | "typeName"
    | "identity"
    | "validate"
    | "planValues"
    | "modifyPlan"
    | "planDestroy"
    | "upgradeState"
    | "moveState"
  > {
  /** The schema. */
  readonly schema: AllBound<S>;
  /** The object as messages name it, such as `the webhook 6…`. */
  label(state: PlanOrState<S>): string;
  /** The attributes that an import gives, enough for `read` to find it. */
  importKey(
    context: ImportContext<ImportIdentity<A>, D>,
  ): Awaitable<Partial<State<S>>>;
  /** Completes a state that was imported, upgraded or moved. */
  backfillState?(
    call: BoundTarget<S, D>,
  ): Awaitable<Partial<State<S>>>;
  /**
   * Returns the data of the object that are lost with it, which the next two
   * rules protect: a change that only a replacement could make is refused;
   * where they may be lost, the plan warns. Undefined: none.
   */
  dataAtRisk?(state: State<S>): DataAtRisk | undefined;
  /** Creates the object. */
  create(call: BoundCreate<S, W, D>): Awaitable<W["response"]>;
  /** Reads the object; undefined: it is surely gone. */
  read(call: BoundTarget<S, D>): Awaitable<W["response"] | undefined>;
  /** Changes the object; undefined: nothing had to be asked. */
  update(call: BoundUpdate<S, W, D>): Awaitable<W["response"] | undefined>;
  /** Deletes the object; returns when it is surely gone. */
  delete(call: BoundTarget<S, D>): Awaitable<void>;
  /**
   * Reads the object at this moment, right before an update, which is refused if
   * somebody made of what it overwrites what no plan has shown, and before a
   * request is sent again. Without it an update overwrites what is there, and
   * nothing is sent again.
   *
   * @returns The response; null: there is nothing that the update overwrites;
   * undefined: the object is not found, so nothing is sent.
   */
  readBeforeUpdate?(
    call: BoundTarget<S, D>,
  ): Awaitable<W["response"] | null | undefined>;
  /**
   * Tests whether a request may have taken effect that failed with this error.
   * Values that such an update has sent, and no read shows, become null.
   */
  mayHaveTakenEffect?(error: unknown): boolean;
  /**
   * Maps an error of a call to another error.
   *
   * @param verb What failed, such as `create`.
   */
  explain?(
    error: unknown,
    verb: Verb,
    about: {
      readonly call: BoundCall<D>;
      readonly state: Partial<State<S>>;
    },
  ): unknown | Promise<unknown>;
}

/** A bound resource of any schema: its models are objects of values. */
export type AnyResource = BoundResource<
  Schema,
  IdentityAttributes,
  Wire,
  unknown
>;

/**
 * The definition of a resource: one vocabulary for all of them. A part of
 * another object, such as a tag of a repository, names that in `parent`.
 *
 * @module
 */

import type {
  Awaitable,
  Config,
  DiagnosticsError,
  IdentityAttributes,
  IdentityDefinition,
  ImportContext,
  ImportIdentity,
  OperationContext,
  PlannedState,
  ReadContext,
  ResourceDefinition,
  Schema,
  State,
} from "@hf-terraform/framework";
import type {
  AllBound,
  BoundCreate,
  BoundTarget,
  BoundUpdate,
  DataAtRisk,
  PlanOrState,
  Wire,
} from "@hf-terraform/framework/binding";
import type { CallOptions } from "@hf-terraform/client";
import type { Access } from "../define/access.ts";
import type { RepositoryParent } from "../repo/repo_parent.ts";
import type { HuggingFaceProvider, ProviderContext } from "../provider_data.ts";
import type { SeenBy } from "../reads/visibility.ts";
import type { Claim } from "./claims.ts";
import type { NamedResource } from "./derived_id.ts";
import type { PrivateNotes } from "./notes.ts";
import type { CheckedPlan } from "./plan_check.ts";
import type { ErrorRules } from "./places.ts";
import type { CallContext } from "./remote_object.ts";
import type { CreateSteps, VisibilityFields } from "./visibility_order.ts";

type D = HuggingFaceProvider;

/** The requirements of an object, and the users who see it. */
export interface ObjectAccess<S extends Schema> extends Access {
  /**
   * The users to whom the service shows it; to others it answers 404. Default:
   * the admins of its `organization`, else the members of its resource group.
   */
  readonly seenBy?: SeenBy;
  /**
   * Finds the resource group of which only members see it; null: none; undefined:
   * not known. Default: its `resource_group_id`, or that in which its parent was.
   */
  groupOf?(
    state: State<S>,
    context: ProviderContext,
  ): Promise<string | null | undefined>;
}

/** The identity of an object, if it has one, and its way into a state. */
export interface ObjectIdentity<S extends Schema, A extends IdentityAttributes>
  extends Partial<IdentityDefinition<A, State<S>>> {
  /** The attributes that an import gives, enough for `read` to find it. */
  importKey(
    context: ImportContext<ImportIdentity<A>, D>,
  ): Partial<State<S>> | Promise<Partial<State<S>>>;
  /** The name until the service tells the `id`: an attribute, or the whole. */
  readonly displayName?:
    | string & keyof S["attributes"]
    | ((known: PlanOrState<S>) => string);
}

/** Others that may have the object that a resource is to have. */
export interface Conflicts<S extends Schema, R = object> {
  /** The things that no other resource may manage. Default: `id` and name. */
  claims?(
    planned: PlannedState<S>,
    config: Config<S>,
    /** Notes beside a state, if the values are those of one. */
    noted?: PrivateNotes,
  ): readonly Claim[];
  /**
   * The claim that one that is destroyed and one that is created share if only
   * their address differs, where an id tells two apart: a collection's title.
   */
  likeness?(of: PlannedState<S> | State<S>): readonly Claim[];
  /** Finds what a create makes no second one of. Default: by the same `id`. */
  find?(
    planned: PlannedState<S>,
    context: Pick<CheckedPlan<S>, "provider" | "signal" | "config">,
  ): Promise<readonly R[]>;
  /** The error of a create that refuses what is there, such as other files. */
  refusalOf?(
    planned: PlannedState<S>,
    context: OperationContext<D> & PrivateNotes,
  ): Promise<DiagnosticsError | undefined>;
  /** The objects that a create takes over: equal ones, or any, to change. */
  readonly adopts?: "equal" | "any";
  /** The kind of object that begins empty: a create in a new one adopts nothing. */
  readonly startsIn?: string;
}

/** A loss; the last part names those who may have come after the plan. */
export type Notice = readonly [
  title: string,
  meaning: string,
  who?: readonly string[],
];

export interface Losses<S extends Schema> {
  /** Its data, which go with it; undefined: none, and nothing is refused. */
  dataAtRisk?(
    state: State<S>,
    /** The parts that a plan has listed, where it has `partsOf`. */
    parts?: readonly string[],
  ): DataAtRisk | undefined;
  /**
   * The amount that it holds, in words, as a plan finds it out; empty:
   * nothing; undefined: that could not be found out. Default: `dataAtRisk` says all.
   */
  contentsOf?(
    state: State<S>,
    context: OperationContext<D> & PrivateNotes,
    parts: readonly string[] | undefined,
  ): Promise<string | undefined>;
  /**
   * Each part of what it holds at this moment, by its name and version, of which
   * a delete loses none that its plan has not seen; undefined: it is not found.
   */
  partsOf?(
    call: BoundTarget<S, D> & CallContext,
  ): Promise<readonly string[] | undefined>;
  /** Lists what nobody could send again: a replacement would lack it. */
  unmanaged?(
    state: State<S>,
    planning: PrivateNotes & {
      /** Of what ends, the state. */
      readonly config: Config<S> | State<S>;
      readonly isEnding?: boolean;
    },
  ): readonly string[];
  /** Notes of a state whose notes are lost what is safe, as after an import. */
  noteLost?(state: State<S>, notes: PrivateNotes): void;
  /** The user whom a destroy removes, as a warning; undefined: nobody. */
  removes?(
    state: State<S>,
    context: ProviderContext,
  ): Promise<Notice | undefined>;
}

export interface ReadCall<S extends Schema, P = unknown>
  extends BoundTarget<S, D>, CallContext {
  /** The parent, under the name that it has now. */
  readonly parent: P;
  /** Whether the answer has to be of this moment, as before a change. */
  readonly isFresh: boolean;
}

export interface DeleteCall<S extends Schema, P = unknown, R = unknown>
  extends Omit<ReadCall<S, P>, "isFresh"> {
  /** The object as found right before, by its fingerprint; else undefined. */
  readonly current: R | undefined;
  /** Sends the request until reads find the object no longer; false: it was not there. */
  confirmDelete(
    /** Sends it; false: the object stays, and nothing can be done. */
    send: (once: CallOptions) => Promise<unknown>,
    /** Whether what answers 404 is gone; default: as `read` says. */
    isGone?: () => Promise<boolean>,
  ): Promise<boolean>;
}

/**
 * A resource: what differs from one to another, in at most 20 keys, which stand
 * in this order: what it is, what goes with it, what a plan adds, its calls.
 */
export interface ObjectDefinition<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
  P = unknown,
> extends
  Pick<
    ResourceDefinition<S, A, D>,
    | "typeName"
    | "validate"
    | "planValues"
    | "modifyPlan"
    | "planDestroy"
    | "upgradeState"
    | "moveState"
  > {
  /** The schema; a leaf without a binding is a type error that names it. */
  readonly schema: AllBound<S>;
  /** The kind of object, as messages name it: `endpoint`, `Space`. */
  readonly kind: string;
  /** The requirements of a token and an owner: `{ permission: "repo.write" }`. */
  readonly access: ObjectAccess<S>;
  readonly identity: ObjectIdentity<S, A>;
  /** The object that it is a part of; absent: none. */
  readonly parent?: RepositoryParent<PlanOrState<S>>;
  readonly conflicts?: Conflicts<S, W["response"]>;
  readonly losses?: Losses<S>;
  readonly errors?: ErrorRules<S>;
  /** The visibility that the object opens with; absent: none can be set. */
  readonly visibility?: VisibilityFields;
  create(
    call:
      & BoundCreate<S, W, D>
      & CallContext
      & CreateSteps<W["create"]>
      & {
        readonly parent: P;
        /** See {@linkcode Conflicts.find}: asked for at this moment. */
        find(signal: AbortSignal): Promise<readonly W["response"][]>;
      },
  ): Promise<W["response"]>;
  /** Reads the object; undefined: it is surely gone. */
  read(call: ReadCall<S, P>): Promise<W["response"] | undefined>;
  /** Changes the object; undefined: nothing had to be asked. */
  update?(
    call: BoundUpdate<S, W, D> & CallContext & { readonly parent: P },
  ): Promise<W["response"] | undefined>;
  /** Deletes the object for sure; false: it was not found, which is no proof. */
  delete(call: DeleteCall<S, P, W["response"]>): Promise<unknown>;
}

/** A resource, as the checks of its plans see it. */
export interface CheckedResource<S extends Schema> extends NamedResource<S> {
  readonly typeName: string;
  readonly access: Access;
  readonly conflicts?: Conflicts<S>;
  readonly losses?: Omit<Losses<S>, "partsOf">;
  readonly parent?: Pick<
    RepositoryParent<State<S>>,
    "claimOf" | "leadsElsewhere" | "read"
  >;
  /** The attribute of its name, if letter case tells that from others. */
  readonly exact?: string | undefined;
  /** Reads the object of a state; undefined: it is gone. */
  readState?(context: ReadContext<S, D>): Awaitable<State<S> | undefined>;
  /** Finds an object by the id of an import. */
  importState?(context: ImportContext<never, D>): unknown;
  readonly identity?: { of?(state: State<S>): object };
  /** See {@linkcode Losses.partsOf}; undefined: the object is gone. */
  partsOf?(call: BoundTarget<S, D>): Promise<readonly string[] | undefined>;
}

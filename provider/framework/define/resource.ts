import type { Path } from "../values/path.ts";
import type { JsonValueObject } from "../values/json_parser.ts";
import type { Value } from "../values/value.ts";
import type {
  Config,
  KnownConfig,
  Plan,
  PlannedState,
  State,
  UpdatePlan,
} from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type {
  Awaitable,
  Definition,
  ObjectContext,
  OperationContext,
} from "./context.ts";
import type {
  Identity,
  IdentityAttributes,
  IdentitySchema,
  ImportIdentity,
} from "./identity.ts";

/** Arguments of `planValues`. */
export interface PlanValuesContext<S extends Schema, D>
  extends ObjectContext<D> {
  /** The configuration; unknown values possible anywhere. */
  readonly config: Config<S>;
  /** The state; null when the resource is created. */
  readonly prior: State<S> | null;
  /** The plan so far. */
  readonly planned: PlannedState<S>;
}

/** Values by dotted path, such as `machine.size`; undefined: no decision. */
export type GivenValues = Readonly<Record<string, Value | undefined>>;

/** Arguments of `modifyPlan`, with the plan as the plan modifiers left it. */
export interface ModifyPlanContext<S extends Schema, D>
  extends PlanValuesContext<S, D> {
  /** The values that `planValues` gave. */
  readonly given: GivenValues;
  /** The changed attributes that replace the resource, by plan modifiers. */
  readonly requiresReplace: readonly Path[];
  /** Whether an object that exists has to be changed. */
  readonly isUpdate: boolean;
  /** Whether the client allows {@linkcode ModifyPlanResult.deferred}. */
  readonly deferralAllowed: boolean;
}

/** Reason to defer a plan to a later run. */
export type DeferralReason =
  | "resource_config_unknown"
  | "provider_config_unknown"
  | "absent_prerequisite";

/** Decision of `modifyPlan`. An absent part leaves things as they are. */
export interface ModifyPlanResult<N> {
  /** The plan instead of the one so far. */
  readonly planned?: N;
  /** Paths whose change replaces the resource. */
  readonly requiresReplace?: readonly Path[];
  /** Defers the plan; only if the client allows it. */
  readonly deferred?: DeferralReason;
}

/** Arguments of `planDestroy`; `delete` is given what it keeps. */
export interface PlanDestroyContext<S extends Schema, D>
  extends ObjectContext<D> {
  /** The state of what will be destroyed. */
  readonly prior: State<S>;
}

/** Sets the identity. */
export interface NewIdentity<I> {
  /** Tells what does not follow from the state; it wins over `of`. */
  setIdentity(identity: I): void;
}

/** Arguments of `create`. */
export interface CreateContext<S extends Schema, D, I = never>
  extends ObjectContext<D>, NewIdentity<I> {
  /** The plan: the values of the new object. */
  readonly plan: Plan<S>;
  /** The configuration; the only place of write-only values. */
  readonly config: KnownConfig<S>;
  /**
   * Records the state reached so far. If the operation fails later, this is
   * what is saved, so that nothing that exists is lost.
   */
  saveState(state: State<S>): void;
}

/** Arguments of `read`. */
export interface ReadContext<S extends Schema, D, I = never>
  extends DeleteContext<S, D, I>, NewIdentity<I> {}

/** Arguments of `update`. */
export interface UpdateContext<S extends Schema, D, I = never>
  extends Omit<CreateContext<S, D, I>, "plan"> {
  /** The plan: the values of the object after the update. */
  readonly plan: UpdatePlan<S>;
  /** The identity as it was stored; undefined: none yet. */
  readonly identity: I | undefined;
  /** The state before the update. */
  readonly prior: State<S>;
}

/** Arguments of `delete`. */
export interface DeleteContext<S extends Schema, D, I = never>
  extends ObjectContext<D> {
  /** The identity as it was stored; undefined: none yet. */
  readonly identity: I | undefined;
  /** The state as it was stored. */
  readonly state: State<S>;
}

/** Arguments of `importState`: an id or an identity, not both. */
export interface ImportContext<I, D> extends ObjectContext<D> {
  /** The id that the practitioner gave; undefined with an identity. */
  readonly id: string | undefined;
  /** The identity that the practitioner gave; undefined with an id. */
  readonly identity: I | undefined;
}

/**
 * The state of an import: what leads to the object is enough, as Terraform
 * reads it right after.
 */
export type ImportedState<S> = string extends keyof S ? S
  : { readonly [K in keyof S]?: S[K] | null };

/**
 * Arguments of a state upgrader. The provider is configured: Terraform and
 * OpenTofu upgrade states when they plan and apply, after `configure` has run.
 * A client that asks earlier gets an error, but for states of the version that
 * the schema has: those are only decoded.
 */
export interface UpgradeContext<D> extends OperationContext<D> {
  /** The stored state as JSON, in the form of the old schema version. */
  readonly rawState: JsonValueObject;
}

/** Arguments of a state mover. */
export interface MoveContext<D, I = never>
  extends Omit<ObjectContext<D>, "provider">, NewIdentity<I> {
  /**
   * The result of the provider's `configure`; undefined when it has not run:
   * Terraform moves states before it configures anything.
   */
  readonly provider: D | undefined;
  /** The address of the other provider, such as `registry.terraform.io/a/b`. */
  readonly sourceProviderAddress: string;
  /** The type of the other resource. */
  readonly sourceTypeName: string;
  /** The schema version of the other resource. */
  readonly sourceSchemaVersion: number;
  /** The other resource's state as JSON. */
  readonly sourceState: JsonValueObject;
  /** The other resource's identity as JSON; undefined: it has none. */
  readonly sourceIdentity: JsonValueObject | undefined;
  /** The schema version of the other resource's identity. */
  readonly sourceIdentitySchemaVersion: number;
  /** Private state of the other provider; empty: none. */
  readonly sourcePrivate: Uint8Array;
}

/** The identity of a resource and how to tell it from a state. */
export interface IdentityDefinition<
  A extends IdentityAttributes,
  S,
  I = Identity<A>,
  R = I,
> {
  /** The schema of the identity. */
  readonly schema: IdentitySchema<A>;
  /** The identity of an object in this state. It must never change. */
  of(state: S): R;
  /** Upgrades from each older identity version straight to this one. */
  readonly upgrade?: Readonly<
    Record<number, (rawIdentity: JsonValueObject) => I>
  >;
}

/** A function of a context `C` for each of several results. */
export type FunctionsOf<R, C> = {
  readonly [K in keyof R]: (context: C) => R[K];
};

/**
 * The results of the functions of a resource: its own type for each, so that
 * what the schema has not is an error where it is written.
 */
export interface Results<S = unknown, N = unknown, I = unknown, P = unknown> {
  /** The result of `create`. */
  readonly create: Awaitable<S>;
  /** The result of `read`. */
  readonly read: Awaitable<S | undefined>;
  /** The result of `update`. */
  readonly update: Awaitable<S>;
  /** The result of `importState`. */
  readonly importState: Awaitable<P | undefined>;
  /** The result of `modifyPlan`. */
  readonly modifyPlan: Awaitable<N | void>;
  /** The results of `upgradeState`, by version. */
  readonly upgradeState: Readonly<Record<number, Awaitable<S>>>;
  /** The results of `moveState`. */
  readonly moveState: readonly Awaitable<S | undefined>[];
  /** The result of `identity.of`. */
  readonly of: I;
}

/**
 * A resource with a schema `S`, an identity `A`, and a provider that makes
 * `D`. The parts of a resource file stand in this order.
 *
 * 1. A result must keep every value that the plan knows; the framework checks
 *    it, and saves the state before it reports a breach.
 * 2. An error is thrown, or added to the diagnostics.
 */
export interface ResourceDefinition<
  S extends Schema,
  A extends IdentityAttributes,
  D,
  R extends Results = Results<
    State<S>,
    ModifyPlanResult<PlannedState<S>>,
    Identity<A>,
    ImportedState<State<S>>
  >,
> extends Definition<S> {
  /** The identity; absent: none. */
  readonly identity?: IdentityDefinition<A, State<S>, Identity<A>, R["of"]>;
  /**
   * Gives values for computed attributes that are not configured, in place of
   * plan modifiers: for what follows from the provider block or from much else.
   * The plan so far has defaults; what is computed is as in the state, or
   * unknown in a new object.
   */
  planValues?(context: PlanValuesContext<S, D>): Awaitable<GivenValues>;
  /**
   * Whether the object is as planned already, so that what is computed stays;
   * default: whether plan and state are equal.
   */
  isUpToDate?(
    context: PlanValuesContext<S, D> & { readonly prior: State<S> },
  ): boolean;
  /** Changes the plan, adds replacements, warns. */
  modifyPlan?(context: ModifyPlanContext<S, D>): R["modifyPlan"];
  /** Checks whether the object may be destroyed; an error prevents it. */
  planDestroy?(context: PlanDestroyContext<S, D>): Awaitable<void>;
  /** Creates the object and returns its state. */
  create(context: CreateContext<S, D, Identity<A>>): R["create"];
  /** Returns the state of the object; undefined: it is surely gone. */
  read(context: ReadContext<S, D, Identity<A>>): R["read"];
  /** Changes the object and returns its state; absent: only replaced. */
  update?(context: UpdateContext<S, D, Identity<A>>): R["update"];
  /** Deletes the object. Returns when it is surely gone, else throws. */
  delete(context: DeleteContext<S, D, Identity<A>>): Awaitable<void>;
  /** Returns the state of an existing object; undefined: no such. */
  importState?(context: ImportContext<ImportIdentity<A>, D>): R["importState"];
  /** Upgrades from each older schema version straight to this one. */
  readonly upgradeState?: FunctionsOf<R["upgradeState"], UpgradeContext<D>>;
  /**
   * Takes over the state of another resource type or provider; undefined:
   * not one that it knows. The first that answers decides.
   */
  readonly moveState?: FunctionsOf<
    R["moveState"],
    MoveContext<D, Identity<A>>
  >;
}

/** Definition of a resource, with its schema type-erased. */
export type ErasedDefinition = ResourceDefinition<
  Schema,
  IdentityAttributes,
  unknown
>;

/** A resource with its schema type-erased: what the engine works with. */
export interface Resource extends ErasedDefinition {
  /** Tells resources from data sources and others. */
  readonly kind: "resource";
}

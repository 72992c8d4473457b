import type { Strict, StrictReturn } from "../schema/exact.ts";
import type { Plan, PlannedState, State } from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type { Awaitable } from "./context.ts";
import type {
  DataSource,
  DataSourceDefinition,
  EphemeralResource,
  EphemeralResourceDefinition,
  OpenResult,
} from "./data_source.ts";
import type { Identity, IdentityAttributes } from "./identity.ts";
import type {
  FunctionDefinition,
  Parameter,
  ProviderFunction,
} from "./function.ts";
import type {
  Action,
  ActionDefinition,
  ListResource,
  ListResourceDefinition,
  ListResult,
} from "./list_and_action.ts";
import type {
  ImportedState,
  ModifyPlanResult,
  Resource,
  ResourceDefinition,
} from "./resource.ts";

/** The functions that define what a provider holds, typed for its `D`. */
export interface Definers<D> {
  /** Defines a resource. */
  defineResource<
    const S extends Schema,
    const A extends IdentityAttributes,
    C extends Awaitable<State<S>>,
    R extends Awaitable<State<S> | undefined>,
    U extends Awaitable<State<S>>,
    I extends Awaitable<ImportedState<State<S>> | undefined>,
    P extends Awaitable<ModifyPlanResult<PlannedState<S>> | void>,
    V extends Readonly<Record<number, Awaitable<State<S>>>>,
    W extends readonly Awaitable<State<S> | undefined>[],
    O extends Identity<A>,
  >(
    definition: ResourceDefinition<S, A, D, {
      readonly create: StrictReturn<C, State<S>>;
      readonly read: StrictReturn<R, State<S>>;
      readonly update: StrictReturn<U, State<S>>;
      readonly importState: StrictReturn<I, State<S>>;
      readonly modifyPlan: StrictReturn<P, ModifyPlanResult<PlannedState<S>>>;
      readonly upgradeState: {
        readonly [K in keyof V]: StrictReturn<V[K], State<S>>;
      };
      readonly moveState: {
        readonly [K in keyof W]: StrictReturn<W[K], State<S>>;
      };
      readonly of: Strict<O, Identity<A>>;
    }>,
  ): Resource;
  /** Defines a data source. */
  defineDataSource<const S extends Schema, R extends Awaitable<State<S>>>(
    definition: DataSourceDefinition<S, D, StrictReturn<R, State<S>>>,
  ): DataSource;
  /** Defines an ephemeral resource. */
  defineEphemeralResource<
    const S extends Schema,
    R extends Awaitable<OpenResult<Plan<S>>>,
  >(
    definition: EphemeralResourceDefinition<
      S,
      D,
      StrictReturn<R, OpenResult<Plan<S>>>
    >,
  ): EphemeralResource;
  /** Defines a list resource. */
  defineListResource<const S extends Schema, R extends ListResult>(
    definition: ListResourceDefinition<S, D, Strict<R, ListResult>>,
  ): ListResource;
  /** Defines an action. */
  defineAction<const S extends Schema>(
    definition: ActionDefinition<S, D>,
  ): Action;
}

/**
 * A resource of a definition that was made by a function of any schema, which
 * the compiler cannot look into.
 *
 * @example
 * ```ts
 * import { type Resource, resourceOf, type Schema } from "@hf-terraform/framework";
 *
 * function fixed<S extends Schema>(typeName: string, schema: S): Resource {
 *   return resourceOf<S, Record<never, never>, unknown>({
 *     typeName,
 *     schema,
 *     create: () => Promise.reject(new Error("It is fixed")),
 *     read: ({ state }) => state,
 *     delete() {},
 *   });
 * }
 * ```
 */
export function resourceOf<
  S extends Schema,
  A extends IdentityAttributes,
  D,
>(definition: ResourceDefinition<S, A, D>): Resource {
  return erase("resource", definition);
}

/**
 * A data source of such a definition.
 *
 * @example
 * ```ts
 * import { dataSourceOf, s } from "@hf-terraform/framework";
 *
 * const schema = s.schema({ description: "Nothing.", attributes: {} });
 * const nothing = dataSourceOf({ typeName: "x_y", schema, read: () => ({}) });
 * ```
 */
export function dataSourceOf<S extends Schema, D>(
  definition: DataSourceDefinition<S, D>,
): DataSource {
  return erase("data_source", definition);
}

/**
 * The functions that define resources and the like for a provider whose
 * `configure` makes `D`. Call it once, in the provider's own vocabulary file.
 */
export function definersFor<D>(): Definers<D> {
  return {
    defineResource: (definition) => erase("resource", definition),
    defineDataSource: (definition) => erase("data_source", definition),
    defineEphemeralResource: (definition) =>
      erase("ephemeral_resource", definition),
    defineListResource: (definition) => erase("list_resource", definition),
    defineAction: (definition) => erase("action", definition),
  };
}

/** Defines a function. */
export function defineFunction<const P extends readonly Parameter[], V, R>(
  definition: FunctionDefinition<P, V, R>,
): ProviderFunction {
  return erase("function", definition);
}

/**
 * The definition with its kind, and without its types: what they say is true
 * of every value that reaches it.
 */
function erase<K extends string, E>(
  kind: K,
  definition: object,
): E & { readonly kind: K } {
  return { kind, ...definition } as unknown as E & { readonly kind: K };
}

import {
  type KeysOf,
  refuseOtherKeys,
  type Strict,
  type StrictReturn,
} from "../schema/exact.ts";
import type { Config, Plan, PlannedState, State } from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type { ValueObject } from "../values/value.ts";
import type {
  Awaitable,
  OperationContext,
  ValidateContext,
} from "./context.ts";
import type {
  DataSource,
  DataSourceDefinition,
  EphemeralResource,
  EphemeralResourceDefinition,
  OpenResult,
} from "./data_source.ts";
import type {
  FunctionDefinition,
  Parameter,
  ProviderFunction,
} from "./function.ts";
import type { Identity, IdentityAttributes } from "./identity.ts";
import {
  actionKeys,
  dataSourceKeys,
  ephemeralKeys,
  erase,
  functionKeys,
  identityKeys,
  listKeys,
  resourceKeys,
} from "./keys.ts";
import { type Loadable, loadDefinition } from "./lazy.ts";
import type {
  Action,
  ActionDefinition,
  ListResource,
  ListResourceDefinition,
  ListResult,
} from "./list_and_action.ts";
import type {
  ImportedState,
  ModelsOf,
  ModifyPlanResult,
  Resource,
  ResourceDefinition,
} from "./resource.ts";

/** Arguments of `configure`. */
export interface ConfigureContext<C>
  extends Omit<OperationContext<unknown>, "provider" | "providerMeta"> {
  /** The provider block; unknown values possible anywhere. */
  readonly config: C;
  /** The version of the CLI; OpenTofu sends its own here. */
  readonly terraformVersion: string;
}

/** A provider with a schema `S` whose `configure` makes `D`. */
export interface ProviderDefinition<S extends Schema, D, C = Config<S>> {
  /** The local name, which type names begin with, such as `example`. */
  readonly name: string;
  /** The version, for logs and messages. */
  readonly version: string;
  /** The schema of the provider block. */
  readonly schema: S;
  /** The schema of `provider_meta` blocks; absent: none. */
  readonly metaSchema?: Schema;
  /** Checks the provider block as a whole. */
  validate?(context: ValidateContext<C>): Awaitable<void>;
  /**
   * Makes what the operations are given. Unknown values are no error here:
   * keep them, and complain when an operation needs them.
   */
  configure(context: ConfigureContext<C>): Awaitable<D>;
  /** The functions. */
  readonly functions?: readonly ProviderFunction[];
}

/** The kinds of definitions that have type names. */
export interface Kinds {
  /** One of the resources. */
  readonly resources: Resource;
  /** One of the data sources. */
  readonly dataSources: DataSource;
  /** One of the ephemeral resources. */
  readonly ephemeralResources: EphemeralResource;
  /** One of the list resources. */
  readonly listResources: ListResource;
  /** One of the actions. */
  readonly actions: Action;
}

/** The definitions of a provider, by kind. */
export type Parts = { readonly [K in keyof Kinds]: readonly Kinds[K][] };

/** The same, of which each may be loaded at its first call. */
export type LoadableParts = {
  readonly [K in keyof Kinds]: readonly Loadable<Kinds[K]>[];
};

/** A provider as it is served: type-erased, its parts perhaps not loaded. */
export interface LazyProvider
  extends LoadableParts, ProviderDefinition<Schema, unknown, ValueObject> {
  /** See {@linkcode ProviderDefinition.functions}. */
  readonly functions: readonly ProviderFunction[];
}

/** A provider of which everything is loaded. */
export type Provider = Omit<LazyProvider, keyof Kinds> & Parts;

const providerKeys: KeysOf<LazyProvider> = {
  name: true,
  version: true,
  schema: true,
  metaSchema: true,
  validate: true,
  configure: true,
  resources: true,
  dataSources: true,
  ephemeralResources: true,
  listResources: true,
  actions: true,
  functions: true,
};

/**
 * Defines a provider.
 *
 * @example
 * ```ts
 * import { defineProvider, s } from "@hf-terraform/framework";
 * import { verify } from "@hf-terraform/framework/testing";
 *
 * const provider = defineProvider({
 *   name: "example",
 *   version: "1.0.0",
 *   schema: s.schema({ description: "Examples.", attributes: {} }),
 *   configure: () => ({ service: "https://example.com" }),
 * });
 * if (verify(provider).length > 0) throw new Error("It is not well defined");
 * ```
 */
export function defineProvider<const S extends Schema, D>(
  definition: ProviderDefinition<S, D> & Partial<Parts>,
): Provider;
/**
 * Defines a provider whose resources and the like are loaded when they are
 * first needed: `{ typeName, load: () => import(…) }` in place of each.
 */
export function defineProvider<const S extends Schema, D>(
  definition: ProviderDefinition<S, D> & Partial<LoadableParts>,
): LazyProvider;
export function defineProvider<const S extends Schema, D>(
  definition: ProviderDefinition<S, D> & Partial<LoadableParts>,
): LazyProvider {
  refuseOtherKeys("provider", definition, providerKeys);
  return {
    resources: [],
    dataSources: [],
    ephemeralResources: [],
    functions: [],
    listResources: [],
    actions: [],
    ...definition,
  };
}

/**
 * Loads everything that a provider holds.
 *
 * @throws {Error} If something cannot be loaded, or defines another type.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { defineProvider, definersFor, loadProvider, s } from "@hf-terraform/framework";
 *
 * const schema = s.schema({ description: "Nothing.", attributes: {} });
 * const { defineDataSource } = definersFor<object>();
 * const typeName = "example_nothing";
 * const read = () => Promise.resolve({});
 * // Of a provider of several files: (await import("./nothing.ts")).nothing
 * const load = () => Promise.resolve(defineDataSource({ typeName, schema, read }));
 * const provider = defineProvider({
 *   name: "example",
 *   version: "1.0.0",
 *   schema,
 *   configure: () => ({}),
 *   dataSources: [{ typeName, load }],
 * });
 * const { dataSources } = await loadProvider(provider);
 * assertEquals(dataSources.map(({ kind }) => kind), ["data_source"]);
 * ```
 */
export async function loadProvider(provider: LazyProvider): Promise<Provider> {
  const [resources, dataSources, ephemeralResources, listResources, actions] =
    await Promise.all([
      Promise.all(provider.resources.map(loadDefinition)),
      Promise.all(provider.dataSources.map(loadDefinition)),
      Promise.all(provider.ephemeralResources.map(loadDefinition)),
      Promise.all(provider.listResources.map(loadDefinition)),
      Promise.all(provider.actions.map(loadDefinition)),
    ]);
  return {
    ...provider,
    resources,
    dataSources,
    ephemeralResources,
    listResources,
    actions,
  };
}

/**
 * Defines a function.
 *
 * @example
 * ```ts
 * import { ArgumentError, defineFunction, parameter, types } from "@hf-terraform/framework";
 *
 * const half = defineFunction({
 *   name: "half",
 *   summary: "Halves a number.",
 *   description: "Halves an even number.",
 *   parameters: [parameter("number", types.int, "The number.")],
 *   returns: types.int,
 *   run: ([number]) => {
 *     if (number % 2 !== 0) throw new ArgumentError(0, "It must be even");
 *     return number / 2;
 *   },
 * });
 * ```
 */
export function defineFunction<
  const P extends readonly Parameter[],
  V,
  R,
>(
  definition: FunctionDefinition<P, V, R>,
): ProviderFunction {
  return erase("function", definition, functionKeys);
}

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
    definition: ResourceDefinition<S, A, D, ModelsOf<S, A>, {
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
    definition: DataSourceDefinition<
      S,
      D,
      ModelsOf<S>,
      StrictReturn<R, State<S>>
    >,
  ): DataSource;
  /** Defines an ephemeral resource. */
  defineEphemeralResource<
    const S extends Schema,
    R extends Awaitable<OpenResult<Plan<S>>>,
  >(
    definition: EphemeralResourceDefinition<
      S,
      D,
      ModelsOf<S>,
      StrictReturn<R, OpenResult<Plan<S>>>
    >,
  ): EphemeralResource;
  /** Defines a list resource. */
  defineListResource<const S extends Schema, R extends ListResult>(
    definition: ListResourceDefinition<
      S,
      D,
      ModelsOf<S>,
      Strict<R, ListResult>
    >,
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
  return eraseResource(definition);
}

function eraseResource(
  definition: { readonly typeName: string; readonly identity?: object },
): Resource {
  const { typeName, identity } = definition;
  if (identity !== undefined) {
    refuseOtherKeys(`identity of ${typeName}`, identity, identityKeys);
  }
  return erase("resource", definition, resourceKeys);
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
  return erase("data_source", definition, dataSourceKeys);
}

/**
 * The functions that define resources and the like for a provider whose
 * `configure` makes `D`. Call it once, in the provider's own vocabulary file.
 *
 * @example
 * ```ts
 * import { definersFor, s } from "@hf-terraform/framework";
 *
 * const { defineDataSource } = definersFor<{ readonly now: () => string }>();
 *
 * const clock = defineDataSource({
 *   typeName: "example_clock",
 *   schema: s.schema({
 *     description: "A clock.",
 *     attributes: { time: s.string({ computed: true, description: "Now." }) },
 *   }),
 *   read: ({ provider }) => Promise.resolve({ time: provider.now() }),
 * });
 * ```
 */
export function definersFor<D>(): Definers<D> {
  return {
    defineResource: eraseResource,
    defineDataSource: (definition) =>
      erase("data_source", definition, dataSourceKeys),
    defineEphemeralResource: (definition) =>
      erase("ephemeral_resource", definition, ephemeralKeys),
    defineListResource: (definition) =>
      erase("list_resource", definition, listKeys),
    defineAction: (definition) => erase("action", definition, actionKeys),
  };
}

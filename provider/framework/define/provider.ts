import type { Config } from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import type {
  Awaitable,
  OperationContext,
  ValidateContext,
} from "./context.ts";
import type { DataSource, EphemeralResource } from "./data_source.ts";
import type { ProviderFunction } from "./function.ts";
import { type Loadable, loadDefinition } from "./lazy.ts";
import type { Action, ListResource } from "./list_and_action.ts";
import type { Resource } from "./resource.ts";

/** Arguments of `configure`. */
export interface ConfigureContext<C>
  extends Omit<OperationContext<unknown>, "provider" | "providerMeta"> {
  /** The provider block; unknown values possible anywhere. */
  readonly config: C;
  /** The version of the CLI; OpenTofu sends its own here. */
  readonly terraformVersion: string;
  /**
   * Whether this process plans and applies: so `terraform test` of 1.15 has it
   * where the test file has the provider block. What a plan collects of all that
   * it plans would have each resource twice.
   */
  readonly isWholeTest: boolean;
}

/** A provider with a schema `S` whose `configure` makes `D`. */
export interface ProviderDefinition<S extends Schema, D> {
  /** The local name, which type names begin with, such as `example`. */
  readonly name: string;
  /** The version, for logs and messages. */
  readonly version: string;
  /** The schema of the provider block. */
  readonly schema: S;
  /** The schema of `provider_meta` blocks; absent: none. */
  readonly metaSchema?: Schema;
  /** Checks the provider block as a whole. */
  validate?(context: ValidateContext<Config<S>>): Awaitable<void>;
  /**
   * Makes what the operations are given. Unknown values are no error here:
   * keep them, and complain when an operation needs them.
   */
  configure(context: ConfigureContext<Config<S>>): Awaitable<D>;
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
  extends LoadableParts, ProviderDefinition<Schema, unknown> {
  /** See {@linkcode ProviderDefinition.functions}. */
  readonly functions: readonly ProviderFunction[];
}

/** A provider of which everything is loaded. */
export type Provider = Omit<LazyProvider, keyof Kinds> & Parts;

/** Defines a provider. */
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

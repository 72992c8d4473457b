import { type KeysOf, refuseOtherKeys } from "../schema/exact.ts";
import type { Schema } from "../schema/schema.ts";
import type {
  DataSourceDefinition,
  EphemeralResourceDefinition,
} from "./data_source.ts";
import type { FunctionDefinition, Parameter } from "./function.ts";
import type { IdentityAttributes } from "./identity.ts";
import type {
  ActionDefinition,
  ListResourceDefinition,
} from "./list_and_action.ts";
import type { ErasedDefinition, IdentityDefinition } from "./resource.ts";

const common = { typeName: true, schema: true, validate: true } as const;

/** The keys of a resource's definition. */
export const resourceKeys: KeysOf<ErasedDefinition> = {
  ...common,
  identity: true,
  planValues: true,
  isUpToDate: true,
  modifyPlan: true,
  planDestroy: true,
  create: true,
  read: true,
  update: true,
  delete: true,
  importState: true,
  upgradeState: true,
  moveState: true,
};

/** The keys of an identity's definition. */
export const identityKeys: KeysOf<
  IdentityDefinition<IdentityAttributes, unknown>
> = { schema: true, of: true, upgrade: true };

/** The keys of a data source's definition. */
export const dataSourceKeys: KeysOf<DataSourceDefinition<Schema, unknown>> = {
  ...common,
  read: true,
};

/** The keys of an ephemeral resource's definition. */
export const ephemeralKeys: KeysOf<
  EphemeralResourceDefinition<Schema, unknown>
> = { ...common, open: true, renew: true, close: true };

/** The keys of a list resource's definition. */
export const listKeys: KeysOf<ListResourceDefinition<Schema, unknown>> = {
  ...common,
  list: true,
};

/** The keys of an action's definition. */
export const actionKeys: KeysOf<ActionDefinition<Schema, unknown>> = {
  ...common,
  plan: true,
  invoke: true,
};

/** The keys of a function's definition. */
export const functionKeys: KeysOf<
  FunctionDefinition<readonly Parameter[], unknown, unknown>
> = {
  name: true,
  summary: true,
  description: true,
  deprecated: true,
  parameters: true,
  variadic: true,
  returns: true,
  run: true,
};

/**
 * The definition with its kind, and without its types: what they say is true
 * of every value that reaches it.
 *
 * @throws {TypeError} If it has a key that nothing reads.
 */
export function erase<K extends string, E>(
  kind: K,
  definition: object,
  known: Readonly<Record<string, true>>,
): E & { readonly kind: K } {
  const { typeName, name = typeName }: {
    readonly typeName?: string;
    readonly name?: string;
  } = definition;
  const keys = { ...known, kind: true } as const;
  refuseOtherKeys(`${kind.replace("_", " ")} ${name}`, definition, keys);
  return { kind, ...definition } as unknown as E & { readonly kind: K };
}

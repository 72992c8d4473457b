import { type KeysOf, refuseOtherKeys } from "../schema/exact.ts";
import type { Schema } from "../schema/schema.ts";
import type {
  DataSourceDefinition,
  EphemeralResourceDefinition,
} from "./data_source.ts";
import type { FunctionDefinition, Parameter } from "./function.ts";
import type {
  ActionDefinition,
  ListResourceDefinition,
} from "./list_and_action.ts";
import type { ErasedDefinition } from "./resource.ts";

/** The definitions by their kinds. */
interface DefinitionsByKind {
  readonly resource: ErasedDefinition;
  readonly data_source: DataSourceDefinition<Schema, unknown>;
  readonly ephemeral_resource: EphemeralResourceDefinition<Schema, unknown>;
  readonly list_resource: ListResourceDefinition<Schema, unknown>;
  readonly action: ActionDefinition<Schema, unknown>;
  readonly function: FunctionDefinition<readonly Parameter[], unknown, unknown>;
}

const common = { typeName: true, schema: true, validate: true } as const;

/** The keys that are read of each kind of definition. */
export const definitionKeys: {
  readonly [K in keyof DefinitionsByKind]: KeysOf<DefinitionsByKind[K]>;
} = {
  resource: {
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
  },
  data_source: { ...common, read: true },
  ephemeral_resource: { ...common, open: true, renew: true, close: true },
  list_resource: { ...common, list: true },
  action: { ...common, plan: true, invoke: true },
  function: {
    name: true,
    summary: true,
    description: true,
    deprecated: true,
    parameters: true,
    variadic: true,
    returns: true,
    run: true,
  },
};

/**
 * The definition with its kind, and without its types: what they say is true
 * of every value that reaches it.
 *
 * @throws {TypeError} If it has a key that nothing reads.
 */
export function erase<K extends keyof DefinitionsByKind, E>(
  kind: K,
  definition: object,
): E & { readonly kind: K } {
  const { typeName, name = typeName }: {
    readonly typeName?: string;
    readonly name?: string;
  } = definition;
  const keys = { ...definitionKeys[kind], kind: true };
  refuseOtherKeys(`${kind.replace("_", " ")} ${name}`, definition, keys);
  return { kind, ...definition } as unknown as E & { readonly kind: K };
}

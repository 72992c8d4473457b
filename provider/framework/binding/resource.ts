import type { IdentityAttributes } from "../define/identity.ts";
import type {
  ErasedDefinition,
  ResourceDefinition,
} from "../define/resource.ts";
import type { Schema } from "../schema/schema.ts";
import type { Wire } from "./binding.ts";
import { compileSchema } from "./compile.ts";
import type { AnyResource, BoundResource } from "./definition.ts";
import type { DataAtRisk } from "./life.ts";
import { BoundOperations } from "./operations.ts";
import { tableOf } from "./table.ts";

/**
 * The rule of a bound resource that says which data are lost with an object;
 * undefined: it has none.
 */
export function dataAtRiskOf(
  resource: object,
): ((state: object) => DataAtRisk | undefined) | undefined {
  return Reflect.get(resource, "dataAtRisk");
}

/**
 * The definition of a bound resource: all that follows from its bindings.
 *
 * A leaf without a binding is a type error that names it. Say `local` for what
 * the service never hears of.
 */
export function boundResource<
  S extends Schema,
  A extends IdentityAttributes,
  W extends Wire,
  D,
>(
  definition: BoundResource<S, A, W, D>,
): ResourceDefinition<S, A, D> {
  // Without its types it is a resource whose models are objects of values.
  const declared = definition as unknown as AnyResource & ErasedDefinition;
  const table = tableOf(declared.schema.attributes);
  const schema = compileSchema(declared.schema, table, declared);
  const erased = { ...declared, schema };
  const operations = new BoundOperations(erased);
  return {
    ...erased,
    isUpToDate: (context) => operations.isUpToDate(context),
    modifyPlan: (context) => operations.modifyPlan(context),
    create: (context) => operations.create(context),
    read: (context) => operations.read(context),
    update: (context) => operations.update(context),
    delete: (context) => operations.delete(context),
    importState: (context) => operations.importState(context),
  } satisfies ErasedDefinition as unknown as ResourceDefinition<S, A, D>;
}

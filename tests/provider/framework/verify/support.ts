import type { Provider } from "../../../../provider/framework/define/provider.ts";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import type {
  Attributes,
  Blocks,
} from "../../../../provider/framework/schema/attribute.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import type { Schema } from "../../../../provider/framework/schema/schema.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import { verify } from "../../../../provider/framework/testing/verify/verify.ts";

/** A description for everything. */
export const description = "What it is.";

/** A schema of attributes and blocks. */
export function makeSchema(
  attributes: Attributes,
  blocks: Blocks = {},
): Schema {
  return s.schema({ description, attributes, blocks });
}

/** A resource without faults, apart from what is given. */
export function resource(parts: Partial<Resource> = {}): Resource {
  return {
    kind: "resource",
    typeName: "lab_thing",
    schema: makeSchema({ name: s.string({ required: true, description }) }),
    create: () => Promise.resolve(record()),
    read: () => Promise.resolve(undefined),
    update: () => Promise.resolve(record()),
    delete: () => Promise.resolve(),
    ...parts,
  };
}

/** A provider without faults, apart from what is given. */
export function makeProvider(parts: Partial<Provider> = {}): Provider {
  return {
    name: "lab",
    version: "1.0.0",
    schema: makeSchema({}),
    configure: () => undefined,
    resources: [],
    dataSources: [],
    ephemeralResources: [],
    functions: [],
    listResources: [],
    actions: [],
    ...parts,
  };
}

/** Lists the faults that `verify` finds in a provider with one resource. */
export function faultsOf(parts: Partial<Resource>): readonly string[] {
  return verify(makeProvider({ resources: [resource(parts)] }));
}

/**
 * Lists the faults that `verify` finds in a resource with these attributes and
 * blocks.
 */
export function faultsIn(
  attributes: Attributes,
  blocks: Blocks = {},
): readonly string[] {
  const name = s.string({ required: true, description });
  const schema = makeSchema({ name, ...attributes }, blocks);
  return faultsOf({ schema });
}

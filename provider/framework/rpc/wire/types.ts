import { type IdentitySchema, identityType } from "../../define/identity.ts";
import type { Resource } from "../../define/resource.ts";
import { hasDynamicBlocks } from "../../schema/dynamic_blocks.ts";
import { objectType, type Schema } from "../../schema/schema.ts";
import type { Type } from "../../values/type.ts";

const objects = new WeakMap<Schema, Type>();
const schemas = new WeakMap<object, Schema>();
const identities = new WeakMap<IdentitySchema, Type>();

/** The type of the objects of a schema, made once; undefined without one. */
export function typeOf(schema: Schema | undefined): Type | undefined {
  if (schema === undefined) return undefined;
  const known = objects.get(schema);
  if (known !== undefined) return known;
  const type = objectType(schema);
  objects.set(schema, type);
  if (typeof type === "object" && hasDynamicBlocks(schema)) {
    schemas.set(type, schema);
  }
  return type;
}

/**
 * The schema of a type that {@linkcode typeOf} made, if it has blocks whose
 * form on the wire differs from that in models.
 */
export function dynamicBlocksOf(type: Type): Schema | undefined {
  return typeof type === "object" ? schemas.get(type) : undefined;
}

/** The type of a resource's identity, made once; undefined without one. */
export function identityTypeOf(
  resource: Resource | undefined,
): Type | undefined {
  const schema = resource?.identity?.schema;
  if (schema === undefined) return undefined;
  const known = identities.get(schema);
  if (known !== undefined) return known;
  const type = identityType(schema);
  identities.set(schema, type);
  return type;
}

import type { Init } from "../../../../proto/codec.ts";
import type { tfplugin5 } from "../../../../proto/gen/tfplugin5.ts";
import type { IdentitySchema } from "../../define/identity.ts";
import { type Type, typeJson } from "../../values/type.ts";
import type { Value } from "../../values/value.ts";
import { readValue, wireValue } from "./dynamic_value.ts";

const text = new TextEncoder();

/**
 * Reads an identity; undefined if there is none. `part` names the field.
 *
 * Throws a {@linkcode RequestError} if it does not fit the type.
 */
export function readIdentity(
  message: tfplugin5.ResourceIdentityData | undefined,
  type: Type | undefined,
  part: string,
): Value | undefined {
  return readValue(message?.identityData, type, part) ?? undefined;
}

/** The message of an identity; undefined if there is none. */
export function wireIdentity(
  identity: Value | undefined,
  type: Type | undefined,
): Init<tfplugin5.ResourceIdentityData> | undefined {
  return identity === undefined || type === undefined
    ? undefined
    : { identityData: wireValue(identity, type) };
}

/** The message of an identity schema. */
export function wireIdentitySchema(
  schema: IdentitySchema,
): Init<tfplugin5.ResourceIdentitySchema> {
  return {
    version: schema.version ?? 0,
    identityAttributes: Object.entries(schema.attributes).map(
      ([name, attribute]) => ({
        name,
        type: text.encode(typeJson(attribute.expression.type)),
        requiredForImport: attribute.requiredForImport,
        optionalForImport: !attribute.requiredForImport,
        description: attribute.description,
      }),
    ),
  };
}

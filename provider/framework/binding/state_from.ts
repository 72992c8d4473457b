import type { Attributes } from "../schema/attribute.ts";
import type { State } from "../schema/model.ts";
import type { Schema } from "../schema/schema.ts";
import { record, type ValueObject } from "../values/value.ts";
import { isValueOf } from "./shape.ts";
import { childrenOf, isJsonRecord } from "./table.ts";

/**
 * A state of what was stored elsewhere, such as by another provider: values
 * are taken over by name if they fit the schema. What does not fit, is an empty
 * text or is not there is the attribute's default, else null.
 */
export function stateFrom<S extends Schema>(
  { attributes }: S,
  stored: Readonly<Record<string, unknown>>,
): State<S> {
  // Every attribute of the schema is there.
  return fitToAttributes(attributes, stored) as State<S>;
}

function fitToAttributes(
  attributes: Attributes,
  stored: Readonly<Record<string, unknown>>,
): ValueObject {
  return record(
    Object.entries(attributes).map(([name, attribute]) => {
      const given = stored[name] ?? attribute.default ?? null;
      const children = childrenOf(attribute);
      if (children !== undefined && isJsonRecord(given)) {
        return [name, fitToAttributes(children, given)];
      }
      const fits = given !== "" && isValueOf(given, attribute);
      return [name, fits ? given : attribute.default ?? null];
    }),
  );
}

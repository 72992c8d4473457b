/**
 * Defaults: what stands for a configuration that is null.
 *
 * @module
 */

import type { Attribute } from "../../schema/attribute.ts";
import {
  isValueObject,
  member,
  record,
  type Value,
} from "../../values/value.ts";

/**
 * What an attribute counts as configured with when it is not; null: nothing.
 * The default of a nested object may leave attributes out: they are null here,
 * so that they in turn get their own default or are computed.
 */
export function configuredByDefault(attribute: Attribute): Value {
  const { default: value, nested } = attribute;
  if (value === undefined) return null;
  if (nested === undefined || !isValueObject(value)) return value;
  return record(
    Object.keys(nested.attributes).map((name) => [
      name,
      member(value, name) ?? null,
    ]),
  );
}

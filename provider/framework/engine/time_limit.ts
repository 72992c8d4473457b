/**
 * How long an operation may take, by the `timeouts` of a resource.
 *
 * @module
 */

import type { Timeouts } from "../schema/attribute.ts";
import type { Schema } from "../schema/schema.ts";
import { parseDuration } from "../timeouts.ts";
import { equalValues } from "../values/equal.ts";
import { record, type ValueObject } from "../values/value.ts";
import { attributeOf, typeOf } from "./object_type.ts";
import type { TimeLimit } from "./signal.ts";

/**
 * The time limit of an operation: the one in `values` (a configuration or a
 * state), else the default of the schema; undefined: none.
 */
export function timeLimit(
  schema: Schema,
  operation: keyof Timeouts,
  values: ValueObject | null,
): TimeLimit | undefined {
  const found = Object.entries(schema.attributes)
    .find(([, attribute]) => attribute.timeouts !== undefined);
  if (found === undefined) return undefined;
  const [name, attribute] = found;
  const given = attributeOf(attributeOf(values ?? undefined, name), operation);
  return limitOf(given) ?? limitOf(attribute.timeouts?.[operation]);
}

function limitOf(text: unknown): TimeLimit | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return { milliseconds: parseDuration(text), text };
  } catch {
    // A stored limit that is no duration any more: the default holds.
    return undefined;
  }
}

/** Whether two objects of a schema are equal in all but their time limits. */
export function equalButTimeLimits(
  schema: Schema,
  a: ValueObject,
  b: ValueObject,
): boolean {
  const limits = Object.keys(schema.attributes).filter((name) =>
    schema.attributes[name]?.timeouts !== undefined
  );
  const compared = record([
    ...Object.entries(b),
    ...limits.map((name) => [name, attributeOf(a, name)] as const),
  ]);
  return equalValues(a, compared, typeOf(schema));
}

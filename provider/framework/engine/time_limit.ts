/**
 * How long an operation may take, by the `timeouts` of a resource.
 *
 * @module
 */

import type { Timeouts } from "../schema/attribute.ts";
import { modelType, type Schema } from "../schema/schema.ts";
import { memberValue } from "../schema/zip.ts";
import { parseDuration } from "../timeouts.ts";
import { equalValues } from "../values/equal.ts";
import { record, type ValueObject } from "../values/value.ts";
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
  const found = timeLimits(schema);
  if (found === undefined) return undefined;
  const { name, limits } = found;
  const given = memberValue(memberValue(values, name), operation);
  return limitOf(given) ?? limitOf(limits[operation]);
}

/** The attribute or block with the time limits; undefined: there is none. */
export function timeLimits(
  schema: Schema,
): { readonly name: string; readonly limits: Timeouts } | undefined {
  const items = { ...schema.attributes, ...schema.blocks };
  for (const [name, { timeouts }] of Object.entries(items)) {
    if (timeouts !== undefined) return { name, limits: timeouts };
  }
  return undefined;
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
  const name = timeLimits(schema)?.name;
  const compared = name === undefined
    ? b
    : record([...Object.entries(b), [name, memberValue(a, name)]]);
  return equalValues(a, compared, modelType(schema));
}

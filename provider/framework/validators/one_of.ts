/**
 * Validators of values that come from a fixed list.
 *
 * @module
 */

import type { Validator } from "../schema/validator.ts";
import { code, enumeration, refuse } from "./report.ts";

/** The value must be one of these. */
export function oneOf<const T extends string | number>(
  ...allowed: readonly T[]
): Validator<string | number> {
  const description = `one of ${allowed.map(code).join(", ")}`;
  const set = new Set<string | number>(allowed);
  return {
    description,
    validate(value, context) {
      if (!set.has(value)) refuse(context, description, value);
    },
  };
}

/** The value must be none of these. */
export function noneOf<const T extends string | number>(
  ...forbidden: readonly T[]
): Validator<string | number> {
  const list = enumeration(forbidden.map(code), "or");
  const description = `something other than ${list}`;
  const set = new Set<string | number>(forbidden);
  return {
    description,
    validate(value, context) {
      if (set.has(value)) refuse(context, description, value);
    },
  };
}

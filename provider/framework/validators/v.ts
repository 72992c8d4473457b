/**
 * The library of validators under short names.
 *
 * @module
 */

import {
  allOf,
  each,
  keys,
  sizeAtLeast,
  sizeAtMost,
  sizeBetween,
  uniqueValues,
} from "./collection.ts";
import { cidr, duration, json, url } from "./format.ts";
import {
  atLeast,
  atMost,
  between,
  lengthAtLeast,
  lengthAtMost,
  lengthBetween,
  matches,
  multipleOf,
} from "./range.ts";
import { knownValues, noneOf, oneOf } from "./one_of.ts";
import {
  atLeastOneOf,
  conflictsWith,
  exactlyOneOf,
  keysNotIn,
  preferWriteOnly,
  requiredWith,
} from "./relation.ts";
import * as configuration from "./rules.ts";

/**
 * The validators of attributes.
 *
 * - strings: `oneOf`, `knownValues`, `noneOf`, `matches`, `lengthBetween`,
 *   `lengthAtLeast`, `lengthAtMost`, `cidr`, `url`, `duration`, `json`
 * - numbers: `oneOf`, `noneOf`, `between`, `atLeast`, `atMost`, `multipleOf`
 * - collections: `sizeBetween`, `sizeAtLeast`, `sizeAtMost`, `uniqueValues`,
 *   `each`, `keys`
 * - relations to other attributes: `conflictsWith`, `requiredWith`,
 *   `exactlyOneOf`, `atLeastOneOf`, `keysNotIn`, `preferWriteOnly`
 * - `allOf` joins several into one
 *
 * @example
 * ```ts
 * import { s, types, v } from "../mod.ts";
 *
 * const attributes = {
 *   region: s.string({
 *     optional: true,
 *     validators: [v.knownValues("eu", "us"), v.conflictsWith("zone")],
 *     description: "The region.",
 *   }),
 *   zone: s.string({ optional: true, description: "The zone." }),
 *   ports: s.list(types.int, {
 *     optional: true,
 *     validators: [v.sizeAtMost(3), v.each(v.between(1, 65535))],
 *     description: "The ports.",
 *   }),
 * };
 * ```
 */
export const v = {
  oneOf,
  knownValues,
  noneOf,
  matches,
  lengthBetween,
  lengthAtLeast,
  lengthAtMost,
  cidr,
  url,
  duration,
  json,
  between,
  atLeast,
  atMost,
  multipleOf,
  sizeBetween,
  sizeAtLeast,
  sizeAtMost,
  uniqueValues,
  each,
  keys,
  allOf,
  conflictsWith,
  requiredWith,
  exactlyOneOf,
  atLeastOneOf,
  keysNotIn,
  preferWriteOnly,
} as const;

/**
 * The rules over several attributes of a schema: `conflicting`,
 * `exactlyOneOf`, `atLeastOneOf` and `requiredTogether`.
 *
 * @example
 * ```ts
 * import { rules, s } from "../mod.ts";
 *
 * const schema = s.schema({
 *   description: "A login.",
 *   attributes: {
 *     user: s.string({ optional: true, description: "The user." }),
 *     token: s.string({ optional: true, description: "The token." }),
 *   },
 *   validators: [rules.exactlyOneOf("user", "token")],
 * });
 * ```
 */
export const rules = {
  conflicting: configuration.conflicting,
  exactlyOneOf: configuration.exactlyOneOf,
  atLeastOneOf: configuration.atLeastOneOf,
  requiredTogether: configuration.requiredTogether,
} as const;

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
import { atLeast, atMost, between, multipleOf } from "./number.ts";
import { knownValues, noneOf, oneOf } from "./one_of.ts";
import {
  atLeastOneOf,
  conflictsWith,
  exactlyOneOf,
  preferWriteOnly,
  requiredWith,
} from "./relation.ts";
import * as configuration from "./rules.ts";
import { lengthAtLeast, lengthAtMost, lengthBetween, matches } from "./text.ts";

/**
 * The validators of attributes.
 *
 * - strings: `oneOf`, `knownValues`, `noneOf`, `matches`, `lengthBetween`,
 *   `lengthAtLeast`, `lengthAtMost`, `cidr`, `url`, `duration`, `json`
 * - numbers: `oneOf`, `noneOf`, `between`, `atLeast`, `atMost`, `multipleOf`
 * - collections: `sizeBetween`, `sizeAtLeast`, `sizeAtMost`, `uniqueValues`,
 *   `each`, `keys`
 * - relations to other attributes: `conflictsWith`, `requiredWith`,
 *   `exactlyOneOf`, `atLeastOneOf`, `preferWriteOnly`
 * - `allOf` joins several into one
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
  preferWriteOnly,
} as const;

/**
 * The rules over several attributes of a schema: `conflicting`,
 * `exactlyOneOf`, `atLeastOneOf` and `requiredTogether`.
 */
export const rules = {
  conflicting: configuration.conflicting,
  exactlyOneOf: configuration.exactlyOneOf,
  atLeastOneOf: configuration.atLeastOneOf,
  requiredTogether: configuration.requiredTogether,
} as const;

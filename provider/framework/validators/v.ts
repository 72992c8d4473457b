/**
 * The library of validators under short names.
 *
 * @module
 */

import * as collections from "./collection.ts";
import * as formats from "./format.ts";
import * as values from "./one_of.ts";
import * as ranges from "./range.ts";
import * as relations from "./relation.ts";
import * as configuration from "./rules.ts";

/**
 * The validators of attributes.
 *
 * - strings: `oneOf`, `oneOfAnyCase`, `knownValues`, `noneOf`,
 *   `noneOfAnyCase`, `matches`, `lengthBetween`, `lengthAtLeast`,
 *   `lengthAtMost`, `bytesBetween`, `bytesAtLeast`, `bytesAtMost`, `cidr`, `ip`,
 *   `url`, `email`, `uuid`, `duration`, `rfc3339`, `json`
 * - numbers: `oneOf`, `noneOf`, `between`, `atLeast`, `atMost`, `multipleOf`,
 *   `atLeastSumOf`, `atMostSumOf`, `equalToSumOf`
 * - collections: `sizeBetween`, `sizeAtLeast`, `sizeAtMost`, `uniqueValues`,
 *   `noNulls`, `each`, `keys`
 * - relations to other attributes: `conflictsWith`, `requiredWith`,
 *   `exactlyOneOf`, `atLeastOneOf`, `keysNotIn`, `preferWriteOnly`
 * - `allOf` and `anyOf` join several into one, `not` turns one around,
 *   `withMessage` words its error
 *
 * @example
 * ```ts
 * import { s, types, v } from "@hf-terraform/framework";
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
export const v:
  & typeof values
  & typeof ranges
  & typeof formats
  & typeof collections
  & typeof relations = {
    ...values,
    ...ranges,
    ...formats,
    ...collections,
    ...relations,
  };

/**
 * The rules over several attributes of a schema: `conflicting`,
 * `exactlyOneOf`, `atLeastOneOf` and `requiredTogether`.
 *
 * @example
 * ```ts
 * import { rules, s } from "@hf-terraform/framework";
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
export const rules: typeof configuration = { ...configuration };

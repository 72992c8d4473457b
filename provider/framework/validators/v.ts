import * as collections from "./collection.ts";
import * as formats from "./format.ts";
import * as values from "./one_of.ts";
import * as ranges from "./range.ts";
import * as relations from "./relation.ts";

/**
 * The validators of attributes.
 *
 * - strings: `oneOf`, `oneOfAnyCase`, `knownValues`, `noneOf`,
 *   `noneOfAnyCase`, `matches`, `lengthBetween`, `lengthAtLeast`,
 *   `lengthAtMost`, `bytesBetween`, `bytesAtLeast`, `bytesAtMost`, `cidr`, `ip`,
 *   `url`, `duration`, `rfc3339`, `json`
 * - numbers: `oneOf`, `noneOf`, `between`, `atLeast`, `atMost`,
 *   `atLeastSumOf`, `atMostSumOf`, `equalToSumOf`
 * - collections: `sizeBetween`, `sizeAtLeast`, `sizeAtMost`, `uniqueValues`,
 *   `noNulls`, `each`, `keys`
 * - relations to other attributes: `conflictsWith`, `requiredWith`,
 *   `exactlyOneOf`, `atLeastOneOf`, `keysNotIn`, `preferWriteOnly`
 * - `allOf` and `anyOf` join several into one, `not` turns one around,
 *   `withMessage` words its error
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

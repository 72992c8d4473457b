import * as collections from "./collection.ts";
import * as formats from "./format.ts";
import * as values from "./one_of.ts";
import * as ranges from "./range.ts";
import * as relations from "./relation.ts";

/**
 * The validators of attributes: of strings, numbers and collections, of an
 * attribute in relation to others, and of several validators. The page on
 * validation lists them.
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

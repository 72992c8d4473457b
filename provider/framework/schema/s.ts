/**
 * The schema vocabulary under one short name.
 *
 * @module
 */

import {
  bool,
  dynamic,
  float,
  int,
  list,
  map,
  number,
  set,
  string,
  value,
} from "./build_attribute.ts";
import {
  block,
  object,
  objectList,
  objectMap,
  objectSet,
  schema,
  timeouts,
} from "./build_nested.ts";

/**
 * The builders of schemas: `s.schema`, the leaf attributes `string`, `bool`,
 * `int`, `float`, `number`, `dynamic`, `list`, `set`, `map` and `value`, the
 * nested attributes `object`, `objectList`, `objectSet` and `objectMap`,
 * `timeouts`, and the blocks in `s.block`.
 */
export const s = {
  schema,
  string,
  bool,
  int,
  float,
  number,
  dynamic,
  list,
  set,
  map,
  value,
  object,
  objectList,
  objectSet,
  objectMap,
  timeouts,
  block,
} as const;

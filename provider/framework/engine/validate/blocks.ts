/**
 * Checks configured blocks.
 *
 * @module
 */

import type { Block, Blocks } from "../../schema/block.ts";
import type { AttributeHolder } from "../../schema/schema.ts";
import type { Path } from "../../values/path.ts";
import { isUnknown } from "../../values/unknown.ts";
import type { Value, ValueObject } from "../../values/value.ts";
import { attributeOf, blockTypeOf, objectOf } from "../object_type.ts";
import {
  nestedElements,
  type Place,
  runValidators,
  validateAttributes,
  validateTimeouts,
  type Validation,
  warnDeprecated,
} from "./attributes.ts";

/** Checks the attributes and blocks of one object, and all that is inside. */
export function validateHolder(
  holder: AttributeHolder,
  object: ValueObject,
  path: Path,
  run: Validation,
): void {
  validateAttributes(holder.attributes, object, path, run);
  validateBlocks(holder.blocks ?? {}, object, path, run);
}

function validateBlocks(
  blocks: Blocks,
  object: ValueObject,
  path: Path,
  run: Validation,
): void {
  for (const [name, block] of Object.entries(blocks)) {
    const value = attributeOf(object, name);
    // A dynamic block over an unknown collection: nothing can be said yet.
    if (isUnknown(value)) continue;
    const place: Place = {
      path: path.attribute(name),
      holder: object,
      type: blockTypeOf(block),
      sensitive: false,
    };
    validateBlock(block, value, place, run);
  }
}

function validateBlock(
  block: Block,
  value: Value,
  place: Place,
  run: Validation,
): void {
  const { path } = place;
  const elements = value === null ? [] : nestedElements(block, value, path);
  checkCount(block, elements.length, path, run);
  const present = block.nesting !== "group" && elements.length > 0;
  if (present) {
    warnDeprecated(block.deprecated, "block", path, run.diagnostics);
  }
  if (value === null) {
    const onAbsent = block.validators.filter((item) => item.onAbsent);
    runValidators(onAbsent, undefined, place, run);
  } else if (!elements.some(([element]) => isUnknown(element))) {
    runValidators(block.validators, value, place, run);
  }
  for (const [element, elementPath] of elements) {
    const object = objectOf(element);
    if (object !== null) validateHolder(block, object, elementPath, run);
  }
  if (block.timeouts !== undefined) validateTimeouts(value, path, run);
}

function checkCount(
  block: Block,
  count: number,
  path: Path,
  run: Validation,
): void {
  if (count < block.minItems) {
    run.reject(
      "Too few blocks",
      `At least ${block.minItems} ${path} ${
        block.minItems === 1 ? "block is" : "blocks are"
      } required, not ${count}.`,
      path,
    );
  }
  if (block.maxItems > 0 && count > block.maxItems) {
    run.reject(
      "Too many blocks",
      `At most ${block.maxItems} ${path} ${
        block.maxItems === 1 ? "block is" : "blocks are"
      } allowed, not ${count}.`,
      path,
    );
  }
}

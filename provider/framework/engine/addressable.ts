/**
 * Cuts paths where Terraform can't follow them.
 *
 * @module
 */

import { Diagnostics } from "../diagnostics.ts";
import { modelType, type Schema } from "../schema/schema.ts";
import { Path, type PathStep } from "../values/path.ts";
import type { Type } from "../values/type.ts";
import { elementType, memberType } from "../values/walk.ts";

/**
 * The path up to the first set on its way: no step leads to an element of a
 * set, so that what is inside is named by the path of the set.
 */
export function addressablePath(schema: Schema, path: Path): Path {
  const steps = path.steps;
  let type: Type | undefined = modelType(schema);
  for (const [i, step] of steps.entries()) {
    if (type !== undefined && type[0] === "set") {
      return Path.of(steps.slice(0, i));
    }
    type = type && typeAfter(type, step);
  }
  return path;
}

function typeAfter(type: Type, step: PathStep): Type | undefined {
  return step.kind === "index"
    ? elementType(type, step.index)
    : memberType(type, step.kind === "key" ? step.key : step.name);
}

/** The same diagnostics with paths that Terraform can follow. */
export function addressable(
  schema: Schema,
  diagnostics: Diagnostics,
): Diagnostics {
  return new Diagnostics(
    diagnostics.items.map((item) =>
      item.path === undefined
        ? item
        : { ...item, path: addressablePath(schema, item.path) }
    ),
  );
}

/**
 * Decides which changes replace a resource.
 *
 * @module
 */

import type { Attribute } from "../../schema/attribute.ts";
import type { Block } from "../../schema/block.ts";
import type { AttributeHolder, Schema } from "../../schema/schema.ts";
import { equalValues } from "../../values/equal.ts";
import { Path } from "../../values/path.ts";
import { compareText, type Type } from "../../values/type.ts";
import { isUnknown } from "../../values/unknown.ts";
import type { ValueObject } from "../../values/value.ts";
import { elementType, memberType, valueAt } from "../../values/walk.ts";
import { addressablePath } from "../addressable.ts";
import { attributeOf, typeOf } from "../object_type.ts";
import { timeLimits } from "../time_limit.ts";

/**
 * The paths that do replace the resource: sorted, each once, and only where
 * the plan differs from the state. A path to a write-only attribute counts
 * always, as its change can't be seen.
 */
export function effectivePaths(
  schema: Schema,
  prior: ValueObject,
  planned: ValueObject,
  paths: readonly Path[],
): readonly Path[] {
  const followed = paths.map((path) => addressablePath(schema, path));
  const byText = new Map(followed.map((path) => [path.toString(), path]));
  return [...byText]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, path]) => path)
    .filter((path) => changesAt(schema, prior, planned, path));
}

function changesAt(
  schema: Schema,
  prior: ValueObject,
  planned: ValueObject,
  path: Path,
): boolean {
  const before = valueAt(prior, path);
  const after = valueAt(planned, path);
  if (before === undefined && after === undefined) return false;
  if (isWriteOnly(schema, path)) return true;
  if (before === undefined || after === undefined || isUnknown(after)) {
    return true;
  }
  const type = typeAt(typeOf(schema), path);
  return type === undefined || !equalValues(before, after, type);
}

function typeAt(type: Type, path: Path): Type | undefined {
  let at: Type | undefined = type;
  for (const step of path.steps) {
    if (at === undefined) return undefined;
    at = step.kind === "index"
      ? elementType(at, step.index)
      : memberType(at, step.kind === "key" ? step.key : step.name);
  }
  return at;
}

function isWriteOnly(schema: Schema, path: Path): boolean {
  let holder: AttributeHolder | undefined = schema;
  let found: Attribute | Block | undefined;
  for (const step of path.steps) {
    if (step.kind !== "attribute") continue;
    found = holder?.attributes[step.name] ?? holder?.blocks?.[step.name];
    holder = found?.kind === "block" ? found : found?.nested;
  }
  return found?.kind === "attribute" && found.writeOnly;
}

/**
 * The paths of all changed attributes and blocks, for a resource that can't be
 * changed in place. What the provider computes is named only if nothing else
 * changed. Time limits are no property of the object: they never replace it.
 */
export function allChangedPaths(
  schema: Schema,
  config: ValueObject,
  prior: ValueObject,
  planned: ValueObject,
): readonly Path[] {
  const limits = timeLimits(schema)?.name;
  const changed = Object.keys(planned).filter((name) => {
    const type = memberType(typeOf(schema), name);
    return type !== undefined && name !== limits &&
      !equalValues(attributeOf(prior, name), attributeOf(planned, name), type);
  });
  const decided = changed.filter((name) => {
    const attribute = schema.attributes[name];
    return attribute?.computed !== true || attribute.default !== undefined ||
      attributeOf(config, name) !== null;
  });
  return (decided.length > 0 ? decided : changed).map((name) =>
    Path.root.attribute(name)
  );
}

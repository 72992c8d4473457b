/**
 * Cuts paths where Terraform can't follow them, or must not.
 *
 * @module
 */

import {
  itemOf,
  type NestedObject,
  objectType,
  type Schema,
} from "../schema/schema.ts";
import { mayHoldSecret } from "../schema/sensitive.ts";

import { Path, stepName } from "../values/path.ts";
import type { Type } from "../values/type.ts";
import type { Value } from "../values/value.ts";
import { memberValue, partType } from "../values/walk.ts";

/**
 * The path up to the first set on its way: no step leads to an element of a
 * set, so that what is inside is named by the path of the set.
 */
export function addressablePath(schema: Schema, path: Path): Path {
  const steps = path.steps;
  let type: Type | undefined = objectType(schema);
  for (const [i, step] of steps.entries()) {
    if (type !== undefined && type[0] === "set") {
      return Path.of(steps.slice(0, i));
    }
    type = type && partType(type, stepName(step));
  }
  return path;
}

/**
 * The part of a path that the CLI finds in a configuration: through blocks to
 * an attribute, and one step into its value. A nested attribute is one of those
 * steps if it is written as a key; of a longer path the CLI shows the first
 * line of the whole block (`attributeDiagnostic` of its package `tfdiags`).
 *
 * The root where a secret may stand: the CLI quotes the lines that it finds, and
 * an object, or a block of one attribute, may stand in one line.
 *
 * @param config The configuration; undefined: nobody knows.
 */
export function displayablePath(
  schema: Schema,
  path: Path,
  config: Value | undefined,
): Path {
  const steps = addressablePath(schema, path).steps;
  let holder: NestedObject = schema;
  let values = config;
  let isSecret = false;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i];
    if (step?.kind !== "attribute") return path;
    const item = itemOf(holder, step.name);
    values = values && memberValue(values, step.name);
    isSecret = item !== undefined && mayHoldSecret(item, values);
    if (item?.kind !== "block") {
      const next = steps[i + 1];
      const key = next?.kind === "attribute"
        ? { kind: "key" as const, key: next.name }
        : next;
      return isSecret
        ? Path.root
        : Path.of([...steps.slice(0, i + 1), ...key ? [key] : []]);
    }
    if (item.nesting === "list" || item.nesting === "map") {
      const index = steps[++i];
      values = index && values && memberValue(values, stepName(index));
    }
    holder = item;
  }
  return isSecret ? Path.root : Path.of(steps);
}

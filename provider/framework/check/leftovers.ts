import type { Attributes, NestedAttributes } from "../schema/attribute.ts";
import { type AttributeHolder, objectType } from "../schema/schema.ts";
import { Path } from "../values/path.ts";
import { isUnknown } from "../values/unknown.ts";
import { isWhollyKnown, type Value } from "../values/value.ts";
import { walk } from "../values/walk.ts";
import {
  attributeOf,
  elementsOf,
  entriesOf,
  isNull,
  isUnknownValue,
} from "./inspect.ts";
import type { Problem } from "./problem.ts";

/**
 * The values that are still unknown, where Terraform allows none: in the
 * result of apply, read, upgrade, import, move, and of a data source.
 */
export function unknownProblems(
  schema: AttributeHolder,
  value: Value,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (!isWhollyKnown(value)) {
    walk(value, objectType(schema), (part, _type, path) => {
      if (isUnknown(part)) {
        problems.push({ path, problem: "the value is still unknown" });
      }
    });
  }
  return problems;
}

/**
 * The write-only attributes that are not null: Terraform allows none in
 * anything that a provider answers.
 */
export function writeOnlyProblems(
  schema: AttributeHolder,
  value: Value,
): readonly Problem[] {
  return [...writeOnlyInHolder(schema, value, Path.root)];
}

function* writeOnlyInHolder(
  holder: AttributeHolder,
  value: Value,
  path: Path,
): Generator<Problem> {
  if (isNull(value) || isUnknownValue(value)) {
    return;
  }
  yield* writeOnlyInAttributes(holder.attributes, value, path);
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    const inner = attributeOf(value, name);
    const at = path.attribute(name);
    const places = block.nesting === "single" || block.nesting === "group"
      ? [[inner, at] as const]
      : elementPlaces(inner, block.nesting, at);
    for (const [part, partPath] of places) {
      yield* writeOnlyInHolder(block, part, partPath);
    }
  }
}

function* writeOnlyInAttributes(
  attributes: Attributes,
  value: Value,
  path: Path,
): Generator<Problem> {
  for (const [name, attribute] of Object.entries(attributes)) {
    const inner = attributeOf(value, name);
    const at = path.attribute(name);
    if (attribute.writeOnly) {
      if (!isNull(inner)) {
        yield {
          path: at,
          problem:
            "a write-only attribute must be null in what a provider answers",
        };
      }
    } else if (attribute.nested !== undefined) {
      yield* writeOnlyInNested(attribute.nested, inner, at);
    }
  }
}

function* writeOnlyInNested(
  nested: NestedAttributes,
  value: Value,
  path: Path,
): Generator<Problem> {
  if (isNull(value) || isUnknownValue(value)) {
    return;
  }
  const places = nested.nesting === "single"
    ? [[value, path] as const]
    : elementPlaces(value, nested.nesting, path);
  for (const [part, partPath] of places) {
    yield* writeOnlyInAttributes(nested.attributes, part, partPath);
  }
}

function elementPlaces(
  value: Value,
  nesting: "list" | "set" | "map",
  path: Path,
): readonly (readonly [Value, Path])[] {
  return nesting === "map"
    ? [...entriesOf(value)].map(([key, part]) => [part, path.key(key)])
    : elementsOf(value).map((
      part,
      i,
    ) => [part, nesting === "set" ? path : path.index(i)]);
}

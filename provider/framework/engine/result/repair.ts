/**
 * Makes a value of a type out of whatever author code returned, so that what
 * exists can be saved even if the author's answer is at fault.
 *
 * @module
 */

import { mismatch } from "../../values/conform.ts";
import { Dynamic } from "../../values/dynamic.ts";
import { Path } from "../../values/path.ts";
import { attributeNames, attributeType, type Type } from "../../values/type.ts";
import { isUnknown } from "../../values/unknown.ts";
import { type MutableRecord, record, type Value } from "../../values/value.ts";
import { attributeOf, elementsOf } from "../object_type.ts";

/** Called for each fault that was repaired. */
export type FaultReport = (path: Path, problem: string) => void;

/** What a value is repaired with. */
export interface RepairOptions {
  /** What stands in for a part that is missing or wrong. */
  readonly fallback: Value;
  /** Called for each fault. */
  readonly report: FaultReport;
  /** Whether unknown values stay, as in a plan; default: they become null. */
  readonly keepUnknown?: boolean;
}

/**
 * A copy of `value` that is of `type` at every depth. What is missing or of a
 * wrong type is taken from the fallback, or is null.
 */
export function repair(
  value: unknown,
  type: Type,
  options: RepairOptions,
  path: Path = Path.root,
): Value {
  if (value === null) return null;
  if (isUnknown(value)) {
    if (options.keepUnknown === true) return value;
    options.report(path, "It is still unknown; it must have a value, or null.");
    return null;
  }
  if (value === undefined) {
    options.report(path, "It is missing; set it to null if it has no value.");
    return substitute(type, options);
  }
  // Objects may be repaired attribute by attribute.
  const problem = isObjectType(type) && isPlainObject(value)
    ? undefined
    : mismatch(value, type);
  if (problem !== undefined) {
    options.report(path, `${problem}.`);
    return substitute(type, options);
  }
  return repairParts(value, type, options, path);
}

function repairParts(
  value: unknown,
  type: Type,
  options: RepairOptions,
  path: Path,
): Value {
  if (Dynamic.is(value)) {
    const inner = { ...options, fallback: null };
    return new Dynamic(
      value.type,
      repair(value.value, value.type, inner, path),
    );
  }
  if (Array.isArray(value)) {
    return repairElements(value, type, options, path);
  }
  if (typeof type !== "string" && isPlainObject(value)) {
    if (type[0] === "object") {
      return repairAttributes(value, type, options, path);
    }
    if (type[0] === "map") return repairEntries(value, type[1], options, path);
  }
  return isPrimitive(value) ? value : null;
}

function repairElements(
  value: readonly unknown[],
  type: Type,
  options: RepairOptions,
  path: Path,
): Value {
  if (typeof type === "string" || type[0] === "object") return null;
  const [kind, inner] = type;
  const fallbacks = kind === "set" ? [] : elementsOf(options.fallback);
  // Not `map`, which would skip the holes of a sparse array.
  return Array.from(value, (element, i) => {
    const elementType = kind === "tuple" ? inner[i] ?? "dynamic" : inner;
    return repair(
      element,
      elementType,
      { ...options, fallback: fallbacks[i] ?? null },
      kind === "set" ? path : path.index(i),
    );
  });
}

function repairEntries(
  value: object,
  type: Type,
  options: RepairOptions,
  path: Path,
): Value {
  return record(
    Object.keys(value).map((key) => [
      key,
      repair(
        propertyOf(value, key),
        type,
        { ...options, fallback: attributeOf(options.fallback, key) },
        path.key(key),
      ),
    ]),
  );
}

function repairAttributes(
  value: object,
  type: Extract<Type, readonly ["object", unknown]>,
  options: RepairOptions,
  path: Path,
): Value {
  const names = attributeNames(type);
  const object: MutableRecord = record();
  for (const name of names) {
    object[name] = repair(
      propertyOf(value, name),
      attributeType(type, name),
      { ...options, fallback: attributeOf(options.fallback, name) },
      path.attribute(name),
    );
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(object, name)) {
      options.report(
        path.attribute(name),
        "The schema has no such attribute; it was left out.",
      );
    }
  }
  return object;
}

/** The own property `name`; undefined too if reading it throws. */
function propertyOf(value: object, name: string): unknown {
  try {
    return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  } catch {
    return undefined;
  }
}

function substitute(type: Type, options: RepairOptions): Value {
  const quiet = { ...options, fallback: null, report: () => {} };
  return options.fallback === null
    ? null
    : repair(options.fallback, type, quiet);
}

function isObjectType(
  type: Type,
): type is Extract<Type, readonly ["object", unknown]> {
  return typeof type !== "string" && type[0] === "object";
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null &&
    mismatch(value, ["map", "dynamic"]) === undefined;
}

function isPrimitive(value: unknown): value is Value {
  return typeof value !== "object" && typeof value !== "function" ||
    mismatch(value, "number") === undefined;
}

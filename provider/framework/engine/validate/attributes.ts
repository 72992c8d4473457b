/**
 * Checks configured attributes: what the schema implies, then what their
 * validators say.
 *
 * @module
 */

import type { Diagnostics } from "../../diagnostics.ts";
import type {
  Attribute,
  Attributes,
  NestedAttributes,
} from "../../schema/attribute.ts";
import type { Validator } from "../../schema/validator.ts";
import { parseDuration } from "../../timeouts.ts";
import type { Path } from "../../values/path.ts";
import type { Type } from "../../values/type.ts";
import { isUnknown } from "../../values/unknown.ts";
import {
  isWhollyKnown,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import { addFailure } from "../faults.ts";
import {
  attributeOf,
  elementsOf,
  entriesOf,
  objectOf,
} from "../object_type.ts";
import { misfits } from "./expression.ts";

/** One validation of a configuration. */
export interface Validation {
  /** The whole configuration. */
  readonly config: ValueObject;
  /** Whether write-only attributes may be configured. */
  readonly writeOnlyAllowed: boolean;
  /** Where errors and warnings of validators end up. */
  readonly diagnostics: Diagnostics;
  /** Adds an error because the schema itself is not obeyed. */
  readonly reject: (summary: string, detail: string, path: Path) => void;
}

/** One attribute or block that is checked. */
export interface Place {
  /** Where it is. */
  readonly path: Path;
  /** The object that holds it. */
  readonly holder: ValueObject;
  /** The type of its value. */
  readonly type: Type;
  /** Whether messages must not show its value. */
  readonly sensitive: boolean;
}

/**
 * Checks the attributes of one object, and all that is inside; `secret` if
 * messages must not show any of its values.
 */
export function validateAttributes(
  attributes: Attributes,
  object: ValueObject,
  path: Path,
  run: Validation,
  secret = false,
): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const place: Place = {
      path: path.attribute(name),
      holder: object,
      type: attribute.type,
      sensitive: secret || attribute.sensitive || attribute.writeOnly,
    };
    validateAttribute(attribute, attributeOf(object, name), place, run);
  }
}

function validateAttribute(
  attribute: Attribute,
  value: Value,
  place: Place,
  run: Validation,
): void {
  const { path } = place;
  if (value === null) {
    validateAbsent(attribute, place, run);
    return;
  }
  if (attribute.writeOnly && !run.writeOnlyAllowed) {
    run.reject(
      "Write-only attribute not supported",
      `This version of Terraform can't keep ${path} out of the state. Use ` +
        "Terraform 1.11 or newer, or remove the attribute.",
      path,
    );
  }
  if (isUnknown(value)) return;
  if (!attribute.required && !attribute.optional) {
    run.reject(
      "Attribute can't be configured",
      `The provider gives the value of ${path}. Remove it from the ` +
        "configuration.",
      path,
    );
    return;
  }
  warnDeprecated(attribute.deprecated, "attribute", path, run.diagnostics);
  if (attribute.nested !== undefined) {
    validateNested(attribute, attribute.nested, value, place, run);
  } else if (fits(attribute, value, place, run) && isWhollyKnown(value)) {
    runValidators(attribute.validators, value, place, run);
  }
}

function validateAbsent(
  attribute: Attribute,
  place: Place,
  run: Validation,
): void {
  const { path } = place;
  if (attribute.required) {
    run.reject(
      "Missing required attribute",
      `The attribute ${path} is required. Give it a value.`,
      path,
    );
  }
  const onAbsent = attribute.validators.filter((item) => item.onAbsent);
  runValidators(onAbsent, undefined, place, run);
}

function fits(
  attribute: Attribute,
  value: Value,
  place: Place,
  run: Validation,
): boolean {
  if (attribute.expression === undefined) return true;
  const { path, sensitive: secret } = place;
  const found = misfits(value, attribute.expression, { path, secret });
  for (const misfit of found) {
    run.reject(
      "Invalid attribute value",
      `${misfit.path}: ${misfit.problem}`,
      misfit.path,
    );
  }
  return found.length === 0;
}

function validateNested(
  attribute: Attribute,
  nested: NestedAttributes,
  value: Value,
  place: Place,
  run: Validation,
): void {
  const { path } = place;
  const elements = nestedElements(nested, value, path);
  if (!elements.some(([element]) => element === null || isUnknown(element))) {
    runValidators(attribute.validators, value, place, run);
  }
  for (const [element, elementPath] of elements) {
    const object = objectOf(element);
    if (object !== null) {
      validateAttributes(
        nested.attributes,
        object,
        elementPath,
        run,
        place.sensitive,
      );
    } else if (element === null) {
      run.reject(
        "Invalid attribute value",
        `${elementPath}: A null value is not allowed here. Remove it, or give ` +
          "it a value.",
        elementPath,
      );
    }
  }
  if (attribute.timeouts !== undefined) validateTimeouts(value, path, run);
}

/** The nested objects of a known value with their paths. */
export function nestedElements(
  nested: { readonly nesting: string },
  value: Value,
  path: Path,
): readonly (readonly [Value, Path])[] {
  switch (nested.nesting) {
    case "list":
      return elementsOf(value).map((part, i) => [part, path.index(i)]);
    case "set":
      return elementsOf(value).map((part) => [part, path]);
    case "map":
      return entriesOf(value).map(([key, part]) => [part, path.key(key)]);
    default:
      return [[value, path]];
  }
}

/** Checks that time limits are durations. */
export function validateTimeouts(
  value: Value,
  path: Path,
  run: Validation,
): void {
  for (const [name, text] of entriesOf(value)) {
    if (typeof text !== "string") continue;
    try {
      if (parseDuration(text) > 0) continue;
      run.reject(
        "Invalid duration",
        `${path.attribute(name)}: a time limit must be longer than zero.`,
        path.attribute(name),
      );
    } catch (error) {
      run.reject(
        "Invalid duration",
        `${path.attribute(name)}: ${
          error instanceof Error ? error.message : error
        }.`,
        path.attribute(name),
      );
    }
  }
}

/** Runs validators; one that throws does not keep the others from running. */
export function runValidators(
  validators: readonly Validator<unknown>[],
  value: unknown,
  place: Place,
  run: Validation,
): void {
  const { config, diagnostics } = run;
  for (const validator of validators) {
    try {
      validator.validate(value, { ...place, config, diagnostics });
    } catch (error) {
      addFailure(diagnostics, `validate ${place.path}`, error);
    }
  }
}

/** Warns that something deprecated is configured. */
export function warnDeprecated(
  deprecated: string | undefined,
  kind: "attribute" | "block",
  path: Path,
  diagnostics: Diagnostics,
): void {
  if (deprecated === undefined) return;
  diagnostics.addWarning(`Deprecated ${kind}`, deprecated, path);
}

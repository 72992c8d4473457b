/**
 * Whether a default fits its attribute.
 *
 * @module
 */

import type { Attribute, Attributes } from "../schema/attribute.ts";
import type { TypeExpression } from "../schema/type_expression.ts";
import { validateValue } from "../values/conform.ts";
import {
  isValueArray,
  isValueObject,
  isWhollyKnown,
  type Value,
} from "../values/value.ts";
import type { DefinitionErrors } from "./names.ts";

/** Checks the default of an attribute that has one. */
export function verifyDefault(
  attribute: Attribute,
  errors: DefinitionErrors,
): void {
  const { default: value, nested } = attribute;
  if (value === undefined) return;
  if (value === null) {
    errors.add("must not have the default null, which is none");
  } else if (!isWhollyKnown(value)) {
    errors.add("must have a default that is known");
  } else if (nested?.nesting === "single" && isValueObject(value)) {
    verifyPartial(value, nested.attributes, errors);
  } else {
    const error = validateValue(value, attribute.type);
    const odd = error?.message ?? numberError(value, attribute.expression);
    if (odd !== undefined) {
      errors.add(`has a default that does not fit its type: ${odd}`);
    }
  }
}

/** A default object may leave attributes out, but not invent any. */
function verifyPartial(
  value: Readonly<Record<string, Value>>,
  attributes: Attributes,
  errors: DefinitionErrors,
): void {
  for (const [name, part] of Object.entries(value)) {
    const attribute = Object.hasOwn(attributes, name)
      ? attributes[name]
      : undefined;
    if (attribute === undefined) {
      errors.add(`has a default with "${name}", which is no attribute of it`);
    } else if (part !== null) {
      verifyDefault({ ...attribute, default: part }, errors.inside(name));
    }
  }
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.required && (value[name] ?? null) === null) {
      errors.add(`has a default without "${name}", which is required`);
    }
  }
}

function numberError(
  value: Value,
  expression: TypeExpression<unknown> | undefined,
): string | undefined {
  if (expression?.number === "int" && !Number.isSafeInteger(value)) {
    return `${value} is not a whole number within ±(2^53 − 1)`;
  }
  if (expression?.number === "float" && typeof value !== "number") {
    return `${value} is not a number that a double holds`;
  }
  const { element } = expression ?? {};
  if (element === undefined) return undefined;
  const elements = isValueArray(value)
    ? value
    : isValueObject(value)
    ? Object.values(value)
    : [];
  return elements.map((part) => numberError(part, element))
    .find((error) => error !== undefined);
}

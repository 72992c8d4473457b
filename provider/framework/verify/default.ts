/**
 * Whether a default fits its attribute.
 *
 * @module
 */

import type { Attribute, Attributes } from "../schema/attribute.ts";
import type { TypeExpression } from "../schema/type_expression.ts";
import { conforms } from "../values/conform.ts";
import {
  isValueArray,
  isValueObject,
  isWhollyKnown,
  type Value,
} from "../values/value.ts";
import type { Findings } from "./findings.ts";

/** Checks the default of an attribute that has one. */
export function verifyDefault(attribute: Attribute, findings: Findings): void {
  const { default: value, nested } = attribute;
  if (value === undefined) return;
  if (value === null) {
    findings.add("must not have the default null, which is none");
  } else if (!isWhollyKnown(value)) {
    findings.add("must have a default that is known");
  } else if (nested?.nesting === "single" && isValueObject(value)) {
    verifyPartial(value, nested.attributes, findings);
  } else {
    const fault = conforms(value, attribute.type);
    const odd = fault?.message ?? numberFault(value, attribute.expression);
    if (odd !== undefined) {
      findings.add(`has a default that does not fit its type: ${odd}`);
    }
  }
}

/** A default object may leave attributes out, but not invent any. */
function verifyPartial(
  value: Readonly<Record<string, Value>>,
  attributes: Attributes,
  findings: Findings,
): void {
  for (const [name, part] of Object.entries(value)) {
    const attribute = Object.hasOwn(attributes, name)
      ? attributes[name]
      : undefined;
    if (attribute === undefined) {
      findings.add(`has a default with "${name}", which is no attribute of it`);
    } else if (part !== null) {
      verifyDefault({ ...attribute, default: part }, findings.inside(name));
    }
  }
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.required && (value[name] ?? null) === null) {
      findings.add(`has a default without "${name}", which is required`);
    }
  }
}

function numberFault(
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
  return elements.map((part) => numberFault(part, element))
    .find((fault) => fault !== undefined);
}

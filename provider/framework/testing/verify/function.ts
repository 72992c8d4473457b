/**
 * Checks that a function can be called, and its types.
 *
 * @module
 */

import type { ProviderFunction } from "../../define/function.ts";
import {
  holdsDynamic,
  parseType,
  partTypes,
  type Type,
  typeJson,
} from "../../values/type.ts";
import { type DefinitionErrors, verifyIdentifier } from "./names.ts";

/** Checks a type that an author gives. */
export function verifyType(type: Type, errors: DefinitionErrors): void {
  // The CLI crashes on a type that it cannot read.
  if (!isReadable(type)) {
    errors.add(`has a type that Terraform cannot read: ${shown(type)}`);
  } else if (hasDynamicElements(type)) {
    errors.add(
      "must not have dynamic elements in a list, set or map: all elements " +
        "need one type. Use a dynamic attribute for the whole",
    );
  }
}

function isReadable(type: Type): boolean {
  try {
    parseType(typeJson(type));
    return true;
  } catch {
    return false;
  }
}

function shown(type: unknown): string {
  return JSON.stringify(type) ?? String(type);
}

function hasDynamicElements(type: Type): boolean {
  return partTypes(type).some((part) =>
    (isCollection(type) && holdsDynamic(part)) || hasDynamicElements(part)
  );
}

function isCollection(type: Type): boolean {
  return typeof type !== "string" &&
    (type[0] === "list" || type[0] === "set" || type[0] === "map");
}

/** Checks a function. */
export function verifyFunction(
  definition: ProviderFunction,
  errors: DefinitionErrors,
): void {
  verifyIdentifier(definition.name, "its name", errors);
  const { parameters, variadic, summary, description } = definition;
  errors.addIf({
    "must have a summary": summary.trim() === "",
    "must have a description": description.trim() === "",
  });
  const all = variadic === undefined ? parameters : [...parameters, variadic];
  const seen = new Set<string>();
  for (const { name, description, type } of all) {
    errors.addIf({
      [`has two parameters with the name "${name}"`]: seen.has(name),
    });
    seen.add(name);
    const inner = errors.inside(name);
    verifyIdentifier(name, "its name", inner);
    inner.addIf({ "must have a description": description.trim() === "" });
    verifyType(type.type, inner);
  }
  if (definition.returns === undefined) errors.add("must have a result");
  else verifyType(definition.returns.type, errors.inside("result"));
}

/**
 * Which types may go where.
 *
 * @module
 */

import {
  holdsDynamic,
  parseType,
  partTypes,
  type Type,
  typeJson,
} from "../values/type.ts";
import type { DefinitionErrors } from "./errors.ts";

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

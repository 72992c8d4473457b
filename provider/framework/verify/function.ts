/**
 * Whether a function can be called.
 *
 * @module
 */

import type { Parameter, ProviderFunction } from "../define/function.ts";
import type { DefinitionErrors } from "./errors.ts";
import { verifyIdentifier } from "./names.ts";
import { verifyType } from "./types.ts";

/** Checks a function. */
export function verifyFunction(
  definition: ProviderFunction,
  errors: DefinitionErrors,
): void {
  verifyIdentifier(definition.name, "its name", errors);
  if (definition.summary.trim() === "") errors.add("must have a summary");
  if (definition.description.trim() === "") {
    errors.add("must have a description");
  }
  const { parameters, variadic } = definition;
  const all = variadic === undefined ? parameters : [...parameters, variadic];
  const seen = new Set<string>();
  for (const parameter of all) {
    if (seen.has(parameter.name)) {
      errors.add(`has two parameters with the name "${parameter.name}"`);
    }
    seen.add(parameter.name);
    verifyParameter(parameter, errors.inside(parameter.name));
  }
  if (definition.returns === undefined) errors.add("must have a result");
  else verifyType(definition.returns.type, errors.inside("result"));
}

function verifyParameter(parameter: Parameter, errors: DefinitionErrors): void {
  verifyIdentifier(parameter.name, "its name", errors);
  if (parameter.description.trim() === "") {
    errors.add("must have a description");
  }
  verifyType(parameter.type.type, errors);
}

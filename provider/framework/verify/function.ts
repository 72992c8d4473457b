/**
 * Whether a function can be called.
 *
 * @module
 */

import type { Parameter, ProviderFunction } from "../define/function.ts";
import type { Findings } from "./findings.ts";
import { verifyIdentifier } from "./names.ts";
import { verifyType } from "./types.ts";

/** Checks a function. */
export function verifyFunction(
  definition: ProviderFunction,
  findings: Findings,
): void {
  verifyIdentifier(definition.name, "its name", findings);
  if (definition.summary.trim() === "") findings.add("must have a summary");
  if (definition.description.trim() === "") {
    findings.add("must have a description");
  }
  const { parameters, variadic } = definition;
  const all = variadic === undefined ? parameters : [...parameters, variadic];
  const seen = new Set<string>();
  for (const parameter of all) {
    if (seen.has(parameter.name)) {
      findings.add(`has two parameters with the name "${parameter.name}"`);
    }
    seen.add(parameter.name);
    verifyParameter(parameter, findings.inside(parameter.name));
  }
  if (definition.returns === undefined) findings.add("must have a result");
  else verifyType(definition.returns.type, findings.inside("result"));
}

function verifyParameter(parameter: Parameter, findings: Findings): void {
  verifyIdentifier(parameter.name, "its name", findings);
  if (parameter.description.trim() === "") {
    findings.add("must have a description");
  }
  verifyType(parameter.type.type, findings);
}

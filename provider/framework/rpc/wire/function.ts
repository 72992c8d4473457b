import type { Init } from "../../../../proto/codec.ts";
import type { tfplugin5 } from "../../../../proto/gen/tfplugin5.ts";
import type { Parameter, ProviderFunction } from "../../define/function.ts";
import { typeJson } from "../../values/type.ts";
import { MARKDOWN } from "./schema.ts";

type WireFunction = Init<tfplugin5.Function>;

const text = new TextEncoder();

/** The messages of functions by name. */
export function wireFunctions(
  functions: readonly ProviderFunction[],
): Record<string, WireFunction> {
  return Object.fromEntries(functions.map((f) => [f.name, wireFunction(f)]));
}

function wireFunction(definition: ProviderFunction): WireFunction {
  const { variadic } = definition;
  return {
    parameters: definition.parameters.map(wireParameter),
    variadicParameter: variadic && wireParameter(variadic),
    return: { type: text.encode(typeJson(definition.returns.type)) },
    summary: definition.summary,
    description: definition.description,
    descriptionKind: MARKDOWN,
    deprecationMessage: definition.deprecated,
  };
}

function wireParameter(
  parameter: Parameter,
): Init<tfplugin5.Function.Parameter> {
  return {
    name: parameter.name,
    type: text.encode(typeJson(parameter.type.type)),
    allowNullValue: parameter.type.nullable === true,
    allowUnknownValues: false,
    description: parameter.description,
    descriptionKind: MARKDOWN,
  };
}

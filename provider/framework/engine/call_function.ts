import {
  ArgumentError,
  type Parameter,
  type ProviderFunction,
} from "../define/function.ts";
import { Diagnostics } from "../diagnostics.ts";
import { modelValueOf } from "../schema/float.ts";
import { Place } from "../values/path.ts";
import { isWhollyKnown, type Value } from "../values/value.ts";
import type { EngineCall } from "./contract.ts";
import { pleaseReport } from "./errors.ts";
import { runUnconfigured } from "./operation.ts";
import { repair } from "./result.ts";
import type { ProviderServer } from "./server.ts";
import { expressionErrors } from "./validate/expression.ts";

/** Why a function has no result. */
export interface FunctionError {
  /** What went wrong. */
  readonly text: string;
  /** The argument to blame, from 0; undefined: none in particular. */
  readonly argument: number | undefined;
}

/** The request of {@linkcode callFunction}. */
export interface CallFunctionRequest {
  /** The name, without a prefix. */
  readonly name: string;
  /** All arguments in order, each decoded by its parameter's type; null where there is no parameter for it. */
  readonly arguments: readonly Value[];
}

/** The response of {@linkcode callFunction}. */
export interface CallFunctionResponse {
  /** The result; null after an error. */
  readonly result: Value;
  /** What went wrong; undefined: nothing. */
  readonly error: FunctionError | undefined;
}

/** Calls a function. The provider need not be configured. */
export async function callFunction(
  server: ProviderServer,
  request: CallFunctionRequest,
  call: EngineCall,
): Promise<CallFunctionResponse> {
  const { name } = request;
  const found = server.providerFunction(name);
  if (found === undefined) {
    return failed(`This version of the provider has no function "${name}".`);
  }
  const error = argumentError(found, request.arguments);
  if (error !== undefined) return { result: null, error };
  const diagnostics = new Diagnostics();
  const count = found.parameters.length;
  const models = request.arguments.map((value, i) => {
    const parameter = found.parameters[i] ?? found.variadic;
    return modelValueOf(value, parameter?.type);
  });
  const outcome = await runUnconfigured(
    server,
    { operation: "call", typeName: name, diagnostics, call },
    () =>
      runFunction(
        found,
        models.slice(0, count),
        models.slice(count),
      ),
  );
  if (!outcome.ok) {
    const errors = diagnostics.items.map((item) => item.detail);
    return failed(errors.join("\n"));
  }
  const { value } = outcome;
  return value instanceof ArgumentError
    ? failed(value.message, value.index)
    : normalizeFunctionResult(found, value);
}

async function runFunction(
  found: ProviderFunction,
  args: readonly Value[],
  rest: readonly Value[],
): Promise<unknown> {
  try {
    return await found.run(args, rest);
  } catch (error) {
    if (error instanceof ArgumentError) return error;
    throw error;
  }
}

function argumentError(
  found: ProviderFunction,
  args: readonly Value[],
): FunctionError | undefined {
  const { parameters, variadic } = found;
  if (
    args.length < parameters.length ||
    args.length > parameters.length && variadic === undefined
  ) {
    const text = `The function takes ${parameters.length} arguments` +
      `${variadic === undefined ? "" : " or more"}, not ${args.length}.`;
    return { text, argument: undefined };
  }
  for (const [argument, value] of args.entries()) {
    const parameter = parameters[argument] ?? variadic;
    const text = parameter && valueError(parameter, value);
    if (text !== undefined) return { text, argument };
  }
  return undefined;
}

function valueError(parameter: Parameter, value: Value): string | undefined {
  const { name, type } = parameter;
  if (value === null) {
    return type.nullable === true ? undefined : `"${name}" must not be null.`;
  }
  if (!isWhollyKnown(value)) return `"${name}" must be known.`;
  const [error] = expressionErrors(value, type, {
    place: new Place(),
    secret: false,
  });
  if (error === undefined) return undefined;
  const where = error.path.isRoot ? "" : ` at ${error.path}`;
  return `"${name}"${where} ${error.message}`;
}

function normalizeFunctionResult(
  found: ProviderFunction,
  value: unknown,
): CallFunctionResponse {
  const problems: string[] = [];
  const result = repair(value, found.returns.type, {
    fallback: null,
    report: (path, problem) => {
      problems.push(`${path.isRoot ? "" : `${path}: `}${problem}`);
    },
  });
  return problems.length === 0
    ? { result, error: undefined }
    : failed(`The result is invalid. ${problems.join(" ")} ${pleaseReport}`);
}

function failed(text: string, argument?: number): CallFunctionResponse {
  return { result: null, error: { text, argument } };
}

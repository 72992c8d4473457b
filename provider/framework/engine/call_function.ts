import {
  ArgumentError,
  type Parameter,
  type ProviderFunction,
} from "../define/function.ts";
import { DiagnosticsError, failure } from "../diagnostics.ts";
import { modelValueOf } from "../schema/numbers.ts";
import { Path } from "../values/path.ts";
import { isWhollyKnown, type Value } from "../values/value.ts";
import type { EngineCall, Fields } from "./contract.ts";
import { BUG_REPORT_HINT } from "./errors.ts";
import { Operation } from "./operation.ts";
import { coerce } from "./result.ts";
import type { ProviderServer } from "./server.ts";
import { expressionErrors } from "../schema/expression.ts";

/** Error of a function in place of its result. */
interface FunctionError {
  readonly text: string;
  /** The argument to blame, from 0; undefined: none in particular. */
  readonly argument: number | undefined;
}

interface FunctionResponse extends Fields<"result"> {
  /** The error; undefined: none. */
  readonly error: FunctionError | undefined;
}

/** Calls a function. The provider need not be configured. */
export async function callFunction(
  server: ProviderServer,
  request: Fields<"name" | "arguments">,
  call: EngineCall,
): Promise<FunctionResponse> {
  const { name, arguments: values } = request;
  const found = server.providerFunction(name);
  if (found === undefined) {
    return functionFailure(
      `This version of the provider has no function "${name}".`,
    );
  }
  const error = argumentError(found, values);
  if (error !== undefined) return { result: null, error };
  const models = values.map((value, i) =>
    modelValueOf(value, (found.parameters[i] ?? found.variadic)?.type)
  );
  const count = found.parameters.length;
  const operation = new Operation(server, "call", { typeName: name }, call);
  try {
    const result = await operation.run(
      async () => {
        try {
          return await found.run(models.slice(0, count), models.slice(count));
        } catch (error) {
          throw withoutArguments(error);
        }
      },
      { unconfigured: true },
    );
    return normalizeFunctionResult(found, result);
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error;
    const { cause, diagnostics } = error;
    return cause instanceof ArgumentError
      ? functionFailure(cause.message, cause.index)
      : functionFailure(diagnostics.map(({ detail }) => detail).join("\n"));
  }
}

/** An error of a function, without words of a runtime, which quote arguments. */
function withoutArguments(error: unknown): Error {
  if (error instanceof ArgumentError || error instanceof DiagnosticsError) {
    return error;
  }
  const kind = error instanceof Error ? error.name : "no error object";
  return failure(
    "The function failed",
    `It threw ${kind}, whose message may repeat an argument. ${BUG_REPORT_HINT}`,
  );
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
  // Nothing tells which arguments are sensitive.
  const [error] = expressionErrors(value, type, Path.root, () => true);
  if (error === undefined) return undefined;
  const where = error.path.isRoot ? "" : ` at ${error.path}`;
  return `"${name}"${where} ${error.message}`;
}

function normalizeFunctionResult(
  found: ProviderFunction,
  value: unknown,
): FunctionResponse {
  const problems: string[] = [];
  const result = coerce(value, found.returns.type, {
    fallback: null,
    report: (path, problem) => {
      problems.push(`${path.isRoot ? "" : `${path}: `}${problem}`);
    },
  });
  return problems.length === 0 ? { result, error: undefined } : functionFailure(
    `The result is invalid. ${problems.join(" ")} ${BUG_REPORT_HINT}`,
  );
}

function functionFailure(text: string, argument?: number): FunctionResponse {
  return { result: null, error: { text, argument } };
}

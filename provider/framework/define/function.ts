import type { TypeExpression, ValueOf } from "../schema/type_expression.ts";
import type { Awaitable } from "./context.ts";

/** One parameter of a function. */
export interface Parameter<T = unknown> {
  /** The name, for documentation and messages. */
  readonly name: string;
  /** The type; `types.nullable(…)` allows null. */
  readonly type: TypeExpression<T>;
  /** Description in Markdown. */
  readonly description: string;
}

/** The argument values of a list of parameters. */
export type Arguments<P extends readonly Parameter[]> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

/** A function with parameters `P`, rest parameter `V` and a result `R`. */
export interface FunctionDefinition<P extends readonly Parameter[], V, R> {
  /** The name, without a prefix. */
  readonly name: string;
  /** Description in one line. */
  readonly summary: string;
  /** Description in Markdown. */
  readonly description: string;
  /** Deprecation message: the reason and the replacement. */
  readonly deprecated?: string;
  /** The parameters in order. */
  readonly parameters: P;
  /** The parameter of all further arguments; absent: none. */
  readonly variadic?: Parameter<V>;
  /** The type of the result. */
  readonly returns: TypeExpression<R>;
  /**
   * Computes the result. It must be pure, and works on an unconfigured
   * provider. Throw {@linkcode ArgumentError} to blame an argument.
   */
  run(args: Arguments<P>, rest: readonly V[]): Awaitable<R>;
}

/** A function with its types erased. */
export interface ProviderFunction
  extends FunctionDefinition<readonly Parameter[], unknown, unknown> {
  /** Tells functions from resources and others. */
  readonly kind: "function";
}

/** An error that blames one argument of a function. */
export class ArgumentError extends Error {
  /** The class's own name. */
  override readonly name = "ArgumentError";
  /** The argument's position, from 0 over all arguments. */
  readonly index: number;

  /** Makes an error that blames the argument at `index`. */
  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

/** Makes a parameter. */
export function parameter<E extends TypeExpression<unknown>>(
  name: string,
  type: E,
  description: string,
): Parameter<ValueOf<E>> {
  // A TypeExpression<T> is an expression of its own value type.
  return { name, type: type as TypeExpression<ValueOf<E>>, description };
}

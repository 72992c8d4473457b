import { invalidField } from "./failure.ts";
import type { Json } from "./json.ts";

/** Returns the first problem of a value; undefined if it has none. */
export type Check = (
  value: Json | undefined,
  at: string,
) => Problem | undefined;

/** A problem of a value, and the path to it. */
export interface Problem {
  readonly message: string;
  readonly at: string;
}

/** Returns a value that a check accepts; else throws 400. */
export function validate(
  value: Json | undefined,
  check: Check,
  at = "",
): Json {
  const problem = check(value, at);
  if (problem !== undefined) throw invalidField(problem.message, problem.at);
  return value ?? null;
}

/**
 * A stand-in for `@std/assert` on machines that cannot reach JSR, with the
 * same names and signatures, built on `node:assert`.
 *
 * @module
 */
import { AssertionError as NodeAssertionError } from "node:assert";
import { inspect } from "node:util";
import { equal } from "./equal.ts";

export { equal };

// The real package's signatures use `any` in the same places, so that class
// constructors of every shape are accepted.
// deno-lint-ignore no-explicit-any
type AnyConstructor = new (...args: any[]) => any;
// deno-lint-ignore no-explicit-any
type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;

/** The error that every assertion throws. */
export class AssertionError extends Error {
  override name = "AssertionError";
}

function show(value: unknown): string {
  return inspect(value, { depth: 12, breakLength: 80, maxStringLength: 4000 });
}

function refuse(what: string, msg: string | undefined): never {
  throw new AssertionError(msg === undefined ? what : `${what}: ${msg}`);
}

/** The two values side by side, as `node:assert` prints them. */
function difference(actual: unknown, expected: unknown): string {
  return new NodeAssertionError({
    actual,
    expected,
    operator: "deepStrictEqual",
  }).message;
}

/** Asserts that `expr` is truthy. */
export function assert(expr: unknown, msg = ""): asserts expr {
  if (!expr) throw new AssertionError(msg);
}

/** Asserts deep equality. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  if (!equal(actual, expected)) refuse(difference(actual, expected), msg);
}

/** Asserts that two values are not deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) {
    refuse(
      `Expected actual: ${show(actual)} not to be: ${show(expected)}`,
      msg,
    );
  }
}

/** Asserts that two values are the same by `Object.is`. */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  msg?: string,
): asserts actual is T {
  if (!Object.is(actual, expected)) refuse(difference(actual, expected), msg);
}

/** Asserts that a string contains another one. */
export function assertStringIncludes(
  actual: string,
  expected: string,
  msg?: string,
): void {
  if (!actual.includes(expected)) {
    refuse(
      `Expected actual: ${show(actual)} to contain: ${show(expected)}`,
      msg,
    );
  }
}

/** Asserts that a string matches a pattern. */
export function assertMatch(
  actual: string,
  expected: RegExp,
  msg?: string,
): void {
  if (!expected.test(actual)) {
    refuse(`Expected actual: ${show(actual)} to match: ${expected}`, msg);
  }
}

/** Asserts that a string does not match a pattern. */
export function assertNotMatch(
  actual: string,
  expected: RegExp,
  msg?: string,
): void {
  if (expected.test(actual)) {
    refuse(`Expected actual: ${show(actual)} to not match: ${expected}`, msg);
  }
}

/** Asserts that the expected object is a deep subset of the actual one. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void {
  if (!covers(actual, expected)) refuse(difference(actual, expected), msg);
}

function covers(actual: unknown, expected: unknown): boolean {
  if (
    typeof expected !== "object" || expected === null ||
    typeof actual !== "object" || actual === null ||
    expected instanceof Map || expected instanceof Set ||
    expected instanceof Date || expected instanceof RegExp
  ) {
    return equal(actual, expected);
  }
  if (Array.isArray(expected) !== Array.isArray(actual)) return false;
  return Reflect.ownKeys(expected).every((key) =>
    Reflect.has(actual, key) &&
    covers(Reflect.get(actual, key), Reflect.get(expected, key))
  );
}

/** Asserts that a value is an instance of a class. */
export function assertInstanceOf<T extends AnyConstructor>(
  actual: unknown,
  expectedType: T,
  msg?: string,
): asserts actual is InstanceType<T> {
  if (!(actual instanceof expectedType)) {
    refuse(
      `Expected object to be an instance of "${expectedType.name}" ` +
        `but was ${show(actual)}`,
      msg,
    );
  }
}

/** Asserts that a value is an error, of a class and with a text if given. */
function assertIsError<E extends Error = Error>(
  error: unknown,
  ErrorClass?: ErrorClass<E>,
  msgMatches?: string | RegExp,
  msg?: string,
): asserts error is E {
  if (!(error instanceof Error)) {
    refuse(`Expected "error" to be an Error object, got ${show(error)}`, msg);
  }
  if (ErrorClass !== undefined && !(error instanceof ErrorClass)) {
    refuse(
      `Expected error to be instance of "${ErrorClass.name}", ` +
        `but was "${error.constructor.name}": ${error.message}`,
      msg,
    );
  }
  const matches = msgMatches === undefined ||
    (typeof msgMatches === "string"
      ? error.message.includes(msgMatches)
      : msgMatches.test(error.message));
  if (!matches) {
    refuse(
      `Expected error message to include ${show(msgMatches)}, ` +
        `but got ${show(error.message)}`,
      msg,
    );
  }
}

/** Asserts that a function throws, and returns what it threw. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Asserts that a function throws an error of a class and with a text. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows(
  fn: () => unknown,
  second?: ErrorClass<Error> | string,
  msgIncludes?: string,
  msg?: string,
): unknown {
  let thrown: unknown;
  try {
    fn();
  } catch (error) {
    thrown = error;
    return checkThrown(thrown, second, msgIncludes, msg);
  }
  refuse(
    "Expected function to throw",
    typeof second === "string" ? second : msg,
  );
}

/** Asserts that a promise rejects, and returns what it rejected with. */
export function assertRejects(
  fn: () => PromiseLike<unknown>,
  msg?: string,
): Promise<unknown>;
/** Asserts that a promise rejects with an error of a class and with a text. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects(
  fn: () => PromiseLike<unknown>,
  second?: ErrorClass<Error> | string,
  msgIncludes?: string,
  msg?: string,
): Promise<unknown> {
  let promise: PromiseLike<unknown>;
  try {
    promise = fn();
  } catch (error) {
    refuse(`Function throws when expected to reject: ${show(error)}`, msg);
  }
  try {
    await promise;
  } catch (error) {
    return checkThrown(error, second, msgIncludes, msg);
  }
  refuse(
    "Expected function to reject",
    typeof second === "string" ? second : msg,
  );
}

function checkThrown(
  error: unknown,
  second: ErrorClass<Error> | string | undefined,
  msgIncludes: string | undefined,
  msg: string | undefined,
): unknown {
  if (typeof second === "function") {
    assertIsError(error, second, msgIncludes, msg);
  }
  return error;
}

/**
 * Turns what author code returned into a state that Terraform can save, and
 * says what was wrong with it.
 *
 * @module
 */

import { Diagnostics, DiagnosticsError } from "../diagnostics.ts";
import { isUnderTest, type OperationLog } from "../log.ts";
import type { Attribute } from "../schema/attribute.ts";
import { emptyObject, normalizeObject } from "../schema/pair.ts";
import { objectType, type Schema } from "../schema/schema.ts";
import { kindError, kindName } from "../values/conform.ts";
import { isNumberValue } from "../values/decimal.ts";
import { Path } from "../values/path.ts";
import { attributeNames, type Type } from "../values/type.ts";
import { isUnknown } from "../values/unknown.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { memberValue, partType, pathIn } from "../values/walk.ts";
import { isSecretAt } from "../schema/sensitive.ts";
import { hideInNormal } from "../secrets.ts";
import { addressablePath } from "./addressable.ts";
import { expressionErrors, nullNotAllowed } from "../schema/expression.ts";
import { BUG_REPORT_HINT } from "./errors.ts";
import {
  createTextSanitizer,
  type SanitizerOptions,
  type SanitizeText,
} from "./text_sanitizer.ts";

/** Called for something that a result has, and where. */
export type ReportError = (path: Path, problem: string) => void;

/** Names and diagnostics for the errors of a result. */
interface ReportOptions {
  readonly name: string;
  readonly typeName: string | undefined;
  readonly diagnostics: Diagnostics;
  /** The schema that the paths lead into, if they may lead into a set. */
  readonly schema?: Schema;
}

export type ResultOptions =
  & SanitizerOptions
  & Pick<CoerceOptions, "keepUnknown">
  & { readonly log: OperationLog };

/**
 * A state of the schema's type, without unknown and write-only values, and
 * without secrets and what steers a terminal, unless the reference has it: the
 * CLI prints what changed as it is. Each error of the result becomes a diagnostic.
 * Never throws.
 */
export function normalizeResult(
  result: unknown,
  options: ResultOptions,
): ValueObject {
  const { schema, reference, keepUnknown, sanitize, log } = options;
  // Most of what is read is as it was: nothing of that has to be looked at.
  if (isExactly(result, reference)) return reference;
  const type = objectType(schema);
  const report = errorReporter(options);
  const coercion: CoerceOptions = {
    fallback: reference,
    report,
    onExtraAttribute(path) {
      if (isUnderTest()) {
        report(path, "The schema has none; take it out, or use stateOf().");
      }
      log.warn("The schema has no such attribute; it is left out", {
        attribute: String(path),
      });
    },
    keepUnknown,
    sanitizeText: sanitize === "none"
      ? undefined
      : createTextSanitizer(options),
  };
  const isMissing = result === null || result === undefined;
  if (isMissing) {
    report(Path.root, "It is missing; a whole object must be returned.");
  }
  const coerced = isMissing
    ? substitute(type, coercion)
    : coerce(result, type, coercion);
  const object = isValueObject(coerced) ? coerced : emptyObject(schema);
  const onLeaf = ({ expression }: Attribute, value: Value, path: Path) => {
    const isSecret = () => isSecretAt(schema, path);
    const errors = expressionErrors(value, expression, path, isSecret);
    for (const { path, message } of errors) {
      if (message !== nullNotAllowed) report(path, `It ${message}`);
    }
  };
  try {
    return normalizeObject(schema, object, reference, onLeaf);
  } catch (error) {
    // The author's semanticEquals threw.
    report(Path.root, String(error));
    return normalizeObject(schema, object, null);
  }
}

/** Whether a result has all of a stored object, wholly known, and no more. */
function isExactly(result: unknown, stored: Value): stored is ValueObject {
  if (!isValueObject(stored) || !isValueObject(result)) return false;
  const names = Object.keys(stored);
  return names.length === Object.keys(result).length &&
    names.every((name) =>
      isSamePart(propertyOf(result, name), stored[name] ?? null)
    );
}

function isSamePart(part: unknown, stored: Value): boolean {
  if (typeof stored !== "object" || stored === null) return part === stored;
  if (!isValueArray(stored)) return isExactly(part, stored);
  return isValueArray(part) && part.length === stored.length &&
    stored.every((one, i) => isSamePart(part[i], one));
}

export function errorReporter(
  { name, typeName, diagnostics, schema }: ReportOptions,
): ReportError {
  return (path, problem) => {
    const where = path.isRoot ? "the result" : `the attribute ${path}`;
    const followed = schema ? addressablePath(schema, path) : path;
    diagnostics.addError(
      `Provider produced an invalid result: ${name} ${typeName}`,
      `About ${where} of ${typeName} after ${name}: ${problem} ${BUG_REPORT_HINT}`,
      followed.isRoot ? undefined : followed,
    );
  };
}

/**
 * Checks that author code returned an object with these parts and no others.
 *
 * @throws {DiagnosticsError} If it is something else.
 */
export function requireParts<T extends object>(
  { name, typeName }: Pick<ReportOptions, "name" | "typeName">,
  result: T | void,
  parts: readonly (keyof T & string)[],
): T {
  let problem = `not ${kindName(result)}`;
  if (typeof result === "object" && isValueObject(result)) {
    const known: readonly string[] = parts;
    const other = Object.keys(result).find((part) => !known.includes(part));
    if (other === undefined && isPlain(result)) return result;
    problem = other === undefined
      ? "not one of another class"
      : `without ${JSON.stringify(other)}`;
  }
  const diagnostics = new Diagnostics();
  errorReporter({ name, typeName, diagnostics })(
    Path.root,
    `It must be an object of ${parts.join(", ")}, ${problem}.`,
  );
  throw new DiagnosticsError(diagnostics.items);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

interface CoerceOptions {
  /** Value in place of a part that is missing or wrong. */
  readonly fallback: Value;
  readonly report: ReportError;
  /** Called for what the type has not: an API may add to its responses. */
  readonly onExtraAttribute?: ((path: Path) => void) | undefined;
  /** Whether unknown values stay, as in a plan; default: they become null. */
  readonly keepUnknown?: boolean | undefined;
  /** Makes of a string what is kept of it, given what stands in the fallback;
   * default: all. */
  readonly sanitizeText?: SanitizeText | undefined;
  /** The dynamic values that the value is inside of. */
  readonly ancestors?: readonly Dynamic[];
}

/**
 * A copy of `value` that is of `type` at every depth. What is missing or of a
 * wrong type is taken from the fallback, or is null.
 */
export function coerce(
  value: unknown,
  type: Type,
  options: CoerceOptions,
  path: Path = Path.root,
): Value {
  const { report, keepUnknown = false } = options;
  if (value === null || isUnknown(value) && keepUnknown) return value;
  if (isUnknown(value)) {
    report(path, "It is still unknown; it must have a value, or null.");
    return null;
  }
  const problem = shapeProblem(value, type);
  if (problem === undefined) return coerceParts(value, type, options, path);
  report(path, problem);
  return substitute(type, options);
}

/** Error of a value, without regard to its parts; undefined: none. */
function shapeProblem(value: unknown, type: Type): string | undefined {
  if (value === undefined) {
    return "It is missing; set it to null if it has no value.";
  }
  if (value === Infinity || value === -Infinity) {
    // Terraform would lose the whole state with it.
    return "It is infinite, which no state can hold.";
  }
  if (
    typeof type === "string" || type[0] !== "object" || !isValueObject(value)
  ) {
    const problem = kindError(value, type);
    return problem && `${problem}.`;
  }
  // Objects are coerced attribute by attribute.
  const names = attributeNames(type);
  const isOther = names.length > 1 &&
    names.every((name) => propertyOf(value, name) === undefined);
  return isOther
    ? `It has none of the attributes ${names.join(", ")}; set those without ` +
      "a value to null."
    : undefined;
}

function coerceParts(
  value: unknown,
  type: Type,
  options: CoerceOptions,
  path: Path,
): Value {
  if (Dynamic.is(value)) {
    const { ancestors = [] } = options;
    if (ancestors.includes(value)) {
      options.report(path, "It holds itself.");
      return null;
    }
    const inner = {
      ...options,
      fallback: null,
      ancestors: [...ancestors, value],
    };
    const held = coerce(value.value, value.type, inner, path);
    return new Dynamic(value.type, held);
  }
  const part = (inner: unknown, step: string | number) => {
    const { fallback } = options;
    const known = type[0] === "set" ? null : memberValue(fallback, step);
    const inPart = { ...options, fallback: known };
    const at = pathIn(path, type, step);
    return coerce(inner, partType(type, step) ?? "dynamic", inPart, at);
  };
  // Not `map`, which would skip the holes of a sparse array.
  if (isValueArray(value)) return Array.from(value, part);
  if (isValueObject(value)) {
    const isObject = typeof type !== "string" && type[0] === "object";
    const names = isObject ? attributeNames(type) : Object.keys(value);
    // The keys of a map are texts as its values are.
    const key = (name: string) =>
      isObject ? name : coerceText(name, { ...options, fallback: null }, path);
    const made = record(
      names.map((name) => [key(name), part(propertyOf(value, name), name)]),
    );
    if (!isObject) return made;
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(made, name)) {
        options.onExtraAttribute?.(path.attribute(name));
      }
    }
    return made;
  }
  if (typeof value === "string") return coerceText(value, options, path);
  return typeof value === "boolean" || isNumberValue(value) ? value : null;
}

/** Texts are masked as Terraform holds them: it would make secrets of others. */
function coerceText(
  value: string,
  { sanitizeText, fallback }: CoerceOptions,
  path: Path,
): string {
  const hide = (text: string) => sanitizeText?.(text, fallback, path) ?? text;
  return hideInNormal(value, hide);
}

/**
 * The property `name`, of the object or of its class but not of all objects;
 * undefined too if reading it throws.
 */
function propertyOf(value: object, name: string): unknown {
  try {
    return Object.hasOwn(value, name) || !(name in Object.prototype)
      ? Reflect.get(value, name)
      : undefined;
  } catch {
    return undefined;
  }
}

function substitute(type: Type, options: CoerceOptions): Value {
  const { fallback } = options;
  const quiet = {
    ...options,
    fallback: null,
    report() {},
    onExtraAttribute() {},
  };
  return fallback === null ? null : coerce(fallback, type, quiet);
}

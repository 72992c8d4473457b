/**
 * Turns what author code returned into a state that Terraform can save, and
 * says what was wrong with it.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import { emptyObject, normalizeObject } from "../schema/pair.ts";
import { modelType, type Schema } from "../schema/schema.ts";
import { elementsOf, memberValue } from "../schema/zip.ts";
import { kindError } from "../values/conform.ts";
import { isNumberValue } from "../values/decimal.ts";
import { Path, Place } from "../values/path.ts";
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
import { partType } from "../values/walk.ts";
import { isSecretAt } from "../schema/sensitive.ts";
import {
  isMaskedForm,
  tamed,
  withoutSecrets,
  withoutTokens,
} from "../secrets.ts";
import { addressablePath } from "./addressable.ts";
import { numberErrors } from "./validate/expression.ts";
import { pleaseReport } from "./errors.ts";

/** Called for each error that was repaired. */
export type ReportError = (path: Path, problem: string) => void;

/** Called for each part that the schema has not. */
export type LeaveOut = (path: Path) => void;

/** Whose errors are reported, and where. */
export interface ReportOptions {
  /** The operation as the author calls it, such as `create`. */
  readonly name: string;
  /** The type name. */
  readonly typeName: string | undefined;
  /** Where errors are reported. */
  readonly diagnostics: Diagnostics;
  /** The schema that the paths lead into, if they may lead into a set. */
  readonly schema?: Schema;
}

/** How a result is normalized. */
export interface ResultOptions extends ReportOptions {
  /** The schema of the result. */
  readonly schema: Schema;
  /**
   * What the result should be like, such as the plan or the stored state:
   * stands in for what is missing, and for what means the same.
   */
  readonly reference: ValueObject | null;
  /** Whether unknown values stay, as in a plan. */
  readonly keepUnknown?: boolean;
  /**
   * What of strings stays: `all` of what is stored already; what steers a
   * terminal and what may be a secret by chance in what is only read.
   */
  readonly keeps?: "all" | "controls";
  /** Called for what the schema has not: an API may add to its answers. */
  readonly leaveOut?: LeaveOut | undefined;
}

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
  const { schema, reference, leaveOut } = options;
  const type = modelType(schema);
  const report = errorReporter(options);
  const keepUnknown = options.keepUnknown === true;
  if (result === null || result === undefined) {
    report(Path.root, "It is missing; a whole object must be returned.");
  }
  const repaired = repair(result ?? reference, type, {
    fallback: reference,
    report: result === null || result === undefined ? () => {} : report,
    leaveOut,
    keepUnknown,
    ...options.keeps !== "all" && { text: textKeeper(options) },
  });
  const object = isValueObject(repaired) ? repaired : emptyObject(schema);
  try {
    return normalizeObject(
      schema,
      object,
      reference,
      ({ expression, sensitive }, value, place) => {
        if (expression === undefined) return;
        for (
          const { path, message } of numberErrors(
            value,
            expression,
            place,
            sensitive,
          )
        ) report(path, `It ${message}`);
      },
    );
  } catch (error) {
    // The author's semanticEquals threw.
    report(Path.root, String(error));
    return normalizeObject(schema, object, null);
  }
}

/** Makes of a string what a state may hold of it, and says what is lost. */
function textKeeper(
  { schema, reference, diagnostics, typeName, keeps }: ResultOptions,
): NonNullable<RepairOptions["text"]> {
  if (keeps === "controls") {
    return (value, _before, { path }) => {
      const shown = withoutTokens(value);
      return shown === value || holds(reference, value) ||
          isSecretAt(schema, path)
        ? value
        : shown;
    };
  }
  return (value, before, place) => {
    const shown = tamed(withoutSecrets(value));
    const isStored = typeof before === "string" && before.includes("***") &&
      isMaskedForm(before, tamed(value));
    if (shown === value && !isStored || holds(reference, value)) return value;
    const { path } = place;
    const safe = isSecretAt(schema, path)
      ? tamed(value)
      : isStored
      ? before
      : shown;
    if (tamed(value) !== value) {
      diagnostics.addWarning(
        "Characters cannot be shown",
        `The service gave ${typeName} a text with characters that steer a ` +
          "terminal or show text in another order. The state has U+FFFD in " +
          "place of each.",
        addressablePath(schema, path),
      );
    }
    return safe;
  };
}

/** Whether a value is or holds exactly this string. */
function holds(value: Value, text: string): boolean {
  if (value === text) return true;
  return typeof value === "object" && value !== null &&
    Object.values(value).some((inner) => holds(inner, text));
}

/** Reports errors of a result as diagnostics. */
export function errorReporter(
  { name, typeName, diagnostics, schema }: ReportOptions,
): ReportError {
  return (path, problem) => {
    const where = path.isRoot ? "the result" : `the attribute ${path}`;
    const followed = schema === undefined
      ? path
      : addressablePath(schema, path);
    diagnostics.addError(
      `Provider produced an invalid result: ${name} ${typeName}`,
      `About ${where} of ${typeName} after ${name}: ${problem} ` +
        pleaseReport,
      followed.isRoot ? undefined : followed,
    );
  };
}

/** What a value is repaired with. */
export interface RepairOptions {
  /** What stands in for a part that is missing or wrong. */
  readonly fallback: Value;
  /** Called for each error. */
  readonly report: ReportError;
  /** Called for what the type has not. */
  readonly leaveOut?: LeaveOut | undefined;
  /** Whether unknown values stay, as in a plan; default: they become null. */
  readonly keepUnknown?: boolean;
  /** Makes of a string what is kept of it, given what stands in the fallback;
   * default: all. */
  readonly text?: (value: string, before: Value, place: Place) => string;
}

/**
 * A copy of `value` that is of `type` at every depth. What is missing or of a
 * wrong type is taken from the fallback, or is null.
 */
export function repair(
  value: unknown,
  type: Type,
  options: RepairOptions,
  place: Place = new Place(),
): Value {
  if (value === null) return null;
  if (isUnknown(value)) {
    if (options.keepUnknown === true) return value;
    options.report(
      place.path,
      "It is still unknown; it must have a value, or null.",
    );
    return null;
  }
  if (value === undefined) {
    options.report(
      place.path,
      "It is missing; set it to null if it has no value.",
    );
    return substitute(type, options);
  }
  if (value === Infinity || value === -Infinity) {
    // Terraform would lose the whole state with it.
    options.report(place.path, "It is infinite, which no state can hold.");
    return substitute(type, options);
  }
  // Objects may be repaired attribute by attribute.
  const isObject = type[0] === "object" && isValueObject(value);
  const problem = isObject ? undefined : kindError(value, type);
  if (problem !== undefined) {
    options.report(place.path, `${problem}.`);
    return substitute(type, options);
  }
  return repairParts(value, type, options, place);
}

function repairParts(
  value: unknown,
  type: Type,
  options: RepairOptions,
  place: Place,
): Value {
  if (Dynamic.is(value)) {
    const inner = { ...options, fallback: null };
    return new Dynamic(
      value.type,
      repair(value.value, value.type, inner, place),
    );
  }
  const part = (inner: unknown, step: string | number) => {
    const { fallback } = options;
    const known = type[0] === "set"
      ? null
      : typeof step === "number"
      ? elementsOf(fallback)[step] ?? null
      : memberValue(fallback, step);
    return repair(
      inner,
      partType(type, step) ?? "dynamic",
      { ...options, fallback: known },
      place.inside(type, step),
    );
  };
  // Not `map`, which would skip the holes of a sparse array.
  if (isValueArray(value)) return Array.from(value, part);
  if (isValueObject(value)) {
    const names = typeof type !== "string" && type[0] === "object"
      ? attributeNames(type)
      : Object.keys(value);
    const made = record(
      names.map((name) => [name, part(propertyOf(value, name), name)]),
    );
    const { leaveOut } = options;
    if (leaveOut !== undefined) {
      for (const name of Object.keys(value)) {
        if (!Object.hasOwn(made, name)) leaveOut(place.path.attribute(name));
      }
    }
    return made;
  }
  if (typeof value === "string") {
    return options.text?.(value, options.fallback, place) ?? value;
  }
  return typeof value === "boolean" || isNumberValue(value) ? value : null;
}

/** The own property `name`; undefined too if reading it throws. */
function propertyOf(value: object, name: string): unknown {
  try {
    return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  } catch {
    return undefined;
  }
}

function substitute(type: Type, options: RepairOptions): Value {
  const quiet = {
    ...options,
    fallback: null,
    report: () => {},
    leaveOut: undefined,
  };
  return options.fallback === null
    ? null
    : repair(options.fallback, type, quiet);
}

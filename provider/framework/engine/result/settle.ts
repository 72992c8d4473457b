/**
 * Turns what author code returned into a state that Terraform can save, and
 * says what was wrong with it.
 *
 * @module
 */

import type { Diagnostics } from "../../diagnostics.ts";
import type { Schema } from "../../schema/schema.ts";
import { Path } from "../../values/path.ts";
import { isValueObject, type ValueObject } from "../../values/value.ts";
import { addressablePath } from "../addressable.ts";
import { pleaseReport } from "../faults.ts";
import { typeOf } from "../object_type.ts";
import { emptyObject } from "../plan/build.ts";
import { type FaultReport, repair } from "./repair.ts";
import { shapeObject } from "./shape.ts";

/** How a result is settled. */
export interface SettleOptions {
  /** The operation in the author's words, such as `create`. */
  readonly operation: string;
  /** The type name. */
  readonly typeName: string;
  /** The schema of the result. */
  readonly schema: Schema;
  /** Where faults are reported. */
  readonly diagnostics: Diagnostics;
  /**
   * What the result should be like, such as the plan or the stored state:
   * stands in for what is missing, and lends its texts to what means the same.
   */
  readonly reference: ValueObject | null;
  /** Whether unknown values stay, as in a plan. */
  readonly keepUnknown?: boolean;
}

/**
 * A state of the schema's type, without unknown and write-only values. Each
 * fault of the result becomes an error diagnostic. Never throws.
 */
export function settle(result: unknown, options: SettleOptions): ValueObject {
  const { schema, reference } = options;
  const type = typeOf(schema);
  const report = faultReport(options);
  const keepUnknown = options.keepUnknown === true;
  if (result === null || result === undefined) {
    report(Path.root, "It is missing; a whole object must be returned.");
  }
  const repaired = repair(result ?? reference, type, {
    fallback: reference,
    report: result === null || result === undefined ? () => {} : report,
    keepUnknown,
  });
  const object = isValueObject(repaired) ? repaired : emptyObject(schema);
  try {
    return shapeObject(schema, object, reference);
  } catch (error) {
    // The author's semanticEquals threw.
    report(Path.root, String(error));
    return shapeObject(schema, object, null);
  }
}

/** Reports faults of a result as error diagnostics. */
export function faultReport(
  options:
    & Pick<SettleOptions, "operation" | "typeName" | "diagnostics">
    & Partial<Pick<SettleOptions, "schema">>,
): FaultReport {
  const { operation, typeName, diagnostics, schema } = options;
  return (path, problem) => {
    const where = path.isRoot ? "the result" : `the attribute ${path}`;
    const followed = schema === undefined
      ? path
      : addressablePath(schema, path);
    diagnostics.addError(
      `Provider produced an invalid result: ${operation} ${typeName}`,
      `About ${where} of ${typeName} after ${operation}: ${problem} ` +
        pleaseReport,
      followed.isRoot ? undefined : followed,
    );
  };
}

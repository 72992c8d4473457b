import type { NumberValue } from "./decimal.ts";

/** A bound of a number that is not known yet. */
export interface NumberBound {
  /** The bound itself. */
  readonly value: NumberValue;
  /** Whether the number may equal the bound. */
  readonly inclusive: boolean;
}

/** Facts known already about a value that is not known yet. */
export interface Refinements {
  /** False: surely not null. True: surely null. Absent: open. */
  readonly nullness?: boolean;
  /** The beginning of the string; for strings only. */
  readonly prefix?: string;
  /** The lower bound; for numbers only. */
  readonly numberMin?: NumberBound;
  /** The upper bound; for numbers only. */
  readonly numberMax?: NumberBound;
  /** The least number of elements; for lists, sets and maps only. */
  readonly lengthMin?: number;
  /** The greatest number of elements; for lists, sets and maps only. */
  readonly lengthMax?: number;
}

/** A value that will only be known after apply. */
export class Unknown {
  readonly #refinements: Refinements | undefined;

  /** Without refinements, use the constant {@link unknown} instead. */
  constructor(refinements?: Refinements) {
    this.#refinements = refinements;
  }

  /** Whether `value` is an unknown, made by whatever copy of the constant. */
  static is(value: unknown): value is Unknown {
    return typeof value === "object" && value !== null &&
      #refinements in value;
  }

  /** Facts known about it; undefined: none. */
  get refinements(): Refinements | undefined {
    return this.#refinements;
  }

  /** "unknown", so that a log shows something readable. */
  toString(): string {
    return "unknown";
  }
}

/** The unknown value of which nothing else is known. */
export const unknown: Unknown = new Unknown();

/** Whether `value` itself is unknown; does not look inside. */
export const isUnknown: (value: unknown) => value is Unknown = Unknown.is;

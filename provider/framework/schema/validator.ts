/**
 * Validators: checks of a configured value, made before anything is planned.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { Path } from "../values/path.ts";
import type { Type } from "../values/type.ts";
import type { ValueObject } from "../values/value.ts";
import type { Reference } from "./reference.ts";

/** What a validator is given besides the value. */
export interface ValidatorContext {
  /** The attribute that holds the value. */
  readonly path: Path;
  /** The type of the value. */
  readonly type: Type;
  /** Whether messages must not show the value. */
  readonly sensitive: boolean;
  /**
   * The object that holds the attribute; unknown values possible anywhere.
   * Inside a set no path leads to it.
   */
  readonly holder: ValueObject;
  /** The whole configuration; unknown values possible anywhere. */
  readonly config: ValueObject;
  /** Where the validator puts what it finds. */
  readonly diagnostics: Diagnostics;
}

/**
 * A check of one attribute.
 *
 * 1. It is called with known, non-null values only. A leaf is wholly known; a
 *    nested object may hold unknown attributes.
 * 2. With `onAbsent` it is called for null values too, as `undefined`.
 * 3. It must not ask the network.
 */
export interface Validator<T> {
  /** What a valid value is, for the documentation, such as `at least 1`. */
  readonly description: string;
  /** Whether it also wants to see an absent value. */
  readonly onAbsent?: true;
  /** The other attributes that it looks at, for `verify`. */
  readonly references?: readonly Reference[];
  /**
   * Whether it only makes sense among attributes that may be absent, for
   * `verify`.
   */
  readonly optionalOnly?: true;
  /** Checks the value and adds an error for each thing that is wrong. */
  validate(value: T, context: ValidatorContext): void;
}

/** A check of a whole configuration, such as "exactly one of a and b". */
export interface ConfigValidator {
  /** What a valid configuration is, for the documentation. */
  readonly description: string;
  /** The attributes that it looks at, for `verify`. */
  readonly references?: readonly Reference[];
  /**
   * Whether it only makes sense among attributes that may be absent, for
   * `verify`.
   */
  readonly optionalOnly?: true;
  /** Checks the configuration and adds an error for each thing that is wrong. */
  validate(config: ValueObject, diagnostics: Diagnostics): void;
}

/**
 * The options of attribute builders, and the mode that follows from them.
 *
 * @module
 */

import type { Mode } from "./attribute.ts";
import type { PlanModifier } from "./plan_modifier.ts";
import type { Validator } from "./validator.ts";

/** Options that every attribute has. */
export interface CommonOptions<T> {
  /** What it is, in Markdown: units, allowed values, what absence means. */
  readonly description: string;
  /** Hides the value in the output of Terraform; default false. */
  readonly sensitive?: boolean;
  /** Why it should no longer be used and what instead. */
  readonly deprecated?: string;
  /** Checks of the configured value. */
  readonly validators?: readonly Validator<T>[];
  /** Rules of the planned value, in order. */
  readonly planModifiers?: readonly PlanModifier[];
}

/** The practitioner must give the value. */
export interface RequiredOptions {
  /** Marks the mode. */
  readonly required: true;
  /** Not with `required`. */
  readonly optional?: never;
  /** Not with `required`. */
  readonly computed?: never;
  /** Not with `required`. */
  readonly default?: never;
  /** The value is in the configuration only; see {@linkcode Attribute}. */
  readonly writeOnly?: true;
}

/** The practitioner may give the value. */
export interface OptionalOptions {
  /** Marks the mode. */
  readonly optional: true;
  /** Not with `optional`. */
  readonly required?: never;
  /** See {@linkcode OptionalComputedOptions}. */
  readonly computed?: never;
  /** See {@linkcode DefaultedOptions}. */
  readonly default?: never;
  /** The value is in the configuration only; see {@linkcode Attribute}. */
  readonly writeOnly?: true;
}

/** The practitioner may give the value, else the provider does. */
export interface OptionalComputedOptions {
  /** Marks the mode. */
  readonly optional: true;
  /** Marks the mode. */
  readonly computed: true;
  /** Not with `optional`. */
  readonly required?: never;
  /** See {@linkcode DefaultedOptions}. */
  readonly default?: never;
  /** Not with `computed`. */
  readonly writeOnly?: never;
}

/** The provider gives the value. */
export interface ComputedOptions {
  /** Marks the mode. */
  readonly computed: true;
  /** Not with `computed`. */
  readonly required?: never;
  /** See {@linkcode OptionalComputedOptions}. */
  readonly optional?: never;
  /** Not with `computed`. */
  readonly default?: never;
  /** Not with `computed`. */
  readonly writeOnly?: never;
}

/** The practitioner may give the value, else it is the default. */
export interface DefaultedOptions<D> {
  /** Marks the mode. */
  readonly optional: true;
  /** The value of a null configuration, known at plan time. */
  readonly default: D;
  /** Not with `default`. */
  readonly required?: never;
  /** Follows from `default`. */
  readonly computed?: never;
  /** Not with `default`. */
  readonly writeOnly?: never;
}

/** The options of one mode or another. */
export type ModeOptions<D> =
  | RequiredOptions
  | OptionalOptions
  | OptionalComputedOptions
  | ComputedOptions
  | DefaultedOptions<D>;

/** The mode that follows from the options. */
export type ModeOf<O> = O extends { readonly required: true } ? "required"
  : O extends { readonly default: unknown } ? "defaulted"
  : O extends { readonly optional: true; readonly computed: true }
    ? "optional_computed"
  : O extends { readonly optional: true } ? "optional"
  : O extends { readonly computed: true } ? "computed"
  : Mode;

/** Whether the options make an attribute write-only. */
export type WriteOnlyOf<O> = O extends { readonly writeOnly: true } ? true
  : false;

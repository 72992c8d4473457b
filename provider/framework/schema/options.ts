/**
 * The options of attribute builders, and the mode that follows from them.
 *
 * @module
 */

import type { Mode } from "./attribute.ts";
import type { PlanModifier, Validator } from "./rules.ts";

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

/** Options of a mode, without those that would contradict it. */
type Only<O> =
  & O
  & {
    readonly [
      K in Exclude<
        "required" | "optional" | "computed" | "default" | "writeOnly",
        keyof O
      >
    ]?: never;
  };

/** The practitioner must give the value. */
export type RequiredOptions = Only<{
  readonly required: true;
  /** The value is in the configuration only; see {@linkcode Attribute}. */
  readonly writeOnly?: true;
}>;

/** The practitioner may give the value. */
export type OptionalOptions = Only<{
  readonly optional: true;
  /** The value is in the configuration only; see {@linkcode Attribute}. */
  readonly writeOnly?: true;
}>;

/** The practitioner may give the value, else the provider does. */
export type OptionalComputedOptions = Only<{
  readonly optional: true;
  readonly computed: true;
}>;

/** The provider gives the value. */
export type ComputedOptions = Only<{ readonly computed: true }>;

/** The practitioner may give the value, else it is the default. */
export type DefaultedOptions<D> = Only<{
  readonly optional: true;
  /** The value of a null configuration, known at plan time. */
  readonly default: D;
}>;

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

/**
 * What a data source or an action is given, in as few words as can be. What is
 * not said otherwise may be left out.
 *
 * @module
 */

import { s, types, v, type Validator } from "@hf-terraform/framework";

/** A text that is needed. */
export function needed(
  description: string,
  ...validators: readonly Validator<string>[]
) {
  return s.string({ required: true, description, validators });
}

/** A text; by default any but an empty one. */
export function text(
  description: string,
  ...validators: readonly Validator<string>[]
) {
  return s.string({
    optional: true,
    description,
    validators: validators.length === 0 ? [v.lengthAtLeast(1)] : validators,
  });
}

/** A set of texts; by default any but empty ones. */
export function texts(
  description: string,
  ...validators: readonly Validator<readonly string[]>[]
) {
  return s.set(types.string, {
    optional: true,
    description,
    validators: validators.length === 0
      ? [v.each(v.lengthAtLeast(1))]
      : validators,
  });
}

/** A whole number. */
export function whole(
  description: string,
  ...validators: readonly Validator<number>[]
) {
  return s.int({ optional: true, description, validators });
}

/** A yes or no. */
export function flag(description: string) {
  return s.bool({ optional: true, description });
}

/** Whether to wait until something is so, and how long. */
export function waiting(until: string, atMost: string, more: string = "") {
  return {
    wait: flag(`Whether to wait until ${until}. Default \`true\`.`),
    timeout: text(
      `How long to wait at most. Default \`"${atMost}"\`.${more}`,
      v.duration(),
    ),
  };
}

/** What a time is, and how it is written. */
export function at(what: string): string {
  return `${what}, in the form of RFC 3339.`;
}

/** What is given, without what is left out, as the client takes it. */
export function given<T extends object>(
  values: T,
): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  // The names are those of `values`.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value != null),
  ) as ReturnType<typeof given<T>>;
}

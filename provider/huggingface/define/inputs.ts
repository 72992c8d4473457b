import {
  parseDuration,
  s,
  types,
  v,
  type Validator,
} from "@hf-terraform/framework";

export function requireText(
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
    validators: validators[0] ? validators : [v.lengthAtLeast(1)],
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
    validators: validators[0] ? validators : [v.each(v.lengthAtLeast(1))],
  });
}

export function whole(
  description: string,
  ...validators: readonly Validator<number>[]
) {
  return s.int({ optional: true, description, validators });
}

export function flag(description: string) {
  return s.bool({ optional: true, description });
}

/** The inputs of a wait: if there is one, and how long. */
export function waitInputs(until: string, atMost: string, more: string = "") {
  return {
    wait: flag(`Whether to wait until ${until}. Default \`true\`.`),
    timeout: text(
      `How long to wait at most. Default \`"${atMost}"\`.${more}`,
      v.duration(),
    ),
  };
}

/** The milliseconds of a duration; the validator has checked its form. */
export function milliseconds(duration: string): number {
  return Math.max(1, Math.round(parseDuration(duration) ?? 0));
}

/** The names in a sentence: `` `a`, `b` or `c` ``. */
export function either(names: readonly string[], word = "or"): string {
  return names.map((name) => `\`${name}\``).join(", ")
    .replace(/, (?=[^ ]+$)/, ` ${word} `);
}

/** The description of a time and its format. */
export function at(what: string): string {
  return `${what}, in the form of RFC 3339.`;
}

/** The inputs that are set, as the client takes them. */
export function omitNulls<T extends object>(
  values: T,
): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  // The names are those of `values`.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value != null),
  ) as ReturnType<typeof omitNulls<T>>;
}

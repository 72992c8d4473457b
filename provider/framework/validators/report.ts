import type { Diagnostics } from "../diagnostics.ts";
import type { Reference, ReferenceTarget } from "../schema/reference.ts";
import type { Validator, ValidatorContext } from "../schema/rules.ts";
import { mayHoldPassword, redactSecrets } from "../secrets.ts";
import { isNumberValue, numberText } from "../values/decimal.ts";
import { Path } from "../values/path.ts";
import { isNull, isUnknownValue } from "../values/value.ts";

/** Longer strings are cut in messages. */
const MAX_SHOWN = 80;

/**
 * Adds the error that a value must be something else than it is.
 *
 * @param advice A sentence to end with, after a space.
 */
export function addValueError(
  context: ValidatorContext,
  expectation: string,
  value: unknown,
  advice = "",
): void {
  const name = context.path.toString();
  const subject = name === "" ? "The value" : `\`${name}\``;
  const actual = context.sensitive ? undefined : displayValue(value);
  context.diagnostics.addError(
    "Invalid attribute value",
    actual === undefined
      ? `${subject} must be ${expectation}.${advice}`
      : `${subject} must be ${expectation}, but it is ${actual}.${advice}`,
    context.path,
  );
}

/**
 * The validator of what a value must be by itself; the description follows
 * "must be".
 *
 * @param advice What to do about a value that does not fit, as a sentence after
 * a space; default: nothing. It is asked about values that are shown.
 */
export function predicateValidator<T>(
  description: string,
  fits: (value: T) => boolean,
  advice: (value: T) => string = () => "",
): Validator<T> {
  return {
    description,
    validate(value, context) {
      if (fits(value)) return;
      addValueError(
        context,
        description,
        value,
        context.sensitive ||
          typeof value === "string" && mayHoldPassword(value)
          ? ""
          : advice(value),
      );
    },
  };
}

/** A value as a message shows it; undefined: it is better left out. */
export function displayValue(value: unknown): string | undefined {
  if (typeof value === "string") {
    if (mayHoldPassword(value)) return undefined;
    const shown = redactSecrets(value);
    const cut = shown.length > MAX_SHOWN
      ? `${shown.slice(0, MAX_SHOWN)}…`
      : shown;
    return JSON.stringify(cut);
  }
  if (typeof value === "boolean") return String(value);
  return isNumberValue(value) ? numberText(value) : undefined;
}

/** A value as documentation and messages name it: in code style. */
export function code(value: string | number | bigint | boolean): string {
  return `\`${value}\``;
}

/**
 * Adds an error if several of these attributes are set, at the first of them:
 * they exclude each other.
 */
export function refuseSeveral(
  diagnostics: Diagnostics,
  all: readonly ReferenceTarget[],
): void {
  const set = all.filter(({ value }) =>
    !isNull(value) && !isUnknownValue(value)
  );
  if (set.length < 2) return;
  const rest = set.length > 2 ? "all but one" : "one of them";
  diagnostics.addError(
    "Conflicting attributes",
    `${listPaths(set)} exclude each other. Remove ${rest}.`,
    set[0]?.path,
  );
}

/**
 * Adds an error if none of these attributes is set, of which there must be one;
 * an unknown one may turn out to be.
 */
export function refuseNone(
  diagnostics: Diagnostics,
  all: readonly ReferenceTarget[],
  quantity: "exactly one" | "at least one",
): void {
  if (!all.every(({ value }) => isNull(value))) return;
  const [holder = Path.root] = all.map(({ path }) => path.parent);
  const isHeld = !holder.isRoot &&
    all.every(({ path }) => path.parent.equals(holder));
  const names = all.map(({ path }) => isHeld ? lastName(path) : String(path));
  const list = enumeration([...new Set(names)].sort().map(code), "and");
  diagnostics.addError(
    "Missing attribute",
    isHeld
      ? `\`${holder}\` must have ${quantity} of ${list}. Add one.`
      : `${quantity[0]?.toUpperCase()}${quantity.slice(1)} of ${list} must ` +
        "be set. Add one.",
    isHeld ? holder : undefined,
  );
}

/** Attributes in a row, by their paths. */
function listPaths(targets: readonly ReferenceTarget[]): string {
  return enumeration(targets.map(({ path }) => code(path.toString())), "and");
}

/** Attributes in a row, as references name them. */
export function listReferences(
  references: readonly Reference[],
  conjunction: "and" | "or",
): string {
  const names = references.map((reference) =>
    code(reference.replace(/^\//, "").replaceAll("/", "."))
  );
  return enumeration(names, conjunction);
}

function lastName({ last }: Path): string {
  return last?.kind === "attribute" ? last.name : "";
}

/** Words in a row: `a`, `a and b`, `a, b and c`. */
export function enumeration(
  words: readonly string[],
  conjunction: "and" | "or",
): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}

/** A number of things: `1 element`, `2 elements`. */
export function count(quantity: number, noun: string): string {
  return `${quantity} ${noun}${quantity === 1 ? "" : "s"}`;
}

import type { Validator } from "../schema/rules.ts";
import { didYouMean } from "../values/nearest.ts";
import { lengthAtLeast } from "./range.ts";
import {
  code,
  displayValue,
  enumeration,
  predicateValidator,
} from "./report.ts";

/** More values than these are not listed in a message. */
const MAX_LISTED = 10;

/** More values than these are counted on pages; the attribute links to them. */
const MAX_DESCRIBED = 20;

/** The value must be one of these. The error offers the nearest one. */
export function oneOf<const T extends string | number>(
  ...allowed: readonly T[]
): Validator<string | number> {
  const set = new Set<string | number>(allowed);
  return predicateValidator(
    `one of ${allowed.map(code).join(", ")}`,
    (value) => set.has(value),
    (value) =>
      typeof value === "string" ? didYouMean(value, allowed.map(String)) : "",
  );
}

/** The string must be one of these, whatever its letter case. */
export function oneOfAnyCase(...allowed: readonly string[]): Validator<string> {
  const set = new Set(allowed.map((value) => value.toLowerCase()));
  return predicateValidator(
    `one of ${allowed.map(code).join(", ")}, in any letter case`,
    (value) => set.has(value.toLowerCase()),
    (value) => didYouMean(value, allowed),
  );
}

/** The string must be none of these, whatever its letter case. */
export function noneOfAnyCase(
  ...forbidden: readonly string[]
): Validator<string> {
  const list = enumeration(forbidden.map(code), "or");
  const set = new Set(forbidden.map((value) => value.toLowerCase()));
  return predicateValidator(
    `something other than ${list}, in any letter case`,
    (value) => !set.has(value.toLowerCase()),
  );
}

/**
 * The value should be one of these, but others may come: a service adds values
 * before a provider learns of them. Another value is a warning that offers the
 * nearest one; an empty text is an error.
 */
export function knownValues<const T extends string>(
  ...known: readonly T[]
): Validator<string> {
  const set = new Set<string>(known);
  return {
    description: known.length > MAX_DESCRIBED
      ? `one of ${known.length} values, or a newer one: of any other a warning ` +
        "names the nearest"
      : `one of ${known.map(code).join(", ")}, or a newer value`,
    validate(value, context) {
      // No service has an empty value; a newer one has a name.
      if (value === "") return lengthAtLeast(1).validate(value, context);
      if (set.has(value) || context.sensitive) return;
      const name = context.path.toString();
      context.diagnostics.addWarning(
        "Unrecognized attribute value",
        `This version of the provider does not know ${
          displayValue(value) ?? "the value"
        } for \`${name}\`.${nearestOrAll(value, known)} It is sent as it is.`,
        context.path,
      );
    },
  };
}

/** Suggestions for a value: the nearest one, and all if they are few. */
function nearestOrAll(value: string, known: readonly string[]): string {
  const nearest = didYouMean(value, known);
  const more = known.length - MAX_LISTED;
  if (nearest !== "" && more > 0) return nearest;
  const listed = known.slice(0, MAX_LISTED).map(code);
  const all = more > 0 ? [...listed, `${more} more`] : listed;
  return `${nearest} Known values are ${enumeration(all, "and")}.`;
}

/** The value must be none of these. */
export function noneOf<const T extends string | number>(
  ...forbidden: readonly T[]
): Validator<string | number> {
  const list = enumeration(forbidden.map(code), "or");
  const set = new Set<string | number>(forbidden);
  return predicateValidator(
    `something other than ${list}`,
    (value) => !set.has(value),
  );
}

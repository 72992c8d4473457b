/**
 * Rules over several attributes of a configuration, for the `validators` of a
 * whole schema. Attributes are named from the top, such as `"a"` or `"a/b"`.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import type { ConfigValidator } from "../schema/validator.ts";
import { Path } from "../values/path.ts";
import { isUnknown } from "../values/unknown.ts";
import type { ValueObject } from "../values/value.ts";
import { follow, type Reference, type Target } from "../schema/reference.ts";
import { code, enumeration } from "./report.ts";

/** At most one of the attributes may be set. */
export function conflicting(
  ...attributes: readonly Reference[]
): ConfigValidator {
  return {
    description: `At most one of ${listed(attributes, "and")} is set`,
    references: attributes.map(fromTop),
    optionalOnly: true,
    validate(config, diagnostics) {
      refuseSeveral(find(attributes, config), diagnostics);
    },
  };
}

/** Exactly one of the attributes must be set. */
export function exactlyOneOf(
  ...attributes: readonly Reference[]
): ConfigValidator {
  return {
    description: `Exactly one of ${listed(attributes, "and")} is set`,
    references: attributes.map(fromTop),
    optionalOnly: true,
    validate(config, diagnostics) {
      const all = find(attributes, config);
      refuseSeveral(all, diagnostics);
      refuseNone(all, "Exactly", diagnostics);
    },
  };
}

/** At least one of the attributes must be set. */
export function atLeastOneOf(
  ...attributes: readonly Reference[]
): ConfigValidator {
  return {
    description: `At least one of ${listed(attributes, "and")} is set`,
    references: attributes.map(fromTop),
    optionalOnly: true,
    validate(config, diagnostics) {
      refuseNone(find(attributes, config), "At least", diagnostics);
    },
  };
}

/** All of the attributes must be set, or none of them. */
export function requiredTogether(
  ...attributes: readonly Reference[]
): ConfigValidator {
  return {
    description: `All of ${listed(attributes, "and")} are set, or none`,
    references: attributes.map(fromTop),
    validate(config, diagnostics) {
      const all = find(attributes, config);
      const set = all.find(isSet);
      const absent = all.filter((target) => target.value === null);
      if (set === undefined || absent.length === 0) return;
      diagnostics.addError(
        "Missing attribute",
        `${paths(all)} belong together, but ${paths(absent)} ` +
          `${absent.length === 1 ? "is" : "are"} not set. Set all or none.`,
        set.path,
      );
    },
  };
}

function refuseSeveral(
  all: readonly Target[],
  diagnostics: Diagnostics,
): void {
  const [first, ...more] = all.filter(isSet);
  if (first === undefined || more.length === 0) return;
  diagnostics.addError(
    "Conflicting attributes",
    `Only one of ${paths(all)} may be set, but ${paths([first, ...more])} ` +
      "are. Remove all but one.",
    first.path,
  );
}

function refuseNone(
  all: readonly Target[],
  quantity: string,
  diagnostics: Diagnostics,
): void {
  if (all.some((target) => target.value !== null)) return;
  diagnostics.addError(
    "Missing attribute",
    `${quantity} one of ${paths(all)} must be set. Add one.`,
  );
}

function find(
  attributes: readonly Reference[],
  config: ValueObject,
): readonly Target[] {
  return attributes.map((attribute) =>
    follow(fromTop(attribute), {
      path: Path.root,
      holder: config,
      root: config,
    })
  );
}

function fromTop(attribute: Reference): Reference {
  return attribute.startsWith("/") ? attribute : `/${attribute}`;
}

function isSet(target: Target): boolean {
  return target.value !== null && !isUnknown(target.value);
}

function paths(targets: readonly Target[]): string {
  return enumeration(targets.map(({ path }) => code(path.toString())), "and");
}

function listed(
  attributes: readonly Reference[],
  conjunction: "and" | "or",
): string {
  const names = attributes.map((name) =>
    code(name.replace(/^\//, "").replaceAll("/", "."))
  );
  return enumeration(names, conjunction);
}

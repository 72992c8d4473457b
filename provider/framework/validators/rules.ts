/**
 * Rules over several attributes of a configuration, for the `validators` of a
 * whole schema. Attributes are named from the top, such as `"a"` or `"a/b"`.
 *
 * @module
 */

import type { ConfigValidator } from "../schema/rules.ts";
import { Path } from "../values/path.ts";
import type { ValueObject } from "../values/value.ts";
import { follow, type Reference, type Target } from "../schema/reference.ts";
import { isAbsent, isSet, pathOf } from "./relation.ts";
import { code, enumeration, refuseNone, refuseSeveral } from "./report.ts";

/** At most one of the attributes may be set. */
export function conflicting(
  ...attributes: readonly Reference[]
): ConfigValidator {
  return {
    description: `At most one of ${listed(attributes, "and")} is set`,
    references: attributes.map(fromTop),
    optionalOnly: true,
    validate(config, diagnostics) {
      const set = find(attributes, config).filter(isSet).map(pathOf);
      if (set.length > 1) refuseSeveral(diagnostics, set);
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
      const set = all.filter(isSet).map(pathOf);
      if (set.length > 1) refuseSeveral(diagnostics, set);
      if (all.every(isAbsent)) {
        refuseNone(diagnostics, all.map(pathOf), "exactly one");
      }
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
      const all = find(attributes, config);
      if (all.every(isAbsent)) {
        refuseNone(diagnostics, all.map(pathOf), "at least one");
      }
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
      const absent = all.filter(isAbsent);
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

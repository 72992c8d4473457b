/**
 * Rules over several attributes of a configuration, for the `validators` of a
 * whole schema. Attributes are named from the top, such as `"a"` or `"a/b"`.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import { follow, type Reference, type Target } from "../schema/reference.ts";
import type { ConfigValidator } from "../schema/rules.ts";
import { Path } from "../values/path.ts";
import {
  isAbsent,
  isSet,
  listed,
  paths,
  refuseSeveral,
  requireAtLeastOne,
  requireExactlyOne,
} from "./report.ts";

/** At most one of the attributes may be set. */
export function conflicting(
  ...attributes: readonly Reference[]
): ConfigValidator {
  const list = listed(attributes, "and");
  return {
    ...rule(`At most one of ${list} is set`, attributes, refuseSeveral),
    optionalOnly: true,
  };
}

/** Exactly one of the attributes must be set. */
export function exactlyOneOf(
  ...attributes: readonly Reference[]
): ConfigValidator {
  const list = listed(attributes, "and");
  return {
    ...rule(`Exactly one of ${list} is set`, attributes, requireExactlyOne),
    optionalOnly: true,
  };
}

/** At least one of the attributes must be set. */
export function atLeastOneOf(
  ...attributes: readonly Reference[]
): ConfigValidator {
  const list = listed(attributes, "and");
  return {
    ...rule(`At least one of ${list} is set`, attributes, requireAtLeastOne),
    optionalOnly: true,
  };
}

/** All of the attributes must be set, or none of them. */
export function requiredTogether(
  ...attributes: readonly Reference[]
): ConfigValidator {
  const list = listed(attributes, "and");
  return rule(`All of ${list} are set, or none`, attributes, requireAllOrNone);
}

function requireAllOrNone(
  diagnostics: Diagnostics,
  all: readonly Target[],
): void {
  const set = all.find(isSet);
  const absent = all.filter(isAbsent);
  if (set === undefined || absent.length === 0) return;
  diagnostics.addError(
    "Missing attribute",
    `${paths(all)} belong together, but ${paths(absent)} ` +
      `${absent.length === 1 ? "is" : "are"} not set. Set all or none.`,
    set.path,
  );
}

function rule(
  description: string,
  attributes: readonly Reference[],
  check: (diagnostics: Diagnostics, all: readonly Target[]) => void,
): ConfigValidator {
  const references = attributes.map((attribute) =>
    attribute.startsWith("/") ? attribute : `/${attribute}`
  );
  return {
    description,
    references,
    validate(config, diagnostics) {
      const top = { path: Path.root, holder: config, root: config };
      check(diagnostics, references.map((one) => follow(one, top)));
    },
  };
}

/**
 * Rules over several attributes of a configuration, for the `validators` of a
 * whole schema. Attributes are named from the top, such as `"a"` or `"a/b"`.
 *
 * @module
 */

import type { Diagnostics } from "../diagnostics.ts";
import {
  follow,
  type Reference,
  type ReferenceTarget,
} from "../schema/reference.ts";
import type { ConfigValidator } from "../schema/rules.ts";
import { Path } from "../values/path.ts";
import {
  isAbsent,
  isSet,
  listPaths,
  listReferences,
  refuseSeveral,
  requireAtLeastOne,
  requireExactlyOne,
} from "./report.ts";

/** Makes a rule over the attributes that are named. */
export type Rule = (...attributes: readonly Reference[]) => ConfigValidator;

/** At most one of the attributes may be set. */
export const conflicting: Rule = rule(
  (list) => `At most one of ${list} is set`,
  refuseSeveral,
  { optionalOnly: true },
);

/** Exactly one of the attributes must be set. */
export const exactlyOneOf: Rule = rule(
  (list) => `Exactly one of ${list} is set`,
  requireExactlyOne,
  { optionalOnly: true },
);

/** At least one of the attributes must be set. */
export const atLeastOneOf: Rule = rule(
  (list) => `At least one of ${list} is set`,
  requireAtLeastOne,
  { optionalOnly: true },
);

/** All of the attributes must be set, or none of them. */
export const requiredTogether: Rule = rule(
  (list) => `All of ${list} are set, or none`,
  requireAllOrNone,
);

function requireAllOrNone(
  diagnostics: Diagnostics,
  all: readonly ReferenceTarget[],
): void {
  const set = all.find(isSet);
  const absent = all.filter(isAbsent);
  if (set === undefined || absent.length === 0) return;
  diagnostics.addError(
    "Missing attribute",
    `${listPaths(all)} belong together, but ${listPaths(absent)} ` +
      `${absent.length === 1 ? "is" : "are"} not set. Set all or none.`,
    set.path,
  );
}

function rule(
  describe: (list: string) => string,
  check: (diagnostics: Diagnostics, all: readonly ReferenceTarget[]) => void,
  options: Pick<ConfigValidator, "optionalOnly"> = {},
): Rule {
  return (...attributes) => {
    const references = attributes.map((attribute) =>
      attribute.startsWith("/") ? attribute : `/${attribute}`
    );
    return {
      ...options,
      description: describe(listReferences(attributes, "and")),
      references,
      validate(config, diagnostics) {
        const top = { path: Path.root, holder: config, root: config };
        check(diagnostics, references.map((one) => follow(one, top)));
      },
    };
  };
}

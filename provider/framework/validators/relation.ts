/**
 * Validators of an attribute in relation to others. An unknown attribute may
 * still turn out to be absent, so it is never blamed.
 *
 * @module
 */

import type { Validator, ValidatorContext } from "../schema/rules.ts";
import {
  addNumbers,
  compareNumbers,
  isNumberValue,
  type NumberValue,
} from "../values/decimal.ts";
import {
  isNull,
  isUnknownValue,
  isValueObject,
  member,
} from "../values/value.ts";
import {
  follow,
  type Reference,
  type ReferenceTarget,
} from "../schema/reference.ts";
import {
  addValueError,
  code,
  listReferences,
  refuseNone,
  refuseSeveral,
} from "./report.ts";

/** None of the others may be set beside this attribute. */
export function conflictsWith(
  ...others: readonly Reference[]
): Validator<unknown> {
  return {
    description: `not set together with ${listReferences(others, "or")}`,
    references: others,
    optionalOnly: true,
    acceptsUnknownParts: true,
    validate(_value, context) {
      // It is only asked about an attribute that is set.
      const self: ReferenceTarget = { path: context.path, value: true };
      for (const other of resolveTargets(others, context)) {
        refuseSeveral(context.diagnostics, [self, other]);
      }
    },
  };
}

/** No key of this map may be a key of one of the other maps. */
export function keysNotIn(
  ...others: readonly Reference[]
): Validator<Readonly<Record<string, unknown>>> {
  return {
    description: `a map with other keys than ${listReferences(others, "and")}`,
    references: others,
    acceptsUnknownParts: true,
    validate(map, context) {
      for (const other of resolveTargets(others, context)) {
        if (!isValueObject(other.value)) continue;
        for (const key of Object.keys(map)) {
          if (!Object.hasOwn(other.value, key)) continue;
          context.diagnostics.addError(
            "Key is set twice",
            `\`${key}\` is in \`${context.path}\` and in \`${other.path}\`. ` +
              "Take it out of one of them.",
            context.path.key(key),
          );
        }
      }
    },
  };
}

/** All of the others must be set beside this attribute. */
export function requiredWith(
  ...others: readonly Reference[]
): Validator<unknown> {
  return {
    description: `only set together with ${listReferences(others, "and")}`,
    references: others,
    acceptsUnknownParts: true,
    validate(_value, context) {
      for (const other of resolveTargets(others, context)) {
        if (!isNull(other.value)) continue;
        context.diagnostics.addError(
          "Missing attribute",
          `\`${context.path}\` requires \`${other.path}\`. Set both, or neither.`,
          context.path,
        );
      }
    },
  };
}

/**
 * Exactly one of this attribute and the others must be set. It is enough to
 * say so at one of them.
 */
export function exactlyOneOf(
  ...others: readonly Reference[]
): Validator<unknown> {
  const list = listReferences(others, "and");
  return groupValidator(
    `the only one that is set beside ${list}`,
    others,
    (diagnostics, all) => {
      refuseSeveral(diagnostics, all);
      refuseNone(diagnostics, all, "exactly one");
    },
  );
}

/**
 * At least one of this attribute and the others must be set. It is enough to
 * say so at one of them.
 */
export function atLeastOneOf(
  ...others: readonly Reference[]
): Validator<unknown> {
  const list = listReferences(others, "and");
  return groupValidator(
    `set unless one of ${list} is set`,
    others,
    (diagnostics, all) => refuseNone(diagnostics, all, "at least one"),
  );
}

function groupValidator(
  description: string,
  others: readonly Reference[],
  check: typeof refuseSeveral,
): Validator<unknown> {
  return {
    description,
    onAbsent: true,
    references: others,
    optionalOnly: true,
    acceptsUnknownParts: true,
    validate(_value, context) {
      const { path, holder } = context;
      const name = path.last?.kind === "attribute" ? path.last.name : "";
      const self = { path, value: member(holder, name) ?? null };
      check(context.diagnostics, [self, ...resolveTargets(others, context)]);
    },
  };
}

/** The number must be at least the sum of the others that are set. */
export function atLeastSumOf(
  ...others: readonly Reference[]
): Validator<NumberValue> {
  return sumOf("at least", others, (order) => order >= 0);
}

/** The number must be at most the sum of the others that are set. */
export function atMostSumOf(
  ...others: readonly Reference[]
): Validator<NumberValue> {
  return sumOf("at most", others, (order) => order <= 0);
}

/** The number must be the sum of the others that are set. */
export function equalToSumOf(
  ...others: readonly Reference[]
): Validator<NumberValue> {
  return sumOf("equal to", others, (order) => order === 0);
}

function sumOf(
  relation: string,
  others: readonly Reference[],
  fits: (order: number) => boolean,
): Validator<NumberValue> {
  const description = `${relation} the sum of ${listReferences(others, "and")}`;
  return {
    description,
    references: others,
    validate(value, context) {
      const values = resolveTargets(others, context).map(({ value }) => value);
      if (values.some(isUnknownValue)) return;
      const sum = values.filter(isNumberValue).reduce(addNumbers, 0);
      if (fits(compareNumbers(value, sum))) return;
      addValueError(context, description, value);
    },
  };
}

/**
 * Warns when a value goes to the state although a write-only attribute could
 * keep it out of there.
 */
export function preferWriteOnly(writeOnly: Reference): Validator<unknown> {
  return {
    description: `better given as ${code(writeOnly)}, which is not stored`,
    references: [writeOnly],
    acceptsUnknownParts: true,
    validate(_value, context) {
      const [{ path } = context] = resolveTargets([writeOnly], context);
      context.diagnostics.addWarning(
        "Value is stored in the state",
        `The value of \`${context.path}\` is kept in the state. With ` +
          "Terraform or OpenTofu from 1.11, set the write-only attribute " +
          `\`${path}\` instead, which is not.`,
        context.path,
      );
    },
  };
}

function resolveTargets(
  references: readonly Reference[],
  context: ValidatorContext,
): readonly ReferenceTarget[] {
  const { path, holder, config: root } = context;
  return references
    .map((reference) => follow(reference, { path, holder, root }))
    .filter((target) => !target.path.equals(path));
}

/**
 * The identity of a resource: made of its state, checked, and never changed.
 *
 * @module
 */

import { identityType } from "../define/identity.ts";
import type { Resource } from "../define/resource.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { memberValue } from "../schema/zip.ts";
import { validateValue } from "../values/conform.ts";
import { equalValues } from "../values/equal.ts";
import {
  isValueObject,
  isWhollyKnown,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { errorText, pleaseReport } from "./errors.ts";

type Definition = NonNullable<Resource["identity"]>;

/**
 * The identity of a state; undefined if the resource has none. An error is
 * reported, and the identity so far is returned.
 */
export function identityOf(
  { identity, typeName }: Resource,
  state: ValueObject,
  { before, told }: {
    /** The identity so far; undefined: none. */
    readonly before: Value | undefined;
    /** What the operation told; undefined: it follows from the state. */
    readonly told: ValueObject | undefined;
  },
  diagnostics: Diagnostics,
): Value | undefined {
  if (identity === undefined) return undefined;
  const made = makeIdentity(identity, () => told ?? identity.of(state));
  if (typeof made === "string") {
    diagnostics.addError(
      `Provider produced an invalid identity: ${typeName}`,
      `${made} ${pleaseReport}`,
    );
    return before;
  }
  const changed = changedAttribute(identity, before ?? null, made);
  if (changed === undefined) return made;
  diagnostics.addError(
    `The identity of ${typeName} changed`,
    `The identity attribute "${changed}" is not what it was, but an ` +
      `identity must stay the same as long as the object exists. ` +
      pleaseReport,
  );
  return before;
}

/** Whether the identity so far has no value at all. */
export function isEmptyIdentity(identity: Value | undefined): boolean {
  return identity === undefined || !isValueObject(identity) ||
    Object.values(identity).every((value) => value === null);
}

/** Makes an identity; else says what is wrong with it. */
function makeIdentity(
  identity: Definition,
  make: () => ValueObject,
): ValueObject | string {
  try {
    const made = make();
    const error = made === null || made === undefined
      ? "It is missing"
      : validateValue(made, identityType(identity.schema))?.message;
    if (error !== undefined) return `${error}.`;
    return isWhollyKnown(made) ? made : "It holds an unknown value.";
  } catch (error) {
    return `It could not be made of the state: ${errorText(error)}`;
  }
}

/** An identity attribute that had a value and has another one now. */
function changedAttribute(
  { schema }: Definition,
  before: Value,
  after: ValueObject,
): string | undefined {
  return Object.keys(schema.attributes).find((name) => {
    const was = memberValue(before, name);
    const type = schema.attributes[name]?.expression.type;
    return was !== null && isWhollyKnown(was) && type !== undefined &&
      !equalValues(was, memberValue(after, name), type);
  });
}

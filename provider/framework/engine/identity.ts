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
import { partType } from "../values/walk.ts";
import { errorText, pleaseReport } from "./errors.ts";

/** What an identity is made and checked with. */
export interface IdentitySpec {
  /** The resource. */
  readonly resource: Resource;
  /** The state to make it of. */
  readonly state: ValueObject;
  /** The identity so far; undefined: none. */
  readonly before: Value | undefined;
  /** Where errors are reported. */
  readonly diagnostics: Diagnostics;
}

/**
 * The identity of a state; undefined if the resource has none. An error is
 * reported, and the identity so far is returned.
 */
export function identityOf(spec: IdentitySpec): Value | undefined {
  const { resource, before, diagnostics } = spec;
  if (resource.identity === undefined) return undefined;
  const made = makeIdentity(resource, spec.state);
  if (typeof made === "string") {
    diagnostics.addError(
      `Provider produced an invalid identity: ${resource.typeName}`,
      `${made} ${pleaseReport}`,
    );
    return before;
  }
  const changed = changedAttribute(resource, before, made);
  if (changed !== undefined) {
    diagnostics.addError(
      `The identity of ${resource.typeName} changed`,
      `The identity attribute "${changed}" is not what it was, but an ` +
        `identity must stay the same as long as the object exists. ` +
        pleaseReport,
    );
    return before;
  }
  return made;
}

/** Whether the identity so far has no value at all. */
export function isEmptyIdentity(identity: Value | undefined): boolean {
  return identity === undefined || !isValueObject(identity) ||
    Object.values(identity).every((value) => value === null);
}

function makeIdentity(
  resource: Resource,
  state: ValueObject,
): ValueObject | string {
  if (resource.identity === undefined) return "There is no identity schema.";
  try {
    const made = resource.identity.of(state);
    const error = made === null || made === undefined
      ? "It is missing"
      : validateValue(made, identityType(resource.identity.schema))?.message;
    if (error !== undefined) return `${error}.`;
    return isWhollyKnown(made) ? made : "It holds an unknown value.";
  } catch (error) {
    return `It could not be made of the state: ${errorText(error)}`;
  }
}

/** An identity attribute that had a value and has another one now. */
function changedAttribute(
  resource: Resource,
  before: Value | undefined,
  after: ValueObject,
): string | undefined {
  if (resource.identity === undefined || before === undefined) return undefined;
  const type = identityType(resource.identity.schema);
  return Object.keys(resource.identity.schema.attributes).find((name) => {
    const was = memberValue(before, name);
    const attributeType = partType(type, name);
    return was !== null && isWhollyKnown(was) && attributeType !== undefined &&
      !equalValues(was, memberValue(after, name), attributeType);
  });
}

import { identityType } from "../define/identity.ts";
import type { Resource } from "../define/resource.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { isStoredForm, storedForm } from "../secrets.ts";
import { memberValue } from "../values/walk.ts";
import { validateValue } from "../values/conform.ts";
import { equalValues } from "../values/equal.ts";
import {
  isValueObject,
  isWhollyKnown,
  mapParts,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { BUG_REPORT_HINT, errorText } from "./errors.ts";
import { coerce, type ReportError } from "./result.ts";

type IdentityDefinition = NonNullable<Resource["identity"]>;

/**
 * The identity of a state; undefined if the resource has none. An error is
 * reported, and the identity so far is returned.
 */
export function identityOf(
  { identity, typeName }: Resource,
  state: ValueObject,
  { before, told: explicit }: {
    /** The identity so far; undefined: none. */
    readonly before: Value | undefined;
    /**
     * Identity that the operation set; undefined: it follows from the state.
     */
    readonly told: ValueObject | undefined;
  },
  diagnostics: Diagnostics,
): Value | undefined {
  if (identity === undefined) return undefined;
  const refuse = (summary: string, problem: string) => {
    diagnostics.addError(summary, `${problem} ${BUG_REPORT_HINT}`);
    return before;
  };
  const summary = `Provider produced an invalid identity: ${typeName}`;
  let made: ValueObject;
  try {
    made = explicit ?? identity.of(state);
  } catch (error) {
    const text = errorText(error);
    return refuse(summary, `It could not be made of the state: ${text}`);
  }
  const problem = identityProblem(made, identity);
  if (problem !== undefined) return refuse(summary, `${problem}.`);
  const told = explicit === undefined
    ? made
    : withoutSecretsIn(made, identity, () => {}, before ?? null);
  // What a state does not tell yet, as that of an import, is as it was given.
  const shown = mapParts(
    told,
    (part, name) => part ?? memberValue(before ?? null, name),
  );
  const changed = changedAttribute(identity, before ?? null, shown);
  if (changed === undefined) return shown;
  return refuse(
    `The identity of ${typeName} changed`,
    `The identity attribute "${changed}" is not what it was, but an ` +
      "identity must stay the same as long as the object exists.",
  );
}

/** An identity as a state has its texts: one that it had stays. */
export function withoutSecretsIn(
  identity: unknown,
  { schema }: IdentityDefinition,
  report: ReportError,
  before: Value = null,
): Value {
  return coerce(identity, identityType(schema), {
    fallback: before,
    report,
    sanitizeText: (text, stored) =>
      text === stored ||
        typeof stored === "string" && isStoredForm(stored, text)
        ? stored
        : storedForm(text, true),
  });
}

/** Whether the identity so far has no value at all. */
export function isEmptyIdentity(identity: Value | undefined): boolean {
  return identity === undefined || !isValueObject(identity) ||
    Object.values(identity).every((value) => value === null);
}

function identityProblem(
  made: ValueObject | null | undefined,
  { schema }: IdentityDefinition,
): string | undefined {
  if (made === null || made === undefined) return "It is missing";
  return validateValue(made, identityType(schema))?.message ??
    (isWhollyKnown(made) ? undefined : "It holds an unknown value");
}

/** An identity attribute that had a value and has another one now. */
function changedAttribute(
  { schema }: IdentityDefinition,
  before: Value,
  after: Value,
): string | undefined {
  return Object.keys(schema.attributes).find((name) => {
    const was = memberValue(before, name);
    const type = schema.attributes[name]?.expression.type;
    return was !== null && isWhollyKnown(was) && type !== undefined &&
      !equalValues(was, memberValue(after, name), type);
  });
}

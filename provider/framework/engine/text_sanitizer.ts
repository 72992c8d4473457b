/**
 * Takes out of the texts of a result what no state shows: secrets, and what
 * steers a terminal.
 *
 * @module
 */

import {
  forgedCommand,
  replaceControlCharacters,
} from "../control_characters.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { isComputedAt, type Schema } from "../schema/schema.ts";
import { isSecretAt } from "../schema/sensitive.ts";
import { descend, runToCompletion, walkSchema } from "../schema/walk_schema.ts";
import { isMaskedForm, withoutSecrets, withoutTokens } from "../secrets.ts";
import type { Path } from "../values/path.ts";
import type { Value, ValueObject } from "../values/value.ts";
import { addressablePath } from "./addressable.ts";

/** Makes of a string what is kept of it, given what stands in its place. */
export type SanitizeText = (value: string, before: Value, path: Path) => string;

/** The result whose texts are sanitized. */
export interface SanitizerOptions {
  readonly name: string;
  readonly typeName: string | undefined;
  readonly diagnostics: Diagnostics;
  readonly schema: Schema;
  /**
   * The plan or the stored state: stands in for missing parts, and for values
   * that mean the same.
   */
  readonly reference: ValueObject | null;
  /**
   * The way strings are sanitized: `none` of what is stored already, or never;
   * of secrets only `tokens` in what a data source reads.
   */
  readonly sanitize?: "none" | "tokens";
}

/** Makes what sanitizes the strings of a result for a state, and warns of changes. */
export function createTextSanitizer(
  { schema, reference, diagnostics, name, typeName, sanitize }:
    SanitizerOptions,
): SanitizeText {
  const hide = sanitize === "tokens" ? withoutTokens : withoutSecrets;
  let known: ReadonlySet<unknown> | undefined;
  const isKnown = (text: string) =>
    (known ??= new Set(listShownTexts(schema, reference))).has(text);
  return (value, before, path) => {
    const isComputed = () => isComputedAt(schema, path);
    const clean = (text: string) => {
      const safe = replaceControlCharacters(text);
      // The CLI prints these two as they are, in a line of their object.
      const isLabel = /[\r\n#]/.test(safe) && /^(?:id|name)$/.test(`${path}`);
      return isLabel
        ? safe.replaceAll(/\r?\n|\r/g, "\ufffd")
          .replaceAll(forgedCommand, "\ufffd")
        : safe;
    };
    const whole = clean(value);
    const hidden = hide(value);
    // What is configured as a state shows it is sent: tokens only are masked.
    const isLeft = hidden !== value && !isComputed();
    const shown = clean(isLeft ? withoutTokens(value) : hidden);
    const isStored = typeof before === "string" && before.includes("***") &&
      isComputed() && isMaskedForm(before, whole);
    const isSame = shown === value && !isStored;
    if (isSame || value === before || isKnown(value)) return value;
    if (whole !== value && !isStored) {
      diagnostics.addWarning(
        "Characters cannot be shown",
        `The service gave ${typeName} a text with characters that steer a ` +
          "terminal, show text in another order, or end a line. The state has " +
          "U+FFFD in place of each.",
        addressablePath(schema, path),
      );
    }
    if (isSecretAt(schema, path)) return whole;
    // From what is found a configuration may be generated.
    const isFound = ["import", "list", "read"].includes(name);
    if (isFound && shown !== whole && shown !== before && !isComputed()) {
      diagnostics.addWarning(
        "The state does not show all of a text",
        `What the service gave ${typeName} holds a token, and the state has ` +
          "`***` in its place. A configuration that is generated from it has " +
          "that, too, and would send it: write the whole text there, the token " +
          "by a variable.",
        addressablePath(schema, path),
      );
    }
    return isStored ? before : shown;
  };
}

/** Lists the strings of an object that no schema calls secret, with its keys. */
function listShownTexts(
  schema: Schema,
  object: ValueObject | null,
): readonly unknown[] {
  return listTexts(runToCompletion(walkSchema(schema, { value: object }, {
    primary: "value",
    attribute: (attribute, { values }) => {
      if (attribute.sensitive || attribute.writeOnly) return null;
      return attribute.nested ? descend(values) : values.value;
    },
    block: (_, { values }) => descend(values),
  })));
}

/** Lists the strings that a value is or holds, as keys too, among other parts. */
function listTexts(value: unknown): readonly unknown[] {
  return typeof value !== "object" || value === null ? [value] : [
    ...Object.keys(value),
    ...Object.values(value).flatMap(listTexts),
  ];
}

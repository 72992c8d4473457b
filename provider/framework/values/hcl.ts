import { isNumberValue, numberText } from "./decimal.ts";
import { quoteHcl } from "./hcl_string.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  type Value,
  type ValueObject,
} from "./value.ts";

/** A line of an object: its key as it is written, and its value. */
export interface HclLine {
  /** The key. */
  readonly key: string;
  /** The value, of one line or of several. */
  readonly text: string;
}

/**
 * A value in Terraform's language, in which nothing is a template.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { hclText } from "@hf-terraform/framework";
 *
 * assertEquals(hclText("echo ${HOME}"), '"echo $${HOME}"');
 * assertEquals(hclText({ a: 1, "b c": [true] }), '{ a = 1, "b c" = [true] }');
 * ```
 *
 * @param indent What stands before the line where the value begins: objects are
 * written on lines of their own; left out: on one line.
 */
export function hclText(value: Value, indent?: string): string {
  if (typeof value === "string") return quoteHcl(value);
  if (Dynamic.is(value)) return hclText(value.value, indent);
  if (typeof value === "boolean") return String(value);
  if (isNumberValue(value)) return numberText(value);
  if (isValueArray(value)) {
    return `[${value.map((part) => hclText(part, indent)).join(", ")}]`;
  }
  return isValueObject(value) ? hclMap(value, indent, hclText) : "null";
}

/**
 * A map or an object of any keys.
 *
 * @param text Writes one of its values.
 */
export function hclMap(
  value: ValueObject,
  indent: string | undefined,
  text: (part: Value, indent: string | undefined) => string,
): string {
  const inner = indent === undefined ? undefined : `${indent}  `;
  const lines = Object.entries(value).map(([name, part]) => ({
    key: hclKey(name),
    text: text(part, inner),
  }));
  if (lines.length === 0) return "{}";
  return inner === undefined
    ? `{ ${lines.map(({ key, text }) => `${key} = ${text}`).join(", ")} }`
    : `{\n${hclLines(lines, inner)}${indent}}`;
}

/** The most characters to which keys are padded: one must not pad all. */
const MAX_WIDTH = 100;

/** Lines of an object: short ones aligned, then the long ones apart. */
export function hclLines(lines: readonly HclLine[], indent: string): string {
  const short = lines.filter(({ text }) => !text.includes("\n"));
  const width = short.reduce(
    (most, { key }) => Math.max(most, Math.min(key.length, MAX_WIDTH)),
    0,
  );
  return [
    short.map(({ key, text }) => `${indent}${key.padEnd(width)} = ${text}\n`)
      .join(""),
    ...lines.filter(({ text }) => text.includes("\n"))
      .map(({ key, text }) => `${indent}${key} = ${text}\n`),
  ].filter((text) => text !== "").join("\n");
}

/** The key of an object: a bare word, or a string. */
export function hclKey(name: string): string {
  return isBareKey(name) ? name : quoteHcl(name);
}

/** Whether a text can be the key of an object without quotes. */
export function isBareKey(name: string): boolean {
  return /^[A-Za-z_][\w-]*$/.test(name) && !keywords.has(name);
}

/** A word that begins an expression of another kind, or is a value. */
const keywords = new Set(["for", "null", "true", "false"]);

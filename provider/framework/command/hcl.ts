/**
 * Configuration of what exists, in Terraform's language and in the style of
 * `terraform fmt`.
 *
 * @module
 */

import { configOf } from "../engine/generate_resource_config.ts";
import type { Attribute, Attributes } from "../schema/attribute.ts";
import type { Schema } from "../schema/schema.ts";
import { isNumberValue, numberText } from "../values/decimal.ts";
import {
  isValueArray,
  isValueObject,
  type Value,
  type ValueObject,
} from "../values/value.ts";

/** An object that exists, and how to write it. */
export interface ResourceBlock {
  /** The type of the resource. */
  readonly typeName: string;
  /** The name of the block. */
  readonly name: string;
  /** The schema of the resource. */
  readonly schema: Schema;
  /** The state. */
  readonly state: ValueObject;
  /** The import ID. */
  readonly id: string;
  /**
   * The expression to write in place of a value, such as a reference, also
   * where the state has none; undefined: the value itself.
   *
   * @param path The attribute, such as `model.repository`.
   */
  readonly expression?: (path: string, value: Value) => string | undefined;
}

/**
 * The `import` and `resource` blocks of an object: everything that may be
 * configured and is neither null, deprecated nor equal to its default.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { s } from "@hf-terraform/framework";
 * import { importAndResource } from "@hf-terraform/framework/command";
 *
 * const text = importAndResource({
 *   typeName: "example_disk",
 *   name: "db",
 *   schema: s.schema({
 *     description: "A disk.",
 *     attributes: {
 *       name: s.string({ required: true, description: "The name." }),
 *       size: s.int({ optional: true, default: 10, description: "In GiB." }),
 *     },
 *   }),
 *   state: { name: "db-1", size: 20 },
 *   id: "db-1",
 * });
 * assertEquals(
 *   text,
 *   `import {
 *   to = example_disk.db
 *   id = "db-1"
 * }
 *
 * resource "example_disk" "db" {
 *   name = "db-1"
 *   size = 20
 * }
 * `,
 * );
 * ```
 */
export function importAndResource(block: ResourceBlock): string {
  const { typeName, name, schema, state, id } = block;
  const address = `${typeName}.${name}`;
  return `import {\n  to = ${address}\n  id = ${stringText(id)}\n}\n\n` +
    `resource ${stringText(typeName)} ${stringText(name)} {\n${
      body(configOf(schema, state), schema.attributes, "", block, "  ")
    }}\n`;
}

/** A variable for secrets that nobody can read. */
export interface SecretVariable {
  /** Its name. */
  readonly name: string;
  /** What it is. */
  readonly description: string;
  /** The keys of the secrets; absent: it is one secret. */
  readonly keys?: readonly string[];
  /** Whether it has to be set; else it is null. */
  readonly required?: boolean;
}

/**
 * The block of a sensitive variable without a value.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { secretVariable } from "@hf-terraform/framework/command";
 *
 * assertEquals(
 *   secretVariable({ name: "password", description: "The password." }),
 *   `variable "password" {
 *   description = "The password."
 *   default     = null
 *   sensitive   = true
 *   type        = string
 * }
 * `,
 * );
 * ```
 */
export function secretVariable(
  { name, description, keys, required = false }: SecretVariable,
): string {
  const isObject = keys?.every((key) => identifier.test(key));
  const fields = keys?.map((key) => ({ name: key, text: "string" })) ?? [];
  const lines = [
    { name: "description", text: stringText(description) },
    ...required ? [] : [{ name: "default", text: "null" }],
    { name: "sensitive", text: "true" },
    {
      name: "type",
      text: keys === undefined
        ? "string"
        : isObject
        ? `object({\n${layout(fields, "    ")}  })`
        : "map(string)",
    },
  ];
  return `variable ${stringText(name)} {\n${layout(lines, "  ")}}\n`;
}

const identifier = /^[A-Za-z_][\w-]*$/;

interface Line {
  readonly name: string;
  readonly text: string;
}

/** The lines of an object: short ones aligned, then the long ones apart. */
function body(
  value: ValueObject,
  attributes: Attributes,
  path: string,
  block: ResourceBlock,
  indent: string,
): string {
  const lines: Line[] = Object.entries(attributes).flatMap(
    ([name, attribute]) => {
      const part = value[name] ?? null;
      const at = path === "" ? name : `${path}.${name}`;
      const given = block.expression?.(at, part);
      if (given !== undefined) return [{ name, text: given }];
      if (part === null) return [];
      return [{
        name,
        text: attributeText(part, attribute, at, block, indent),
      }];
    },
  );
  return layout(lines, indent);
}

function layout(lines: readonly Line[], indent: string): string {
  const short = lines.filter(({ text }) => !text.includes("\n"));
  const width = Math.max(...short.map(({ name }) => name.length));
  return [
    short.map(({ name, text }) => `${indent}${name.padEnd(width)} = ${text}\n`)
      .join(""),
    ...lines.filter(({ text }) => text.includes("\n"))
      .map(({ name, text }) => `${indent}${name} = ${text}\n`),
  ].filter((text) => text !== "").join("\n");
}

function attributeText(
  value: Value,
  { nested }: Attribute,
  path: string,
  block: ResourceBlock,
  indent: string,
): string {
  if (nested === undefined) return valueText(value, indent);
  const object = (part: Value, inner: string) =>
    isValueObject(part)
      ? `{\n${
        body(part, nested.attributes, path, block, `${inner}  `)
      }${inner}}`
      : valueText(part, inner);
  if (nested.nesting === "single") return object(value, indent);
  if (isValueArray(value)) {
    const inner = `${indent}  `;
    const parts = value.map((part) => `${inner}${object(part, inner)},\n`);
    return parts.length === 0 ? "[]" : `[\n${parts.join("")}${indent}]`;
  }
  return isValueObject(value)
    ? mapText(value, indent, object)
    : valueText(value, indent);
}

function valueText(value: Value, indent: string): string {
  if (typeof value === "string") return stringText(value);
  if (typeof value === "boolean") return String(value);
  if (isNumberValue(value)) return numberText(value);
  if (isValueArray(value)) {
    return `[${value.map((part) => valueText(part, indent)).join(", ")}]`;
  }
  return isValueObject(value) ? mapText(value, indent, valueText) : "null";
}

function mapText(
  value: ValueObject,
  indent: string,
  text: (part: Value, indent: string) => string,
): string {
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(([name, part]) => ({
    name: identifier.test(name) ? name : stringText(name),
    text: text(part, inner),
  }));
  return lines.length === 0 ? "{}" : `{\n${layout(lines, inner)}${indent}}`;
}

const hclEscapes: Readonly<Record<string, string>> = {
  b: "\\u0008",
  f: "\\u000c",
};

/** What a reader of a file does not see, or sees in another order. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A quoted string, in which nothing is a template.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { stringText } from "@hf-terraform/framework/command";
 *
 * assertEquals(stringText("echo ${HOME}"), '"echo $${HOME}"');
 * ```
 */
export function stringText(text: string): string {
  return JSON.stringify(text.toWellFormed())
    // Of JSON's escapes, HCL does not know these two.
    .replaceAll(/\\(.)/g, (escape, letter) => hclEscapes[letter] ?? escape)
    .replaceAll(/[$%](?=\{)/g, "$&$&")
    .replaceAll(
      unseen,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

import { configOf } from "../engine/generate_resource_config.ts";
import { coerce } from "../engine/result.ts";
import type { Attribute, Attributes } from "../schema/attribute.ts";
import { objectType, type Schema } from "../schema/schema.ts";
import { redactSecrets } from "../secrets.ts";
import {
  hclKey,
  type HclLine,
  hclLines,
  hclMap,
  hclText,
  isBareKey,
} from "../values/hcl.ts";
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
 */
export function importAndResource(block: ResourceBlock): string {
  const { typeName, name, schema, id } = block;
  const address = `${typeName}.${name}`;
  const state = withoutSecretsIn(block);
  const shownId = hclText(redactSecrets(id));
  return `import {\n  to = ${address}\n  id = ${shownId}\n}\n\n` +
    `resource ${hclText(typeName)} ${hclText(name)} {\n${
      body(configOf(schema, state), schema.attributes, "", block, "  ")
    }}\n`;
}

/** The state without the secrets of this process, which a service may repeat. */
function withoutSecretsIn({ schema, state }: ResourceBlock): ValueObject {
  const masked = coerce(state, objectType(schema), {
    fallback: null,
    report() {},
    sanitizeText: redactSecrets,
  });
  return isValueObject(masked) ? masked : state;
}

/** A variable for secrets that nobody can read. */
export interface SecretVariable {
  /** Its name. */
  readonly name: string;
  /** Description. */
  readonly description: string;
  /** The keys of the secrets; absent: it is one secret. */
  readonly keys?: readonly string[];
  /** Whether it has to be set; else it is null. */
  readonly required?: boolean;
}

/** The block of a sensitive variable without a value. */
export function secretVariable(
  { name, description, keys: given, required = false }: SecretVariable,
): string {
  const keys = given?.map(redactSecrets);
  const isObject = keys?.every(isBareKey);
  const fields = keys?.map((key) => ({ key, text: "string" })) ?? [];
  const lines = [
    { key: "description", text: hclText(redactSecrets(description)) },
    ...required ? [] : [{ key: "default", text: "null" }],
    { key: "sensitive", text: "true" },
    {
      key: "type",
      text: keys === undefined
        ? "string"
        : isObject
        ? `object({\n${hclLines(fields, "    ")}  })`
        : "map(string)",
    },
  ];
  return `variable ${hclText(name)} {\n${hclLines(lines, "  ")}}\n`;
}

/** The lines of an object: short ones aligned, then the long ones apart. */
function body(
  value: ValueObject,
  attributes: Attributes,
  path: string,
  block: ResourceBlock,
  indent: string,
): string {
  const lines: HclLine[] = Object.entries(attributes).flatMap(
    ([name, attribute]) => {
      const part = value[name] ?? null;
      const at = path === "" ? name : `${path}.${name}`;
      // Arguments of a block have no quotes.
      const key = path === "" ? name : hclKey(name);
      const given = block.expression?.(at, part);
      if (given !== undefined) return [{ key, text: given }];
      if (part === null) return [];
      return [{
        key,
        text: attributeText(part, attribute, at, block, indent),
      }];
    },
  );
  return hclLines(lines, indent);
}

function attributeText(
  value: Value,
  { nested }: Attribute,
  path: string,
  block: ResourceBlock,
  indent: string,
): string {
  if (nested === undefined) return hclText(value, indent);
  const object = (part: Value, inner = "") =>
    isValueObject(part)
      ? `{\n${
        body(part, nested.attributes, path, block, `${inner}  `)
      }${inner}}`
      : hclText(part, inner);
  if (nested.nesting === "single") return object(value, indent);
  if (isValueArray(value)) {
    const inner = `${indent}  `;
    const parts = value.map((part) => `${inner}${object(part, inner)},\n`);
    return parts.length === 0 ? "[]" : `[\n${parts.join("")}${indent}]`;
  }
  return isValueObject(value)
    ? hclMap(value, indent, object)
    : hclText(value, indent);
}

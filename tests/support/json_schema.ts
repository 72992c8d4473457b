/**
 * Checks of values against JSON Schema, as far as OpenAPI documents use it.
 *
 * @module
 */

/** A schema; only the words that {@linkcode violations} knows are looked at. */
export type JsonSchema = { readonly [word: string]: unknown };

const known: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "properties",
  "required",
  "additionalProperties",
  "propertyNames",
  "items",
  "anyOf",
  "oneOf",
  "allOf",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "minItems",
  "maxItems",
  "format",
]);

/**
 * What a value violates, one line each, with the path of the value.
 *
 * @throws {Error} If the schema has a word that is not known.
 */
export function violations(
  value: unknown,
  schema: unknown,
  path = "$",
): readonly string[] {
  if (schema === true || schema === undefined) return [];
  if (schema === false) return [`${path} must not be there`];
  if (!isRecord(schema)) throw new Error(`No schema at ${path}`);
  const odd = Object.keys(schema).find((word) => !known.has(word));
  if (odd !== undefined) throw new Error(`Unknown word ${odd} at ${path}`);
  return [
    ...typeViolations(value, schema, path),
    ...textViolations(value, schema, path),
    ...numberViolations(value, schema, path),
    ...arrayViolations(value, schema, path),
    ...objectViolations(value, schema, path),
    ...combinations(value, schema, path),
  ];
}

function typeViolations(
  value: unknown,
  schema: JsonSchema,
  path: string,
): string[] {
  const { type, enum: values } = schema;
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const found: string[] = [];
  const shown = JSON.stringify(value);
  if (types.length > 0 && !types.some((one) => isOfType(value, one))) {
    found.push(`${path} is ${shown}, not of type ${types.join(" or ")}`);
  }
  if (Array.isArray(values) && !values.includes(value)) {
    found.push(`${path} is ${shown}, not one of ${values.join(", ")}`);
  }
  if ("const" in schema && schema["const"] !== value) {
    found.push(`${path} is ${shown}, not ${schema["const"]}`);
  }
  return found;
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return Number.isInteger(value);
    default: {
      const actual: string = typeof value;
      return actual === type;
    }
  }
}

function textViolations(
  value: unknown,
  schema: JsonSchema,
  path: string,
): string[] {
  if (typeof value !== "string") return [];
  const { pattern, minLength, maxLength } = schema;
  const found: string[] = [];
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value)) {
    found.push(`${path} does not match ${pattern}`);
  }
  if (typeof minLength === "number" && value.length < minLength) {
    found.push(`${path} is shorter than ${minLength}`);
  }
  if (typeof maxLength === "number" && value.length > maxLength) {
    found.push(`${path} is longer than ${maxLength}`);
  }
  return found;
}

function numberViolations(
  value: unknown,
  schema: JsonSchema,
  path: string,
): string[] {
  if (typeof value !== "number") return [];
  const { minimum, maximum, exclusiveMinimum } = schema;
  const isWrong = typeof minimum === "number" && value < minimum ||
    typeof maximum === "number" && value > maximum ||
    typeof exclusiveMinimum === "number" && value <= exclusiveMinimum;
  return isWrong ? [`${path} is ${value}, which is out of range`] : [];
}

function arrayViolations(
  value: unknown,
  schema: JsonSchema,
  path: string,
): string[] {
  if (!Array.isArray(value)) return [];
  const { minItems, maxItems, items } = schema;
  const isWrong = typeof minItems === "number" && value.length < minItems ||
    typeof maxItems === "number" && value.length > maxItems;
  return [
    ...isWrong ? [`${path} has ${value.length} items`] : [],
    ...value.flatMap((item, i) => violations(item, items, `${path}[${i}]`)),
  ];
}

function objectViolations(
  value: unknown,
  schema: JsonSchema,
  path: string,
): string[] {
  if (!isRecord(value)) return [];
  const { required, additionalProperties, propertyNames } = schema;
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const names = Array.isArray(required) ? required : [];
  const found = names.filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${path}.${name} is missing`);
  for (const [name, inner] of Object.entries(value)) {
    const at = `${path}.${name}`;
    found.push(...violations(name, propertyNames, `the name ${at}`));
    const own = Object.hasOwn(properties, name)
      ? properties[name]
      : additionalProperties;
    found.push(...violations(inner, own, at));
  }
  return found;
}

function combinations(
  value: unknown,
  schema: JsonSchema,
  path: string,
): string[] {
  const parts = (word: string) => {
    const list = schema[word];
    return Array.isArray(list) ? list : [];
  };
  const found = parts("allOf").flatMap((one) => violations(value, one, path));
  for (const word of ["anyOf", "oneOf"]) {
    const all = parts(word).map((one) => violations(value, one, path));
    if (all.length === 0 || all.some((one) => one.length === 0)) continue;
    found.push(`${path} fits none: ${all.map((one) => one[0]).join("; or ")}`);
  }
  return found;
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

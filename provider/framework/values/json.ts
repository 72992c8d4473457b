import { kindMessage, lengthError } from "./conform.ts";
import { isNumberValue, numberText, parseNumber } from "./decimal.ts";
import { distinct } from "./equal.ts";
import { ValueError } from "./errors.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  type JsonValueObject,
  parseJson,
} from "./json_parser.ts";
import {
  attributeNames,
  type ObjectType,
  type Type,
  typeFromJson,
} from "./type.ts";
import { Dynamic, record, type Value } from "./value.ts";
import { normalText } from "../normal_text.ts";
import { inPart } from "./walk.ts";

/** Options of {@link valueFromJson}. */
interface DecodeJsonOptions {
  /** Leave out names that the type doesn't have; they are errors by default. */
  readonly ignoreUnknownNames?: boolean;
}

/**
 * Decodes Terraform's JSON by `type`. Attributes that are missing become null;
 * strings, numbers and bools are taken for each other where the string says so.
 */
export function decodeJson(text: string, type: Type): Value {
  return valueFromJson(parseJson(text), type);
}

/** The value of `type` that parsed JSON stands for; see {@link decodeJson}. */
export function valueFromJson(
  json: JsonValue,
  type: Type,
  options: DecodeJsonOptions = {},
): Value {
  if (json === null) return null;
  switch (type) {
    case "string":
    case "number":
    case "bool":
      return primitiveFromJson(json, type);
    case "dynamic":
      return dynamicFromJson(json, options);
  }
  const read = (part: JsonValue, step: string | number) =>
    inPart(type, step, (inner) => valueFromJson(part, inner, options));
  switch (type[0]) {
    case "map":
      if (!isJsonObject(json)) break;
      return record(
        Object.entries(json).map(([name, part]) => {
          const key = normalText(name);
          return [key, read(part, key)];
        }),
      );
    case "object":
      if (isJsonObject(json)) return objectFromJson(json, type, options, read);
      break;
    default: {
      if (!isJsonArray(json)) break;
      const problem = type[0] === "tuple"
        ? lengthError(json.length, type)
        : undefined;
      if (problem !== undefined) throw new ValueError(problem);
      const elements = json.map(read);
      return type[0] === "set"
        ? distinct(elements, type[1]).map(({ value }) => value)
        : elements;
    }
  }
  throw new ValueError(kindMessage(json, type));
}

function primitiveFromJson(
  json: JsonValue,
  type: "string" | "number" | "bool",
): Value {
  if (type === "string") {
    if (typeof json === "string") return normalText(json);
    if (typeof json === "boolean") return String(json);
    if (isNumberValue(json)) return numberText(json);
  } else if (type === "number") {
    if (isNumberValue(json)) return json;
    if (typeof json === "string") return parseNumber(json);
  } else if (typeof json === "boolean") {
    return json;
  } else if (json === "true" || json === "false") {
    return json === "true";
  }
  throw new ValueError(kindMessage(json, type));
}

function dynamicFromJson(json: JsonValue, options: DecodeJsonOptions): Value {
  if (!isJsonObject(json)) throw new ValueError(kindMessage(json, "dynamic"));
  const extra = Object.keys(json).find((k) => k !== "value" && k !== "type");
  if (json["type"] === undefined || extra !== undefined) {
    throw new ValueError(
      'A dynamic value is an object with "value" and "type"',
    );
  }
  const type = typeFromJson(json["type"]);
  const value = valueFromJson(json["value"] ?? null, type, options);
  return type === "dynamic" ? value : new Dynamic(type, value);
}

function objectFromJson(
  json: JsonValueObject,
  type: ObjectType,
  options: DecodeJsonOptions,
  read: (part: JsonValue, name: string) => Value,
): Value {
  const object = record();
  for (const name of attributeNames(type)) {
    const part = Object.hasOwn(json, name) ? json[name] : null;
    object[name] = read(part ?? null, name);
  }
  const extra = options.ignoreUnknownNames === true
    ? undefined
    : Object.keys(json).find((name) => !Object.hasOwn(type[1], name));
  if (extra === undefined) return object;
  throw new ValueError(
    `An attribute ${JSON.stringify(extra.slice(0, 80))} does not exist`,
  );
}

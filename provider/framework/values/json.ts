import { kindMessage, validateValue } from "./conform.ts";
import { isNumberValue, numberText, parseNumber } from "./decimal.ts";
import { Dynamic } from "./dynamic.ts";
import { distinct, orderedSet } from "./equal.ts";
import { errorAt, ValueError } from "./errors.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from "./json_parser.ts";
import { normalText } from "./text.ts";
import {
  attributeNames,
  attributeType,
  compareText,
  type ObjectType,
  type Type,
  typeFromJson,
  typeJson,
} from "./type.ts";
import { isUnknown } from "./unknown.ts";
import { isValueArray, member, record, type Value } from "./value.ts";
import { elementType, memberType } from "./walk.ts";

export { type JsonObject, type JsonValue, parseJson };

/**
 * Encodes `value` by `type` as Terraform's JSON: numbers with all digits and
 * without exponent, names sorted, dynamic values as `{"value":…,"type":…}`.
 *
 * @throws {ValueError} if `value` is not a value of `type`, or holds an unknown
 * or infinite one.
 */
export function encodeJson(value: Value, type: Type): string {
  const error = validateValue(value, type);
  if (error !== undefined) throw error;
  return jsonText(value, type);
}

function jsonText(value: Value, type: Type): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(normalText(value));
  if (isUnknown(value)) {
    throw new ValueError("JSON can't hold a value that is not known yet");
  }
  if (isNumberValue(value)) {
    const text = numberText(value);
    if (text.endsWith("y")) {
      throw new ValueError("JSON can't hold an infinite number");
    }
    return text;
  }
  if (Dynamic.is(value)) {
    const inner = jsonText(value.value, value.type);
    return `{"value":${inner},"type":${typeJson(value.type)}}`;
  }
  if (isValueArray(value)) {
    const isSet = type[0] === "set" && typeof type !== "string";
    const elements = isSet ? orderedSet(value, type[1]) : value;
    const texts = elements.map((part, i) => {
      const partType = elementType(type, i) ?? "dynamic";
      if (isSet) return jsonText(part, partType);
      return at(i, false, () => jsonText(part, partType));
    });
    return `[${texts.join(",")}]`;
  }
  const isMap = type[0] === "map";
  const names = typeof type !== "string" && type[0] === "object"
    ? attributeNames(type)
    : Object.keys(value).sort(compareText);
  const members = names.map((name) => {
    const part = member(value, name) ?? null;
    const partType = memberType(type, name) ?? "dynamic";
    const text = at(name, isMap, () => jsonText(part, partType));
    return `${JSON.stringify(normalText(name))}:${text}`;
  });
  return `{${members.join(",")}}`;
}

/** Runs the work on a part; its error gets the step to the part. */
function at<T>(step: string | number, isKey: boolean, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw errorAt(error, step, isKey);
  }
}

/** How {@link decodeJson} treats what doesn't fit. */
export interface DecodeJsonOptions {
  /** Leave out names that the type doesn't have; they are errors by default. */
  readonly ignoreUnknownNames?: boolean;
}

/**
 * Decodes Terraform's JSON by `type`. Attributes that are missing become null;
 * strings, numbers and bools are taken for each other where the string says so.
 *
 * @throws {ValueError} if the string is no JSON, or no value of `type`.
 */
export function decodeJson(
  text: string,
  type: Type,
  options: DecodeJsonOptions = {},
): Value {
  return valueFromJson(parseJson(text), type, options);
}

/**
 * The value of `type` that parsed JSON stands for; see {@link decodeJson}.
 *
 * @throws {ValueError} if it stands for none.
 */
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
  if (isJsonArray(json)) return arrayFromJson(json, type, options);
  if (isJsonObject(json)) {
    if (type[0] === "object") return objectFromJson(json, type, options);
    if (type[0] === "map") {
      return record(
        Object.entries(json).map(([name, part]) => {
          const key = normalText(name);
          return [
            key,
            at(key, true, () => valueFromJson(part, type[1], options)),
          ];
        }),
      );
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

function arrayFromJson(
  json: readonly JsonValue[],
  type: Exclude<Type, string>,
  options: DecodeJsonOptions,
): readonly Value[] {
  if (type[0] === "map" || type[0] === "object") {
    throw new ValueError(kindMessage(json, type));
  }
  if (type[0] === "tuple" && json.length !== type[1].length) {
    throw new ValueError(
      `A tuple of ${
        type[1].length
      } elements is required, not of ${json.length}`,
    );
  }
  const read = (part: JsonValue, i: number) =>
    valueFromJson(part, elementType(type, i) ?? "dynamic", options);
  return type[0] === "set"
    ? distinct(json.map(read), type[1]).map(({ value }) => value)
    : json.map((part, i) => at(i, false, () => read(part, i)));
}

function objectFromJson(
  json: JsonObject,
  type: ObjectType,
  options: DecodeJsonOptions,
): Value {
  const object = record();
  for (const name of attributeNames(type)) {
    const part = Object.hasOwn(json, name) ? json[name] ?? null : null;
    object[name] = at(
      name,
      false,
      () => valueFromJson(part, attributeType(type, name), options),
    );
  }
  const extra = options.ignoreUnknownNames === true
    ? undefined
    : Object.keys(json).find((name) => !Object.hasOwn(type[1], name));
  if (extra === undefined) return object;
  throw new ValueError(
    `An attribute ${JSON.stringify(extra.slice(0, 80))} does not exist`,
  );
}

import { kindMessage, validateValue } from "./conform.ts";
import { isNumberValue, numberText, parseNumber } from "./decimal.ts";
import { Dynamic } from "./dynamic.ts";
import { distinct } from "./equal.ts";
import { ValueError } from "./errors.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from "./json_parser.ts";
import { Path } from "./path.ts";
import { orderedSet } from "./set_order.ts";
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
import {
  isValueArray,
  isValueObject,
  member,
  record,
  type Value,
} from "./value.ts";
import { elementType } from "./walk.ts";

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
  if (error !== undefined) {
    throw error;
  }
  return jsonText(value, type, Path.root);
}

function jsonText(value: Value, type: Type, path: Path): string {
  if (value === null || typeof value === "boolean") {
    return String(value);
  }
  if (typeof value === "string") {
    return JSON.stringify(normalText(value));
  }
  if (isUnknown(value)) {
    throw new ValueError("JSON can't hold a value that is not known yet", path);
  }
  if (isNumberValue(value)) {
    const text = numberText(value);
    if (text.endsWith("y")) {
      throw new ValueError("JSON can't hold an infinite number", path);
    }
    return text;
  }
  if (Dynamic.is(value)) {
    const inner = jsonText(value.value, value.type, path);
    return `{"value":${inner},"type":${typeJson(value.type)}}`;
  }
  if (isValueArray(value)) {
    const isSet = type[0] === "set" && typeof type !== "string";
    const elements = isSet ? orderedSet(value, type[1]) : value;
    const texts = elements.map((part, i) =>
      jsonText(
        part,
        elementType(type, i) ?? "dynamic",
        isSet ? path : path.index(i),
      )
    );
    return `[${texts.join(",")}]`;
  }
  return `{${jsonMembers(value, type, path).join(",")}}`;
}

function jsonMembers(value: Value, type: Type, path: Path): string[] {
  if (typeof type === "string" || !isValueObject(value)) {
    return [];
  }
  if (type[0] === "object") {
    return attributeNames(type).map((name) => {
      const inner = path.attribute(name);
      const part = member(value, name) ?? null;
      const text = jsonText(part, attributeType(type, name), inner);
      return `${JSON.stringify(name)}:${text}`;
    });
  }
  const partType = type[0] === "map" ? type[1] : "dynamic";
  return Object.keys(value).sort(compareText).map((key) => {
    const text = jsonText(value[key] ?? null, partType, path.key(key));
    return `${JSON.stringify(normalText(key))}:${text}`;
  });
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
  return fromJson(json, type, { path: Path.root, options });
}

interface Place {
  readonly path: Path;
  readonly options: DecodeJsonOptions;
}

function fromJson(json: JsonValue, type: Type, place: Place): Value {
  if (json === null) {
    return null;
  }
  switch (type) {
    case "string":
    case "number":
    case "bool":
      return primitiveFromJson(json, type, place);
    case "dynamic":
      return dynamicFromJson(json, place);
  }
  if (isJsonArray(json)) {
    return arrayFromJson(json, type, place);
  }
  if (isJsonObject(json)) {
    if (type[0] === "object") {
      return objectFromJson(json, type, place);
    }
    if (type[0] === "map") {
      const map = record();
      for (const [name, part] of Object.entries(json)) {
        const key = normalText(name);
        const path = place.path.key(key);
        map[key] = fromJson(part, type[1], { ...place, path });
      }
      return map;
    }
  }
  throw unfit(json, type, place);
}

function primitiveFromJson(
  json: JsonValue,
  type: "string" | "number" | "bool",
  place: Place,
): Value {
  if (type === "string") {
    if (typeof json === "string") {
      return normalText(json);
    }
    if (typeof json === "boolean") {
      return String(json);
    }
    if (isNumberValue(json)) {
      return numberText(json);
    }
  } else if (type === "number") {
    if (isNumberValue(json)) {
      return json;
    }
    if (typeof json === "string") {
      return numberFromText(json, place);
    }
  } else if (typeof json === "boolean") {
    return json;
  } else if (json === "true" || json === "false") {
    return json === "true";
  }
  throw unfit(json, type, place);
}

function numberFromText(text: string, place: Place): Value {
  try {
    return parseNumber(text);
  } catch (error) {
    throw error instanceof ValueError
      ? new ValueError(error.problem, place.path)
      : error;
  }
}

function dynamicFromJson(json: JsonValue, place: Place): Value {
  if (!isJsonObject(json)) {
    throw unfit(json, "dynamic", place);
  }
  const extra = Object.keys(json).find((k) => k !== "value" && k !== "type");
  if (json["type"] === undefined || extra !== undefined) {
    throw new ValueError(
      'A dynamic value is an object with "value" and "type"',
      place.path,
    );
  }
  const type = typeFromJson(json["type"]);
  const value = fromJson(json["value"] ?? null, type, place);
  return type === "dynamic" ? value : new Dynamic(type, value);
}

function arrayFromJson(
  json: readonly JsonValue[],
  type: Exclude<Type, string>,
  place: Place,
): readonly Value[] {
  if (type[0] === "map" || type[0] === "object") {
    throw unfit(json, type, place);
  }
  if (type[0] === "tuple" && json.length !== type[1].length) {
    throw new ValueError(
      `A tuple of ${
        type[1].length
      } elements is required, not of ${json.length}`,
      place.path,
    );
  }
  const elements = json.map((part, i) => {
    const path = type[0] === "set" ? place.path : place.path.index(i);
    return fromJson(part, elementType(type, i) ?? "dynamic", {
      ...place,
      path,
    });
  });
  return type[0] === "set"
    ? distinct(elements, type[1]).map(({ value }) => value)
    : elements;
}

function objectFromJson(
  json: JsonObject,
  type: ObjectType,
  place: Place,
): Value {
  const object = record();
  for (const name of attributeNames(type)) {
    const part = Object.hasOwn(json, name) ? json[name] : undefined;
    const path = place.path.attribute(name);
    object[name] = fromJson(part ?? null, attributeType(type, name), {
      ...place,
      path,
    });
  }
  if (place.options.ignoreUnknownNames !== true) {
    const extra = Object.keys(json).find((name) =>
      !Object.hasOwn(type[1], name)
    );
    if (extra !== undefined) {
      throw new ValueError(
        `An attribute ${JSON.stringify(extra.slice(0, 80))} does not exist`,
        place.path,
      );
    }
  }
  return object;
}

function unfit(json: JsonValue, type: Type, place: Place): ValueError {
  return new ValueError(kindMessage(json, type), place.path);
}

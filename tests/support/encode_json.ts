import { normalText } from "../../provider/framework/normal_text.ts";
import { requireValue } from "../../provider/framework/values/conform.ts";
import {
  isNumberValue,
  numberText,
} from "../../provider/framework/values/decimal.ts";
import { orderedSet } from "../../provider/framework/values/equal.ts";
import { ValueError } from "../../provider/framework/values/errors.ts";
import {
  attributeNames,
  compareText,
  type Type,
  typeJson,
} from "../../provider/framework/values/type.ts";
import { isUnknown } from "../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  isValueArray,
  member,
  type Value,
} from "../../provider/framework/values/value.ts";
import { inPart } from "../../provider/framework/values/walk.ts";

/**
 * Encodes `value` by `type` as Terraform's JSON: numbers with all digits and
 * without exponent, names sorted, dynamic values as `{"value":…,"type":…}`.
 */
export function encodeJson(value: Value, type: Type): string {
  requireValue(value, type);
  return encodeValue(value, type);
}

function encodeValue(value: Value, type: Type): string {
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
    const inner = encodeValue(value.value, value.type);
    return `{"value":${inner},"type":${typeJson(value.type)}}`;
  }
  if (isValueArray(value)) {
    const elements = typeof type !== "string" && type[0] === "set"
      ? orderedSet(value, type[1])
      : value;
    const texts = elements.map((part, i) =>
      inPart(type, i, (inner) => encodeValue(part, inner))
    );
    return `[${texts.join(",")}]`;
  }
  const names = typeof type !== "string" && type[0] === "object"
    ? attributeNames(type)
    : Object.keys(value).sort(compareText);
  const members = names.map((name) => {
    const part = member(value, name) ?? null;
    const text = inPart(type, name, (inner) => encodeValue(part, inner));
    return `${JSON.stringify(normalText(name))}:${text}`;
  });
  return `{${members.join(",")}}`;
}

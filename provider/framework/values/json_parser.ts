import { isNumberValue, type NumberValue, parseNumber } from "./decimal.ts";
import { ValueError } from "./errors.ts";

/** Parsed JSON whose numbers lost nothing. */
export type JsonValue =
  | null
  | boolean
  | string
  | NumberValue
  | readonly JsonValue[]
  | JsonValueObject;

/** An object of JSON values; without prototype if {@link parseJson} made it. */
export interface JsonValueObject {
  /** The members by name. */
  readonly [name: string]: JsonValue;
}

/** Deeper nesting than this is refused, in JSON and in msgpack. */
export const maxDepth = 1000;

/** More values than this in one message are refused, in JSON and in msgpack. */
export const maxValues = 1_000_000;

export function isJsonArray(json: JsonValue): json is readonly JsonValue[] {
  return Array.isArray(json);
}

export function isJsonObject(json: JsonValue): json is JsonValueObject {
  return typeof json === "object" && json !== null && !Array.isArray(json) &&
    !isNumberValue(json);
}

/** A number that a JS number may not hold without loss, or what looks like it. */
const longNumber = /(?:^|[\s[:,])-?(?:[\d.]{16}|[\d.]+[eE])/;

/** An escape in a string, the begin or end of one, or a number. */
const token = /\\[^]|"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON in which numbers are strings, and a letter tells them from the others. */
function markNumbers(text: string): string {
  let isString = false;
  return text.replaceAll(token, (one) => {
    if (one === '"') isString = !isString;
    if (one === '"' && isString) return '"s';
    return isString || !/^[-\d]/.test(one) ? one : `"n${one}"`;
  });
}

/**
 * Parses JSON like `JSON.parse`, but keeps every digit of numbers, and makes
 * objects without prototype. Of a repeated key the last value counts.
 *
 * @throws {ValueError} if `text` is no JSON, nested deeper than 1000 levels, or
 * holds more than a million values.
 */
export function parseJson(text: string): JsonValue {
  const isMarked = longNumber.test(text);
  let json: JsonValue;
  try {
    json = JSON.parse(isMarked ? markNumbers(text) : text);
  } catch {
    // The message would quote the text, which may be a secret.
    throw notValid();
  }
  let values = 0;
  return copy(json, 0);

  function copy(json: JsonValue, depth: number): JsonValue {
    if (depth > maxDepth) {
      throw new ValueError(`The JSON is nested deeper than ${maxDepth} levels`);
    }
    if (++values > maxValues) {
      throw new ValueError(`The JSON holds more than ${maxValues} values`);
    }
    if (typeof json === "number") return json + 0; // −0 + 0 is 0
    if (typeof json === "string") {
      if (!isMarked) return json;
      const content = json.slice(1);
      return json.startsWith("n") ? parseNumber(content) : content;
    }
    if (isJsonArray(json)) return json.map((part) => copy(part, depth + 1));
    if (!isJsonObject(json)) return json;
    const object: Record<string, JsonValue> = Object.create(null);
    for (const [name, part] of Object.entries(json)) {
      if (isMarked && name.startsWith("n")) throw notValid();
      object[isMarked ? name.slice(1) : name] = copy(part, depth + 1);
    }
    return object;
  }
}

function notValid(): ValueError {
  return new ValueError("The JSON is not valid");
}

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

/**
 * Parses JSON like `JSON.parse`, but keeps every digit of numbers, and makes
 * objects without prototype. Of a repeated key the last value counts.
 *
 * @throws {ValueError} if `text` is no JSON, nested deeper than 1000 levels, or
 * holds more than a million values.
 */
export function parseJson(text: string): JsonValue {
  const parser = new Parser(text);
  const value = parser.value(0);
  parser.end();
  return value;
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Parser {
  readonly #text: string;
  #position = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonValue {
    if (depth > maxDepth) {
      throw this.#error(`nested deeper than ${maxDepth} levels`);
    }
    if (++this.#values > maxValues) {
      throw this.#error(`more than ${maxValues} values`);
    }
    this.#space();
    switch (this.#text[this.#position]) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  end(): void {
    this.#space();
    if (this.#position < this.#text.length) {
      throw this.#error("text after the value");
    }
  }

  #object(depth: number): JsonValueObject {
    const object: Record<string, JsonValue> = Object.create(null);
    this.#position++;
    if (this.#take("}")) {
      return object;
    }
    do {
      this.#space();
      if (this.#text[this.#position] !== '"') {
        throw this.#error("a name in quotes is required");
      }
      const name = this.#string();
      if (!this.#take(":")) throw this.#error("a colon is required");
      object[name] = this.value(depth + 1);
    } while (this.#take(","));
    if (!this.#take("}")) {
      throw this.#error("a comma or } is required");
    }
    return object;
  }

  #array(depth: number): readonly JsonValue[] {
    const array: JsonValue[] = [];
    this.#position++;
    if (this.#take("]")) return array;
    do {
      array.push(this.value(depth + 1));
    } while (this.#take(","));
    if (!this.#take("]")) throw this.#error("a comma or ] is required");
    return array;
  }

  #string(): string {
    const start = this.#position;
    let escaped = false;
    for (let i = start + 1; i < this.#text.length; i++) {
      const unit = this.#text.charCodeAt(i);
      if (unit === 0x22) {
        this.#position = i + 1;
        return escaped
          ? this.#unescape(start, i + 1)
          : this.#text.slice(start + 1, i);
      }
      if (unit === 0x5c) {
        escaped = true;
        i++;
      } else if (unit < 0x20) {
        this.#position = i;
        throw this.#error("a control character in a string");
      }
    }
    throw this.#error("a string that does not end");
  }

  #unescape(start: number, end: number): string {
    try {
      return String(JSON.parse(this.#text.slice(start, end)));
    } catch {
      // The native message would quote the string, which may be a secret.
      this.#position = start;
      throw this.#error("a string with a wrong escape");
    }
  }

  #number(): NumberValue {
    numberPattern.lastIndex = this.#position;
    const match = numberPattern.exec(this.#text);
    if (match === null) throw this.#error("a value is required");
    this.#position += match[0].length;
    return parseNumber(match[0]);
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#position)) {
      throw this.#error("a value is required");
    }
    this.#position += word.length;
    return value;
  }

  #take(character: string): boolean {
    this.#space();
    if (this.#text[this.#position] !== character) return false;
    this.#position++;
    return true;
  }

  #space(): void {
    for (;; this.#position++) {
      const unit = this.#text.charCodeAt(this.#position);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) {
        return;
      }
    }
  }

  #error(problem: string): ValueError {
    return new ValueError(
      this.#position >= this.#text.length
        ? "The JSON ends too early"
        : `The JSON can't be read at character ${this.#position}: ${problem}`,
    );
  }
}

/**
 * The token: where it comes from, and keeping it out of everything else.
 *
 * @module
 */

import { ConfigurationError } from "./errors.ts";
import type { TokenSource } from "./options.ts";

/**
 * Gets the token, without the blanks and line ends that files leave around it.
 *
 * @param mask Takes tokens that were told before out of a failure.
 * @throws {ConfigurationError} If the function fails, or if the token has
 * characters that no header can hold.
 */
export async function resolveToken(
  source: TokenSource | undefined,
  mask: Mask,
): Promise<string | undefined> {
  const token = (await read(source, mask))?.replace(/\s+/g, "") ?? "";
  if (token === "") return undefined;
  const why = obstacleTo(token);
  if (why !== undefined) {
    throw new ConfigurationError(
      `Cannot use the token: it ${why}; copy it from https://huggingface.co/settings/tokens`,
    );
  }
  return token;
}

async function read(
  source: TokenSource | undefined,
  mask: Mask,
): Promise<string | undefined> {
  if (typeof source !== "function") return source;
  try {
    return await source();
  } catch (error) {
    const cause = mask.error(error);
    throw new ConfigurationError(`Cannot get the token: ${cause.message}`, {
      cause,
    });
  }
}

/** Shorter tokens, as in tests, would be found in ordinary words. */
const SHORTEST_SECRET = 8;
/** Characters of a token; those of the Hub have 37, and JWTs some hundred. */
const LONGEST_TOKEN = 1024;
/** Of a source that changes its token, this many of the last are known. */
const MOST_TOKENS = 8;
/** Values nested deeper than this are null. */
const MOST_LEVELS = 32;

/** The reason why no request has such a token; undefined: it may have. */
function obstacleTo(token: string): string | undefined {
  // To look for it takes the square of its length. The message of Headers would
  // show characters that are none of RFC 6750, and change when they are quoted.
  return token.length > LONGEST_TOKEN
    ? "is too long"
    : /^[\w.~+/=-]+$/.test(token)
    ? undefined
    : "has characters of no token";
}

/** A character as it is, or escaped as in JSON and languages, a URL or HTML. */
function escapedForms(char: string): string {
  const code = char.charCodeAt(0);
  const hex = code.toString(16).padStart(2, "0");
  const plain = /\w/.test(char) ? char : `\\\\{0,4}\\${char}`;
  return `(?:${plain}|\\\\{1,4}(?:(?:u00|x)${hex}|u\\{0*${hex}\\})|%(?:25){0,2}${hex}|` +
    `&#(?:x0*${hex}|0*${code});?)`;
}

/**
 * The base64 of a token, for each place where it may begin in what is encoded,
 * without the digits that it shares with its neighbors.
 */
function base64Forms(token: string): string[] {
  return ["", "-", "--"].map((before) =>
    btoa(before + token)
      .slice(
        before === "" ? 0 : before.length + 1,
        (before + token).length * 4 / 3,
      )
      .replace(/[+/]/g, "[+/_-]")
  );
}

/** Finds a token in all of its forms, in small letters as well: a host has those. */
function patternOf(token: string): RegExp {
  const escaped = [...token].map(escapedForms).join("");
  return new RegExp([escaped, ...base64Forms(token)].join("|"), "gi");
}

/**
 * Takes the tokens of a client out of what came from outside, before it is
 * thrown or told to a hook. It knows the last eight that the client has sent.
 */
export class Mask {
  readonly #patterns = new Map<string, RegExp>();
  readonly #more: (text: string) => string;
  readonly #other: Mask | undefined;

  /**
   * Knows no token yet.
   *
   * @param more Takes other secrets out of a text.
   * @param other The mask of a client that this one was made from, whose tokens it
   * knows, too.
   */
  constructor(more: (text: string) => string = (text) => text, other?: Mask) {
    this.#more = more;
    this.#other = other;
  }

  /** Takes note of a token. */
  add(text: string): void {
    const token = text.replace(/\s+/g, "");
    if (token.length < SHORTEST_SECRET || obstacleTo(token)) return;
    const known = this.#patterns;
    const pattern = known.get(token) ?? patternOf(token);
    known.delete(token);
    known.set(token, pattern);
    const [oldest = ""] = known.keys();
    if (known.size > MOST_TOKENS) known.delete(oldest);
  }

  /** Puts `[token]` in place of the tokens, escaped and in base64 as well. */
  text(text: string): string {
    for (const pattern of this.#patterns.values()) {
      text = text.replace(pattern, "[token]");
    }
    return this.#other?.text(text) ?? text;
  }

  /**
   * A text that may be folded and cut: neither leaves a part of a secret that
   * its caller could not find any more. Nor does `[token]` within one.
   */
  readonly redact = (text: string): string => this.text(this.#more(text));

  /** A value as JSON has it, without the tokens in its texts and keys. */
  value(value: unknown): unknown {
    return this.#copy(value, 0);
  }

  /** A record without the tokens in its fields. */
  fields<T extends object>(record: T): T {
    return Object.assign({ ...record }, this.value({ ...record }));
  }

  /** The error behind a failure; only name, message and causes of what may hold a token. */
  error(error: unknown, level = 0): Error {
    if (!(error instanceof Error)) return new Error(this.redact(`${error}`));
    if (this.#isClean(error, level)) return error;
    const { cause } = error;
    const options = cause === undefined || level >= MOST_LEVELS
      ? undefined
      : { cause: this.error(cause, level + 1) };
    const copy = new Error(this.redact(error.message), options);
    copy.name = this.redact(error.name);
    return copy;
  }

  #copy(value: unknown, level: number): unknown {
    if (typeof value === "string") return this.redact(value);
    if (typeof value !== "object" || value === null) return value;
    if (level >= MOST_LEVELS) return null;
    if (Array.isArray(value)) {
      return value.map((item) => this.#copy(item, level + 1));
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, item]) => [this.redact(key), this.#copy(item, level + 1)]),
    );
  }

  #isClean(value: unknown, level: number): boolean {
    if (typeof value === "string") return this.redact(value) === value;
    if (typeof value !== "object" || value === null) return true;
    // Node's parser leaves a part of an answer in `data`.
    return level < MOST_LEVELS && value instanceof Error &&
      ["name", "message", ...Reflect.ownKeys(value)].every((key) =>
        key !== "data" &&
        [String(key), Reflect.get(value, key)]
          .every((one) => this.#isClean(one, level + 1))
      );
  }
}

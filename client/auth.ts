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
 * @param source The token or the function that returns it.
 * @returns The token, or undefined if there is none.
 * @throws {ConfigurationError} If the function fails, or if the token has
 * characters that no header can hold.
 */
export async function resolveToken(
  source: TokenSource | undefined,
): Promise<string | undefined> {
  const token = (await read(source))?.replace(/\s+/g, "") ?? "";
  if (token === "") return undefined;
  // Checked here because the message of Headers would show the value. These are
  // the characters of RFC 6750, none of which changes when it is quoted.
  if (!/^[\w.~+/=-]+$/.test(token)) {
    throw new ConfigurationError(
      "Cannot use the token: it holds characters that no token has; copy it again from https://huggingface.co/settings/tokens",
    );
  }
  return token;
}

async function read(
  source: TokenSource | undefined,
): Promise<string | undefined> {
  if (typeof source !== "function") return source;
  try {
    return await source();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigurationError(`Cannot get the token: ${why}`, { cause });
  }
}

/** Shorter tokens, as in tests, would be found in ordinary words. */
const SHORTEST_SECRET = 8;

/**
 * Takes the token out of a text that came from outside.
 *
 * @param text Any text.
 * @param token The token, if there is one.
 * @returns The text without it.
 */
export function redact(text: string, token: string | undefined): string {
  if (token === undefined || token.length < SHORTEST_SECRET) return text;
  return text.replaceAll(token, "[token]");
}

/**
 * The error behind a failure, as it may be shown. One that holds the token, or
 * objects in which a replaced `fetch` may have left it, becomes a copy with
 * name, message and causes only.
 *
 * @param error What was thrown.
 * @param token The token, if there is one.
 * @returns The same error, or the copy.
 */
export function redactError(error: unknown, token: string | undefined): Error {
  if (token === undefined || isClean(error, token)) {
    return error instanceof Error ? error : new Error(String(error));
  }
  if (!(error instanceof Error)) return new Error(redact(`${error}`, token));
  const { cause } = error;
  const options = cause === undefined
    ? undefined
    : { cause: redactError(cause, token) };
  const copy = new Error(redact(error.message, token), options);
  copy.name = error.name;
  return copy;
}

function isClean(value: unknown, token: string): boolean {
  if (typeof value === "string") return !value.includes(token);
  if (typeof value !== "object" || value === null) return true;
  return value instanceof Error &&
    Reflect.ownKeys(value).every((key) =>
      isClean(Reflect.get(value, key), token)
    );
}

/**
 * A guess about a response, and what its requests work with.
 *
 * @module
 */

import type { HuggingFace } from "../client.ts";
import { ApiError } from "../core/api_errors.ts";

/** Skips a check, with the reason. */
export class SkipError extends Error {}

/** The context of a check. */
export interface CheckContext {
  /** A client with the token. */
  readonly client: HuggingFace;
  /** A client with an invalid token. */
  readonly stranger: HuggingFace;
  /** The token's user. */
  readonly me: string;
  /** The namespace. */
  readonly owner: string;
  /** A random part of the names of all created objects. */
  readonly mark: string;
  /** Registers a cleanup before an object is created; the last one runs first. */
  undo(what: string, how: () => PromiseLike<unknown>): void;
}

/** A guess about a response, and the requests that check it. */
export interface Guess {
  /** The guess, in words. */
  readonly title: string;
  /** The lines of `EVIDENCE.md` that it checks, by their first column. */
  readonly tries?: readonly string[];
  /** The response if the guess is right; a number is the status of an error. */
  readonly expected: unknown;
  /** Sends the requests. The status of an error is a result too. */
  ask(context: CheckContext): Promise<unknown>;
}

/** Waits for a call of which only success matters. */
export async function succeeds(call: PromiseLike<unknown>): Promise<"done"> {
  await call;
  return "done";
}

/** Returns a nested field of a response. */
export function part(answer: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null
        ? Reflect.get(value, name)
        : undefined,
    answer,
  );
}

/** A status of an error, if it is one of the service. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}

/**
 * Changes that cannot go by an answer which leaves out what they need.
 *
 * @module
 */

import { type DiagnosticsError, failure } from "@hf-terraform/framework";

/**
 * The error of a change that needs what an answer did not tell.
 *
 * @param what What that is, such as `the members of the resource group acme/1`.
 */
export function notTold(what: string): DiagnosticsError {
  return failure(
    `The API did not tell ${what}`,
    "Without that a change could take away what no plan has shown. Nothing was " +
      "changed. Try again; the log names what was wrong with the answer.",
  );
}

/**
 * The items of a list in which a name is looked for: where one tells no name,
 * it may be the one.
 *
 * @param nameOf The name of an item; undefined: not told.
 * @param what The names, such as `the name of each resource group of acme`.
 * @throws {DiagnosticsError} If an item tells no name.
 */
export function withNames<T>(
  items: readonly T[],
  nameOf: (item: T) => string | undefined,
  what: string,
): readonly T[] {
  if (items.some((item) => nameOf(item) === undefined)) throw notTold(what);
  return items;
}

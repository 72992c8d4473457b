/**
 * Keys: the values that tell which object a response is about.
 *
 * @module
 */

import { failure } from "../diagnostics.ts";
import type { Value, ValueObject } from "../values/value.ts";
import {
  isSameText,
  jsonAt,
  pathOf,
  type Table,
  valueNamed,
  withValueAt,
} from "./table.ts";

/**
 * A state whose keys are as they were given, though a response has others.
 *
 * @param tell Told of each that the response has otherwise.
 */
export function withGivenKeys(
  table: Table,
  state: ValueObject,
  given: ValueObject,
  tell: (names: readonly string[], given: string, returned: Value) => void,
): ValueObject {
  let kept = state;
  for (const { names, binding } of table) {
    if (binding.key !== "given") continue;
    const [own, returned] = [
      valueNamed(given, names),
      valueNamed(state, names),
    ];
    if (typeof own !== "string" || own === returned) continue;
    tell(names, own, returned);
    kept = withValueAt(kept, names, own);
  }
  return kept;
}

/**
 * Refuses a response about something else than was asked for: a key that the
 * state or the import has must be returned as it is.
 *
 * @throws {DiagnosticsError} With what was asked for and what was returned.
 */
export function checkKeys(
  table: Table,
  response: unknown,
  asked: ValueObject,
): void {
  for (const { names, attribute, binding } of table) {
    if (binding.key !== true || binding.read === undefined) continue;
    const wanted = valueNamed(asked, names);
    const shown = jsonAt(response, binding.read);
    const isSame = wanted === shown || isSameText(attribute, wanted, shown);
    if (typeof wanted !== "string" || typeof shown !== "string") continue;
    if (isSame) continue;
    throw failure(
      `The API returned another ${names.join(".")} than requested`,
      `\`${wanted}\` was asked for, but the response is about ` +
        `\`${shown}\`. Nothing of it was taken over. Check the ` +
        "provider's URLs and any proxy between.",
      pathOf(names),
    );
  }
}

/**
 * Finds which element of the prior set a configured element stands for.
 *
 * @module
 */

import type { AttributeHolder } from "../../schema/schema.ts";
import { equalValues } from "../../values/equal.ts";
import { isValueObject, type Value } from "../../values/value.ts";
import { typeOf } from "../object_type.ts";
import { planObject } from "./build.ts";

/**
 * For each configured element, the first prior element not taken yet from
 * which it differs in nothing that is configured, so that planning it would
 * change nothing; undefined: it is a new element.
 */
export function correlate(
  holder: AttributeHolder,
  configured: readonly Value[],
  prior: readonly Value[],
): readonly (Value | undefined)[] {
  const type = typeOf(holder);
  const free = [...prior];
  return configured.map((element) => {
    if (!isValueObject(element)) return undefined;
    const at = free.findIndex((candidate) =>
      isValueObject(candidate) &&
      equalValues(
        planObject(holder, element, candidate, "prior"),
        candidate,
        type,
      )
    );
    return at === -1 ? undefined : free.splice(at, 1)[0];
  });
}

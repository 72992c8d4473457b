/**
 * The secrets of values: what a schema marks as sensitive or write-only.
 *
 * @module
 */

import { maskSecret } from "../secrets.ts";
import { isNumberValue, numberText } from "../values/decimal.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  type Value,
} from "../values/value.ts";
import type { NestedObject } from "./schema.ts";

/** Where secrets are: in all of a value, or in some attributes of its objects. */
type Secrets = "all" | {
  /** Whether the objects are in a map, whose keys are no attributes. */
  readonly isMap: boolean;
  readonly attributes: ReadonlyMap<string, Secrets>;
};

const known = new WeakMap<NestedObject, Secrets | undefined>();

/**
 * Makes the secrets of an object of a schema known, so that nothing shows them
 * from now on. Costs nothing where the schema has none.
 */
export function registerSecrets(holder: NestedObject, value: Value): void {
  const secrets = secretsOf(holder);
  if (secrets !== undefined) register(secrets, value);
}

function secretsOf(
  holder: NestedObject & { readonly nesting?: string },
): Secrets | undefined {
  if (known.has(holder)) return known.get(holder);
  const found = new Map<string, Secrets>();
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    const { nested, sensitive, writeOnly } = attribute;
    const inner = sensitive || writeOnly ? "all" : nested && secretsOf(nested);
    if (inner !== undefined) found.set(name, inner);
  }
  for (const [name, block] of Object.entries(holder.blocks ?? {})) {
    const inner = secretsOf(block);
    if (inner !== undefined) found.set(name, inner);
  }
  const isMap = holder.nesting === "map";
  const secrets = found.size === 0 ? undefined : { isMap, attributes: found };
  known.set(holder, secrets);
  return secrets;
}

function register(secrets: Secrets, value: Value): void {
  if (secrets === "all") {
    registerAll(value);
  } else if (isValueArray(value)) {
    for (const element of value) register(secrets, element);
  } else if (isValueObject(value)) {
    const { isMap, attributes } = secrets;
    for (const [name, member] of Object.entries(value)) {
      const inner = isMap ? { isMap: false, attributes } : attributes.get(name);
      if (inner !== undefined) register(inner, member);
    }
  }
}

function registerAll(value: Value): void {
  if (typeof value === "string") maskSecret(value);
  else if (isNumberValue(value)) maskSecret(numberText(value));
  else if (Dynamic.is(value)) registerAll(value.value);
  else if (isValueArray(value)) value.forEach(registerAll);
  else if (isValueObject(value)) Object.values(value).forEach(registerAll);
}

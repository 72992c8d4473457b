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
import type { Path } from "../values/path.ts";
import { isUnknown } from "../values/unknown.ts";
import type { Attribute } from "./attribute.ts";
import type { Block } from "./block.ts";
import { itemsAlong, itemsOf, nestedIn, type NestedObject } from "./schema.ts";

/** Where secrets are: in all of a value, which no state holds if it is
 * unstored, or in some attributes of its objects. */
type Secrets = "all" | "unstored" | {
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
  if (secrets === undefined) return;
  for (const [inner, isUnstored] of secretValues(secrets, value)) {
    registerAll(inner, isUnstored);
  }
}

/**
 * Whether the configuration may have a secret in an attribute or block.
 *
 * @param value What is configured there; undefined: nobody knows.
 */
export function mayHoldSecret(
  item: Attribute | Block,
  value: Value | undefined,
): boolean {
  const secrets = secretsIn(item);
  if (typeof secrets !== "object") return secrets !== undefined;
  return value === undefined ||
    Array.from(secretValues(secrets, value)).some(([one]) => one !== null);
}

function secretsOf(
  holder: NestedObject & { readonly nesting?: string },
): Secrets | undefined {
  if (known.has(holder)) return known.get(holder);
  const found = new Map<string, Secrets>();
  for (const [name, item] of itemsOf(holder)) {
    const inner = secretsIn(item);
    if (inner !== undefined) found.set(name, inner);
  }
  const isMap = holder.nesting === "map";
  const secrets = found.size === 0 ? undefined : { isMap, attributes: found };
  known.set(holder, secrets);
  return secrets;
}

function secretsIn(item: Attribute | Block): Secrets | undefined {
  if (item.kind === "attribute" && item.writeOnly) return "unstored";
  if (item.kind === "attribute" && item.sensitive) return "all";
  const nested = nestedIn(item);
  return nested && secretsOf(nested);
}

/** The values that are secrets, and whether no state holds them. */
function* secretValues(
  secrets: Secrets,
  value: Value,
): Generator<readonly [Value, boolean]> {
  if (secrets === "all" || secrets === "unstored") {
    yield [value, secrets === "unstored"];
  } else if (isValueArray(value)) {
    for (const element of value) yield* secretValues(secrets, element);
  } else if (isValueObject(value)) {
    const { isMap, attributes } = secrets;
    for (const [name, member] of Object.entries(value)) {
      const inner = isMap ? { isMap: false, attributes } : attributes.get(name);
      if (inner !== undefined) yield* secretValues(inner, member);
    }
  } else if (isUnknown(value)) yield [value, false];
}

/** Shorter ones other texts may hold by chance. */
const MIN_TOKEN = 16;

function registerAll(value: Value, isUnstored: boolean): void {
  const inner = (value: Value) => registerAll(value, isUnstored);
  if (typeof value === "string") {
    maskSecret(value, { isToken: isUnstored && value.length >= MIN_TOKEN });
  } else if (isNumberValue(value)) maskSecret(numberText(value));
  else if (Dynamic.is(value)) inner(value.value);
  else if (isValueArray(value)) value.forEach(inner);
  else if (isValueObject(value)) Object.values(value).forEach(inner);
}

/** Whether what is at a path is a secret itself, as its schema says. */
export function isSecretAt(holder: NestedObject, path: Path): boolean {
  return itemsAlong(holder, path).some((item) =>
    item.kind === "attribute" && (item.sensitive || item.writeOnly)
  );
}

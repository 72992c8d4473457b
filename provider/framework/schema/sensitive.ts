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
import type { Attribute } from "./attribute.ts";
import type { NestedObject } from "./schema.ts";

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
  if (secrets !== undefined) register(secrets, value);
}

function secretsOf(
  holder: NestedObject & { readonly nesting?: string },
): Secrets | undefined {
  if (known.has(holder)) return known.get(holder);
  const found = new Map<string, Secrets>();
  for (const [name, attribute] of Object.entries(holder.attributes)) {
    const { nested, sensitive, writeOnly } = attribute;
    const inner = writeOnly
      ? "unstored"
      : sensitive
      ? "all"
      : nested && secretsOf(nested);
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
  if (secrets === "all" || secrets === "unstored") {
    registerAll(value, secrets === "unstored");
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
  let inside: NestedObject | undefined = holder;
  for (const step of path.steps) {
    if (step.kind !== "attribute") continue;
    const attribute: Attribute | undefined = inside?.attributes[step.name];
    if (attribute?.sensitive || attribute?.writeOnly) return true;
    inside = attribute === undefined
      ? inside?.blocks?.[step.name]
      : attribute.nested;
  }
  return false;
}

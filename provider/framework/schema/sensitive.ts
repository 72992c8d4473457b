import { leaveName, maskSecret, MIN_TOKEN } from "../secrets.ts";
import { isNumberValue, numberText } from "../values/decimal.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  partsOf,
  type Value,
} from "../values/value.ts";
import type { Path } from "../values/path.ts";
import { isUnknown } from "../values/unknown.ts";
import { partAt } from "../values/walk.ts";
import type { Attribute, Block } from "./attribute.ts";
import {
  itemsAlong,
  itemsOf,
  nestedIn,
  type NestedObject,
  someAttribute,
} from "./schema.ts";

const isSecret = (item: Attribute | Block) =>
  item.kind === "attribute" && (item.sensitive || item.writeOnly);

const holdsSecret = someAttribute(isSecret);

/** The schemas whose names messages may say. */
const namedSecrets = new WeakSet<NestedObject>();

function leaveNames(holder: NestedObject): void {
  if (namedSecrets.has(holder)) return;
  namedSecrets.add(holder);
  for (const [name, item] of itemsOf(holder)) {
    leaveName(name);
    const nested = nestedIn(item);
    if (nested !== undefined) leaveNames(nested);
  }
}

/**
 * Makes the secrets of an object of a schema known, so that nothing shows them
 * from now on, but for the names of the schema.
 *
 * @param isEphemeral Whether no state holds any of them.
 */
export function registerSecrets(
  holder: NestedObject,
  value: Value,
  isEphemeral = false,
): void {
  leaveNames(holder);
  for (const [inner, isUnstored] of secretsOf(holder, value)) {
    registerAll(inner, isUnstored || isEphemeral);
  }
}

/**
 * Tests whether the configuration may have a secret in an attribute or block.
 *
 * @param value What is configured there; undefined: nobody knows.
 */
export function mayHoldSecret(
  item: Attribute | Block,
  value?: Value,
): boolean {
  if (isSecret(item)) return true;
  const nested = nestedIn(item);
  return nested !== undefined && holdsSecret(nested) &&
    (value === undefined ||
      Array.from(secretsIn(item, value)).some(([one]) => one !== null));
}

/** The values that are secrets, and whether no state holds them. */
type Secrets = Generator<readonly [Value, boolean]>;

function* secretsOf(holder: NestedObject, value: Value): Secrets {
  if (!holdsSecret(holder)) return;
  if (isUnknown(value)) yield [value, false];
  for (const [name, item] of itemsOf(holder)) {
    const inner = partAt(value, name);
    if (inner !== undefined) yield* secretsIn(item, inner);
  }
}

function* secretsIn(item: Attribute | Block, value: Value): Secrets {
  const nested = nestedIn(item);
  if (item.kind === "attribute" && isSecret(item)) {
    yield [value, item.writeOnly];
  } else if (nested?.nesting === "single" || nested?.nesting === "group") {
    yield* secretsOf(nested, value);
  } else if (nested !== undefined) {
    if (isUnknown(value) && holdsSecret(nested)) yield [value, false];
    for (const [, part] of partsOf(value)) yield* secretsOf(nested, part);
  }
}

/** A part of a name or an address: a word with a number, or a number with letters. */
const namePart = /^(?!.{16})(?:\p{L}+\d{0,4}|\d{1,4}\p{L}{0,3})$/u;

/** Whether a text reads as a name, which other texts hold by chance. */
function isName(text: string): boolean {
  return text.split(/[-_./:]+/).every((part) => namePart.test(part));
}

function registerAll(value: Value, isUnstored: boolean): void {
  const inner = (value: Value) => registerAll(value, isUnstored);
  if (typeof value === "string") {
    const isToken = isUnstored && value.length >= MIN_TOKEN &&
      !isName(value);
    maskSecret(value, { isToken });
  } else if (isNumberValue(value)) maskSecret(numberText(value));
  else if (Dynamic.is(value)) inner(value.value);
  else if (isValueArray(value)) value.forEach(inner);
  else if (isValueObject(value)) Object.values(value).forEach(inner);
}

/** Whether what is at a path is a secret itself, as its schema says. */
export function isSecretAt(holder: NestedObject, path: Path): boolean {
  return itemsAlong(holder, path).some(isSecret);
}

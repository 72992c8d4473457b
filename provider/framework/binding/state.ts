/**
 * States from responses of the service, by a schema's bindings.
 *
 * @module
 */

import type { PrivateState } from "../define/context.ts";
import type { Attribute, Attributes } from "../schema/attribute.ts";
import { isStoredForm } from "../secrets.ts";
import { equalValues } from "../values/equal.ts";
import type { Type } from "../values/type.ts";
import { isUnknown, unknown } from "../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  member,
  type MutableRecord,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { type Binding, bindingOf } from "./binding.ts";
import { isValueOf } from "./shape.ts";
import {
  childrenOf,
  isJsonRecord,
  isSame,
  isSameText,
  jsonAt,
} from "./table.ts";

/**
 * The state of what the service returned.
 *
 * @param kept The state or plan so far: the source of what the service hides.
 * A part that is missing or unknown counts as not known, as after an import.
 * @param names Where it is in the schema, for errors; default: at the top.
 */
export function readState(
  attributes: Attributes,
  response: unknown,
  kept: ValueObject | undefined,
  names: readonly string[] = [],
  context: StateContext = {},
): ValueObject {
  const values = objectOf(attributes, response, kept, names, context);
  return withComputed(attributes, values);
}

/** Context of a state that is read from a response. */
export interface StateContext {
  /** Values kept beside the state. */
  readonly privateState?: PrivateState;
  /** Is told of what counts as not told, because of its type. */
  onMismatch?(names: readonly string[], reason: string): void;
}

/** The values with those that are computed from others, not told. */
function withComputed(
  attributes: Attributes,
  values: ValueObject,
): ValueObject {
  const computed = Object.entries(attributes).flatMap(([name, attribute]) => {
    const { references = [], compute } = bindingOf(attribute)?.computedFrom ??
      {};
    if (compute === undefined || bindingOf(attribute)?.read !== undefined) {
      return [];
    }
    const sources = references.map((from) => member(values, from) ?? null);
    const value = sources.some(isUnknown) ? unknown : compute(...sources);
    return value === undefined ? [] : [[name, value] as const];
  });
  return computed.length === 0
    ? values
    : record([...Object.entries(values), ...computed]);
}

function objectOf(
  attributes: Attributes,
  response: unknown,
  kept: ValueObject | undefined,
  names: readonly string[],
  context: StateContext,
): MutableRecord {
  return record(
    Object.entries(attributes).map(([name, attribute]) => {
      const before = kept === undefined ? undefined : member(kept, name);
      const value = attributeState(
        attribute,
        response,
        isUnknown(before ?? null) ? undefined : before,
        [...names, name],
        context,
      );
      return [name, value];
    }),
  );
}

function attributeState(
  attribute: Attribute,
  response: unknown,
  kept: Value | undefined,
  names: readonly string[],
  context: StateContext,
): Value {
  if (attribute.writeOnly) return null;
  const children = childrenOf(attribute);
  const binding = bindingOf(attribute);
  if (children === undefined) {
    return leafOf(attribute, binding, response, kept, names, context);
  }
  if (binding !== undefined && binding.read === undefined) return kept ?? null;
  const json = binding?.read === undefined
    ? undefined
    : jsonAt(response, binding.read);
  if (json === undefined && isAbsent(response, binding)) return null;
  const holder = kept !== undefined && isValueObject(kept)
    ? kept
    // The parts of an object that was known to be absent were absent too.
    : kept === null
    ? record(Object.keys(children).map((name) => [name, null]))
    : undefined;
  const value = objectOf(children, response, holder, names, context);
  const isEmpty = Object.values(value).every((part) => part === null);
  if (!kept && binding?.absent !== undefined) {
    const absent = binding.read?.reduceRight<unknown>(
      (json, name) => ({ [name]: json }),
      binding.absent,
    );
    const none = objectOf(children, absent, holder, names, context);
    return isEmpty || isSame(value, none, attribute) ? null : value;
  }
  const isThere = attribute.required || !isEmpty ||
    (kept === undefined ? isJsonRecord(json) : isBlank(kept));
  return isThere ? value : null;
}

/** Whether what a response lacks is none: what is around it tells so. */
function isAbsent(response: unknown, binding: Binding | undefined): boolean {
  const { absentMeansNull = [], read = [] } = binding ?? {};
  const around = jsonAt(response, read.slice(0, -1));
  return isJsonRecord(around) &&
    (absentMeansNull === true ||
      absentMeansNull.some((name) => (around[name] ?? null) !== null));
}

/** Whether an object was known to be there, with nothing known in it. */
function isBlank(kept: Value): boolean {
  return isValueObject(kept) &&
    Object.values(kept).every((part) => part === null || isUnknown(part));
}

function leafOf(
  attribute: Attribute,
  binding: Binding | undefined,
  response: unknown,
  kept: Value | undefined,
  names: readonly string[],
  context: StateContext,
): Value {
  const path = binding?.read;
  if (binding === undefined || path === undefined) {
    return kept ?? attribute.default ?? null;
  }
  if (binding.hasServiceDefault === true && kept === null) return null;
  const told = jsonAt(response, path);
  const json = told === undefined && isAbsent(response, binding) ? null : told;
  const isNone = json === undefined || json === null;
  const decoded = isNone || binding.codec === undefined
    ? json
    : binding.codec.decode(json, kept, {
      names,
      privateState: context.privateState,
    });
  const untold = kept ?? attribute.default ?? null;
  if (decoded === undefined) return untold;
  if (decoded === null) return kept ? emptyOf(attribute.type) : null;
  const isValue = isValueOf(decoded, attribute, (problem) => {
    context.onMismatch?.(names, problem);
  });
  if (!isValue) return untold;
  if (kept !== undefined && isTold(kept, decoded, attribute)) return kept;
  return isEmptyCollection(decoded) && attribute.mode !== "computed" &&
      !attribute.required && !kept
    ? null
    : decoded;
}

/** Whether a value of a state or plan is what the service tells. */
export function isTold(
  kept: Value,
  told: Value,
  attribute: Attribute,
): boolean {
  return isSame(kept, told, attribute) || isSameText(attribute, kept, told) ||
    isSame(kept, withStoredTexts(told, kept), attribute);
}

/**
 * A value that is told, with the texts of the state for those that a state must
 * not show.
 */
function withStoredTexts(told: Value, kept: Value): Value {
  if (typeof told === "string") {
    return typeof kept === "string" && isStoredForm(kept, told) ? kept : told;
  }
  if (isValueArray(told)) {
    const all = isValueArray(kept) ? kept : [];
    return told.map((one) =>
      all.find((other) =>
        equalValues(withStoredTexts(one, other), other, "dynamic")
      ) ?? one
    );
  }
  return isValueObject(told) && isValueObject(kept)
    ? record(
      Object.entries(told).map(([name, part]) => [
        name,
        withStoredTexts(part, member(kept, name) ?? null),
      ]),
    )
    : told;
}

/** Value for a missing field. */
function emptyOf(type: Type): Value {
  if (typeof type === "string") return null;
  if (type[0] === "map") return record();
  return type[0] === "list" || type[0] === "set" ? [] : null;
}

/** The service shows nothing and an empty collection alike. */
function isEmptyCollection(value: Value): boolean {
  return isValueArray(value)
    ? value.length === 0
    : isValueObject(value) && Object.keys(value).length === 0;
}

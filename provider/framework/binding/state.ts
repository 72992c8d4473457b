import type { PrivateState } from "../define/context.ts";
import type { Attribute, Attributes } from "../schema/attribute.ts";
import { isStoredForm, MASK, storedForm } from "../secrets.ts";
import { equalValues, valueKey } from "../values/equal.ts";
import type { Type } from "../values/type.ts";
import { isUnknown, unknown } from "../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  mapParts,
  member,
  type MutableRecord,
  partsOf,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { partAt } from "../values/walk.ts";
import { type Binding, bindingOf } from "./binding.ts";
import { isValueOf } from "./shape.ts";
import {
  childrenOf,
  isJsonRecord,
  isNothing,
  isSame,
  isSameText,
  jsonAt,
} from "./table.ts";

/**
 * The state of what the service returned.
 *
 * @param kept The state or plan so far: the source of what the service hides.
 * A part that is missing or unknown counts as not known, as after an import.
 */
export function readState(
  attributes: Attributes,
  response: unknown,
  kept: ValueObject | undefined,
  context: StateContext = {},
): ValueObject {
  const reader = new StateReader(response, context);
  return withComputed(attributes, reader.object(attributes, kept, []));
}

/** Context of a state that is read from a response. */
interface StateContext {
  /** Values kept beside the state. */
  readonly privateState?: PrivateState;
  /** Is told of what counts as not told, because of its type. */
  onMismatch?(names: readonly string[], reason: string): void;
  /** Is told each text of which a state must not show all, as it shows it. */
  readonly onMasked?: ((text: string) => void) | undefined;
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

class StateReader {
  readonly #response: unknown;
  readonly #context: StateContext;

  constructor(response: unknown, context: StateContext) {
    this.#response = response;
    this.#context = context;
  }

  object(
    attributes: Attributes,
    kept: ValueObject | undefined,
    names: readonly string[],
  ): MutableRecord {
    return record(
      Object.entries(attributes).map(([name, attribute]) => {
        const before = kept && member(kept, name);
        const known = isUnknown(before) ? undefined : before;
        return [name, this.#attribute(attribute, known, [...names, name])];
      }),
    );
  }

  #attribute(
    attribute: Attribute,
    kept: Value | undefined,
    names: readonly string[],
  ): Value {
    if (attribute.writeOnly) return null;
    const children = childrenOf(attribute);
    const binding = bindingOf(attribute);
    if (children === undefined) return this.#leaf(attribute, kept, names);
    if (binding !== undefined && binding.read === undefined) {
      return kept ?? null;
    }
    const json = binding?.read && jsonAt(this.#response, binding.read);
    if (json === undefined && isAbsent(this.#response, binding)) return null;
    const holder = kept !== undefined && isValueObject(kept)
      ? kept
      // The parts of an object that was known to be absent were absent too.
      : kept === null
      ? record(Object.keys(children).map((name) => [name, null]))
      : undefined;
    const value = this.object(children, holder, names);
    const isEmpty = Object.values(value).every((part) => part === null);
    if (!kept && binding?.absent !== undefined) {
      const absent = binding.read?.reduceRight<unknown>(
        (json, name) => ({ [name]: json }),
        binding.absent,
      );
      const none = new StateReader(absent, this.#context)
        .object(children, holder, names);
      return isEmpty || isSame(value, none, attribute) ? null : value;
    }
    const isThere = attribute.required || !isEmpty ||
      (kept === undefined ? isJsonRecord(json) : isBlank(kept));
    return isThere ? value : null;
  }

  #leaf(
    attribute: Attribute,
    kept: Value | undefined,
    names: readonly string[],
  ): Value {
    const binding = bindingOf(attribute);
    const untold = kept === undefined ? attribute.default ?? null : kept;
    if (binding?.read === undefined) return untold;
    if (binding.hasServiceDefault === true && kept === null) return null;
    const { privateState, onMismatch, onMasked } = this.#context;
    const told = jsonAt(this.#response, binding.read);
    const isNone = told === null ||
      told === undefined && isAbsent(this.#response, binding);
    const decoded = isNone
      ? null
      : told === undefined || binding.codec === undefined
      ? told
      : binding.codec.decode(told, kept, privateState);
    if (decoded === undefined) return untold;
    if (decoded === null) return kept ? emptyOf(attribute.type) : null;
    const isValue = isValueOf(decoded, attribute, (problem) => {
      onMismatch?.(names, problem);
    });
    if (!isValue) return untold;
    if (kept !== undefined && isSame(kept, decoded, attribute)) return kept;
    if (onMasked !== undefined && attribute.mode !== "computed") {
      findMasked(decoded, onMasked);
    }
    if (kept !== undefined && isTold(kept, decoded, attribute)) return kept;
    // The service shows nothing and an empty collection alike.
    return isNothing(decoded, attribute) && attribute.mode !== "computed" &&
        !attribute.required && !kept
      ? null
      : decoded;
  }
}

/** Whether a response lacks what it may show, which does not mean none. */
export function isUntold(response: unknown, binding: Binding): boolean {
  return jsonAt(response, binding.read ?? []) === undefined &&
    !isAbsent(response, binding);
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

/** Finds the texts of which a state must not show all, as it shows them. */
function findMasked(value: Value, onMasked: (text: string) => void): void {
  if (typeof value === "string") {
    const stored = storedForm(value);
    if (stored !== value) onMasked(stored);
  }
  for (const [step, part] of partsOf(value)) {
    if (typeof step === "string") findMasked(step, onMasked);
    findMasked(part, onMasked);
  }
}

/** Whether a value of a state or plan is what the service tells. */
export function isTold(
  kept: Value,
  told: Value,
  attribute: Attribute,
): boolean {
  return isSame(kept, told, attribute) || isSameText(attribute, kept, told) ||
    isSame(
      kept,
      withStoredTexts(told, kept, attribute.mode === "computed"),
      attribute,
    );
}

/** The most values of a state with which one that is told is compared. */
const MAX_SIMILAR = 100;

/**
 * A value that is told, with the texts of the state for those that a state must
 * not show.
 */
function withStoredTexts(
  told: Value,
  kept: Value,
  isComputed: boolean,
): Value {
  const inner = (told: Value, kept: Value) =>
    withStoredTexts(told, kept, isComputed);
  if (typeof told === "string") {
    return typeof kept === "string" && isStoredForm(kept, told, isComputed)
      ? kept
      : told;
  }
  if (isValueArray(told)) {
    const all = isValueArray(kept) ? kept : [];
    // To compare each with each would take minutes.
    const keyOf = (value: Value) =>
      valueKey(maskTexts(value, isComputed), "dynamic");
    const similar = new Map<string, Value[]>();
    for (const one of all) {
      const key = keyOf(one);
      const found = similar.get(key);
      if (found === undefined) similar.set(key, [one]);
      else if (found.length < MAX_SIMILAR) found.push(one);
    }
    const masked = all.filter((one) =>
      isComputed && valueKey(one, "dynamic").includes(MASK)
    ).slice(0, MAX_SIMILAR);
    return told.map((one) =>
      [...similar.get(keyOf(one)) ?? [], ...masked].slice(0, MAX_SIMILAR)
        .find((other) => equalValues(inner(one, other), other, "dynamic")) ??
        one
    );
  }
  return isValueObject(told) && isValueObject(kept)
    ? mapParts(told, (part, name) => inner(part, partAt(kept, name) ?? null))
    : told;
}

/** The value with each text as a state without any of its own has it. */
function maskTexts(value: Value, isComputed: boolean): Value {
  return typeof value === "string"
    ? storedForm(value, isComputed)
    : mapParts(value, (part) => maskTexts(part, isComputed));
}

/** Value for a missing field. */
function emptyOf(type: Type): Value {
  if (typeof type === "string") return null;
  if (type[0] === "map") return record();
  return type[0] === "list" || type[0] === "set" ? [] : null;
}

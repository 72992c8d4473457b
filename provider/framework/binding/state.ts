/**
 * States from responses of the service, by a schema's bindings.
 *
 * @module
 */

import type { PrivateState } from "../define/context.ts";
import { failure } from "../diagnostics.ts";
import type { Attribute, Attributes } from "../schema/attribute.ts";
import type { State } from "../schema/model.ts";
import { numberProblem } from "../schema/numbers.ts";
import { holdsSensitive, type Schema } from "../schema/schema.ts";
import {
  partExpression,
  type TypeExpression,
} from "../schema/type_expression.ts";
import { isStoredForm } from "../secrets.ts";
import { kindMessage } from "../values/conform.ts";
import { isNumberValue } from "../values/decimal.ts";
import { equalValues } from "../values/equal.ts";
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
import { type Binding, bindingOf } from "./binding.ts";
import {
  childrenOf,
  isJsonRecord,
  isSame,
  jsonAt,
  pathOf,
  type Table,
  valueNamed,
  withValueAt,
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

/**
 * A state of what was stored elsewhere, such as by another provider: values
 * are taken over by name if they fit the schema. What does not fit, is an empty
 * text or is not there is the attribute's default, else null.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { s } from "@hf-terraform/framework";
 * import { stateFrom } from "@hf-terraform/framework/binding";
 *
 * const schema = s.schema({
 *   description: "A disk.",
 *   attributes: {
 *     name: s.string({ required: true, description: "The name." }),
 *     size: s.int({ optional: true, default: 10, description: "In GiB." }),
 *     note: s.string({ optional: true, description: "A note." }),
 *   },
 * });
 * const stored = { name: "db", size: "large", note: "", zone: "a" };
 * assertEquals(stateFrom(schema, stored), { name: "db", size: 10, note: null });
 * ```
 */
export function stateFrom<S extends Schema>(
  { attributes }: S,
  stored: Readonly<Record<string, unknown>>,
): State<S> {
  // Every attribute of the schema is there.
  return fitToAttributes(attributes, stored) as State<S>;
}

function fitToAttributes(
  attributes: Attributes,
  stored: Readonly<Record<string, unknown>>,
): ValueObject {
  return record(
    Object.entries(attributes).map(([name, attribute]) => {
      const given = stored[name] ?? attribute.default ?? null;
      const children = childrenOf(attribute);
      if (children !== undefined && isJsonRecord(given)) {
        return [name, fitToAttributes(children, given)];
      }
      const fits = given !== "" && isShapedAs(attribute.type, given) &&
        numberProblemIn(given, attribute.expression) === undefined;
      return [name, fits ? given : attribute.default ?? null];
    }),
  );
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
  const decoded = json === undefined || json === null
    ? json
    : binding.codec === undefined
    ? json
    : binding.codec.decode(json, kept, {
      names,
      privateState: context.privateState,
    });
  const untold = kept ?? attribute.default ?? null;
  if (decoded === undefined) return untold;
  if (decoded === null) return kept ? emptyOf(attribute.type) : null;
  if (!isShapedAs(attribute.type, decoded)) {
    context.onMismatch?.(names, kindMessage(decoded, attribute.type));
    return untold;
  }
  const problem = numberProblemIn(decoded, attribute.expression);
  if (problem !== undefined) {
    context.onMismatch?.(names, `It ${problem}`);
    return untold;
  }
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

/** The problem of a number, at any depth, that an expression does not allow. */
function numberProblemIn(
  value: Value,
  expression: TypeExpression<unknown> | undefined,
): string | undefined {
  if (expression === undefined || value === null) return undefined;
  if (isNumberValue(value)) {
    return numberProblem(value, expression.number ?? "any");
  }
  for (const [step, part] of partsOf(value)) {
    const problem = numberProblemIn(part, partExpression(expression, step));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Whether decoded JSON is a value of a type. */
function isShapedAs(type: Type, json: unknown): json is Value {
  if (json === null || type === "dynamic") return true;
  if (typeof type === "string") {
    if (json === Infinity || json === -Infinity) return false;
    const kind: string = typeof json;
    return kind === (type === "bool" ? "boolean" : type);
  }
  const [kind, inner] = type;
  if (kind === "object" || kind === "map") {
    if (!isJsonRecord(json)) return false;
    return kind === "object"
      ? Object.entries(inner).every(([name, part]) =>
        isShapedAs(part, json[name] ?? null)
      )
      : Object.values(json).every((one) => isElement(inner, one));
  }
  if (!Array.isArray(json)) return false;
  return kind === "tuple"
    ? inner.every((part, i) => isShapedAs(part, json[i] ?? null))
    : json.every((one) => isElement(inner, one));
}

function isElement(type: Type, json: unknown): boolean {
  return json !== null && isShapedAs(type, json);
}

/** A value of which the API returned a different one. */
export interface Difference {
  /** The names of the attribute from the top of the schema. */
  readonly names: readonly string[];
  /** The planned value; undefined if it is sensitive. */
  readonly planned: Value | undefined;
  /** The service's value; undefined if it is sensitive. */
  readonly actual: Value | undefined;
}

/** Result of completing a plan. */
export interface CompletedPlan {
  /** The plan, completed by what the service returned. */
  readonly state: ValueObject;
  /** Fields that the service returned otherwise than planned. */
  readonly differences: readonly Difference[];
}

/**
 * Completes a plan by what the service returned. Where the two contradict each
 * other, the state keeps the planned value, as Terraform demands; the next
 * read shows what is there.
 */
export function completePlan(
  attributes: Attributes,
  plan: ValueObject,
  actual: ValueObject,
  names: readonly string[] = [],
): CompletedPlan {
  const differences: Difference[] = [];
  const state = record(
    Object.entries(attributes).map(([name, attribute]) => {
      const planned = member(plan, name) ?? null;
      const shown = member(actual, name) ?? null;
      const at = [...names, name];
      if (isUnknown(planned)) return [name, shown];
      if (
        attribute.nested?.nesting === "single" && isValueObject(planned) &&
        isValueObject(shown)
      ) {
        const { attributes } = attribute.nested;
        const inner = completePlan(attributes, planned, shown, at);
        differences.push(...inner.differences);
        return [name, inner.state];
      }
      // What the service computes by itself may differ from one day to another.
      const isPromised = attribute.mode !== "computed" ||
        bindingOf(attribute)?.computedFrom !== undefined;
      if (
        !isSame(planned, shown, attribute) && isPromised &&
        !isSameText(attribute, planned, shown)
      ) {
        const isHidden = holdsSensitive(attribute);
        differences.push({
          names: at,
          planned: isHidden ? undefined : planned,
          actual: isHidden ? undefined : shown,
        });
      }
      return [name, dropUnknowns(planned)];
    }),
  );
  return { state, differences };
}

/**
 * The attributes of a configuration that an object has otherwise than a plan, as
 * far as that is known.
 */
export function differencesFrom(
  { attributes }: Pick<Schema, "attributes">,
  planned: object,
  response: object,
): readonly string[] {
  // A plan is an object of values.
  const plan = planned as ValueObject;
  const actual = readState(attributes, response, plan);
  return completePlan(attributes, plan, actual).differences
    .filter(({ names: [name = ""] }) => attributes[name]?.mode !== "computed")
    .map(({ names }) => names.join("."));
}

/** Whether two texts mean the same. */
export function isSameText(
  { expression }: Attribute,
  a: unknown,
  b: unknown,
): boolean {
  return typeof a === "string" && typeof b === "string" &&
    expression?.semanticEquals?.(a, b) === true;
}

/** The value without unknown parts, of which nothing was returned. */
function dropUnknowns(value: Value): Value {
  return isUnknown(value) ? null : mapParts(value, dropUnknowns);
}

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

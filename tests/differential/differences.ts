/**
 * Differences between the answers of the two providers, and those that are
 * deliberate.
 *
 * @module
 */
import type {
  Attribute,
  Block,
} from "../../provider/framework/schema/attribute.ts";
import {
  type NestedObject,
  objectType,
  type Schema,
} from "../../provider/framework/schema/schema.ts";
import { equalValues } from "../../provider/framework/values/equal.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { isUnknown } from "../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  isValueArray,
  isValueObject,
  member,
  type Value,
} from "../../provider/framework/values/value.ts";
import { partType } from "../../provider/framework/values/walk.ts";
import type { Exchange } from "./life.ts";
import { identityType } from "./answers.ts";

type Steps = readonly (string | number)[];

/** One difference of two answers. */
export interface Difference {
  /** The part of the answer. */
  readonly part: "diagnostics" | "value" | "replaces" | "identity";
  /** The path in the object. */
  readonly path: Steps;
  /** The attribute or block there. */
  readonly item?: Attribute | Block | undefined;
  /** The value in this framework. */
  readonly ours: unknown;
  /** The value in Go. */
  readonly theirs: unknown;
}

/** A difference that is meant: a row of the page `go.md`. */
export interface DeliberateDifference {
  /** The subject, as the page has it. */
  readonly about: string;
  /** Set if a run may pass without it. */
  readonly rare?: true;
  /** Whether a difference is this one. */
  is(difference: Difference, exchange: Exchange): boolean;
}

/** All that are meant. */
export const deliberateDifferences: readonly DeliberateDifference[] = [
  {
    about: "A required attribute of a single block that is absent",
    is: ({ part }, { request, theirs }) =>
      part === "diagnostics" && request.call.startsWith("validate") &&
      theirs.says.includes("Missing Configuration for Required"),
  },
  {
    about: "A number that does not fit",
    is: ({ part }, { request, ours, theirs }) =>
      part === "diagnostics" && request.call.startsWith("validate") &&
      ours.diagnostics.some((line) => line.startsWith("error")) &&
      /Configuration Read Error|Unable to Convert/.test(theirs.says),
  },
  {
    about: "Elements of a set that are equal once they have their defaults",
    rare: true,
    is: ({ part }, { request, ours }) =>
      part === "diagnostics" && request.call === "plan" &&
      ours.says.includes("Duplicate elements of a set"),
  },
  {
    about: "A path that replaces, where nothing changes",
    is: ({ part, path, theirs }, exchange) =>
      part === "replaces" && exchange.request.call === "plan" &&
      theirs !== undefined &&
      (exchange.request.prior === null ||
        compareObjects(
          exchange.schema,
          exchange.request.prior,
          exchange.theirs.value ?? null,
        ).every((change) => !startsWith(change.path, path))),
  },
  {
    about: "Nested objects of a set",
    is: ({ path }, { schema, request }) =>
      request.call === "plan" && leadsToSet(schema, path),
  },
  {
    about: "An object or element that is removed",
    is: ({ part, path, theirs }, { ours: { value = null } }) =>
      part === "replaces" && theirs === undefined && at(value, path) ===
        undefined,
  },
  {
    about: "useStateForUnknown in a new object or element",
    is: ({ part, path, theirs }, { request }) =>
      request.call === "plan" && request.prior !== null &&
      at(request.prior, path) === undefined &&
      (part === "replaces" ? theirs === undefined : theirs === null),
  },
  {
    about: "A text that means the same",
    is: (difference, { request, theirs: { value = null } }) =>
      request.call === "plan" &&
      (isSameText(difference) ||
        difference.part === "replaces" && isSameText({
            ...difference,
            ours: at(request.prior, difference.path),
            theirs: at(value, difference.path),
          })),
  },
  {
    about: "Only such a text, or an object that is kept, differs",
    rare: true,
    is: ({ part }, { schema, request, ours: { value = null } }) =>
      part !== "diagnostics" && request.call === "plan" &&
      compareObjects(schema, request.prior, value).length === 0,
  },
  {
    about: "The identity in a plan that replaces",
    is: ({ part, ours, theirs }, { request, ours: { replaces = [] } }) =>
      part === "identity" && request.call === "plan" && ours === null &&
      theirs !== null && replaces.length > 0,
  },
  {
    about: "A write-only value in the state of an apply that failed",
    is: ({ item, ours }, { request }) =>
      request.call === "apply" && request.does.fail === true &&
      ours === null && item?.kind === "attribute" && item.writeOnly,
  },
  {
    about: "A null with a type of its own in a dynamic attribute",
    rare: true,
    is: ({ item, ours, theirs }, { request }) =>
      request.call === "plan" && item?.kind === "attribute" &&
      item.type === "dynamic" && isUnknown(ours) &&
      Dynamic.is(theirs) && theirs.value === null,
  },
];

/** All differences of an exchange. */
export function differencesOf(
  { schema, request, ours, theirs }: Exchange,
): readonly Difference[] {
  const found: Difference[] = [];
  const only = (a: readonly string[] = [], b: readonly string[] = []) =>
    a.filter((line) => !b.includes(line));
  const said = {
    ours: only(ours.diagnostics, theirs.diagnostics),
    theirs: only(theirs.diagnostics, ours.diagnostics),
  };
  if (said.ours.length + said.theirs.length > 0) {
    found.push({ part: "diagnostics", path: [], ...said });
  }
  const failed = [ours, theirs].some(({ diagnostics }) =>
    diagnostics.some((line) => line.startsWith("error"))
  );
  // Of what failed, the CLI looks at nothing but the state of an apply.
  if (failed && request.call !== "apply") return found;
  for (const line of only(ours.replaces, theirs.replaces)) {
    found.push({
      ...replacementAt(schema, line),
      ours: line,
      theirs: undefined,
    });
  }
  for (const line of only(theirs.replaces, ours.replaces)) {
    found.push({
      ...replacementAt(schema, line),
      ours: undefined,
      theirs: line,
    });
  }
  found.push(
    ...compareObjects(schema, ours.value ?? null, theirs.value ?? null),
  );
  const [a = null, b = null] = [ours.identity, theirs.identity];
  if (!equalValues(a, b, identityType)) {
    found.push({ part: "identity", path: [], ours: a, theirs: b });
  }
  return found;
}

/** The innermost parts in which two objects differ; sets are compared whole. */
function compareObjects(
  schema: Schema,
  ours: Value,
  theirs: Value,
): readonly Difference[] {
  const found: Difference[] = [];
  const compare = (a: Value, b: Value, type: Type, path: Steps) => {
    if (equalValues(a, b, type)) return;
    const steps = stepsInto(a, b, type);
    for (const step of steps ?? []) {
      const inner = partType(type, step) ?? "dynamic";
      const [left = null, right = null] = [at(a, [step]), at(b, [step])];
      compare(left, right, inner, [...path, step]);
    }
    if (steps !== undefined) return;
    const item = itemsOn(schema, path).at(-1);
    found.push({ part: "value", path, item, ours: a, theirs: b });
  };
  compare(ours, theirs, objectType(schema), []);
  return found;
}

/** The steps that lead into both; undefined: they differ as a whole. */
function stepsInto(a: Value, b: Value, type: Type): Steps | undefined {
  if (type === "dynamic" || type[0] === "set") return undefined;
  if (isValueArray(a) && isValueArray(b)) {
    return a.length === b.length ? [...a.keys()] : undefined;
  }
  if (!isValueObject(a) || !isValueObject(b)) return undefined;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name))
    ? names
    : undefined;
}

function isSameText({ item, ours, theirs }: Difference): boolean {
  return item?.kind === "attribute" && typeof ours === "string" &&
    typeof theirs === "string" &&
    item.expression?.semanticEquals?.(ours, theirs) === true;
}

function startsWith(path: Steps, start: Steps): boolean {
  return start.every((step, i) => step === path[i]);
}

/** Returns the value at a path, or undefined if its parent is absent. */
function at(value: Value, path: Steps): Value | undefined {
  let found: Value | undefined = value;
  for (const step of path) {
    found = isValueArray(found) && typeof step === "number"
      ? found[step]
      : isValueObject(found)
      ? member(found, String(step))
      : undefined;
  }
  return found;
}

/** The attributes and blocks on a path. */
function itemsOn(schema: Schema, path: Steps): readonly (Attribute | Block)[] {
  const items: (Attribute | Block)[] = [];
  let type: Type | undefined = objectType(schema);
  let holder: NestedObject | undefined = schema;
  for (const step of path) {
    const isObject = type?.[0] === "object";
    type = type && partType(type, step);
    if (!isObject || holder === undefined) continue;
    const item: Attribute | Block | undefined = holder.attributes[step] ??
      holder.blocks?.[step];
    if (item !== undefined) items.push(item);
    holder = item?.kind === "block" ? item : item?.nested;
  }
  return items;
}

function leadsToSet(schema: Schema, path: Steps): boolean {
  return itemsOn(schema, path).some((item) =>
    (item.kind === "block" ? item.nesting : item.nested?.nesting) === "set"
  );
}

/** Returns the difference at a path that a plan names in `requires_replace`. */
function replacementAt(
  schema: Schema,
  line: string,
): Pick<Difference, "part" | "path" | "item"> {
  const path = Array.from(
    line.matchAll(/([a-z_]+)|\[([^\]]+)\]/g),
    ([, name, key = "0"]): string | number => name ?? JSON.parse(key),
  );
  return { part: "replaces", path, item: itemsOn(schema, path).at(-1) };
}

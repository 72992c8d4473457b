/**
 * The second step of a plan: plan modifiers, outer attributes before inner
 * ones, what they refer to before them.
 *
 * @module
 */

import { emptyObject } from "../../schema/pair.ts";
import { follow, type Reference } from "../../schema/reference.ts";
import {
  type Items,
  itemsOf,
  nestedIn,
  type NestedObject,
  objectType,
} from "../../schema/schema.ts";
import {
  descend,
  type Part,
  type Versions,
  type Visitor,
  walkSchema,
} from "../../schema/walk_schema.ts";
import type { Attribute, Block } from "../../schema/attribute.ts";
import type { PlanModifierContext } from "../../schema/rules.ts";
import { equalValues } from "../../values/equal.ts";
import { memoize } from "../../values/memoize.ts";
import type { Path } from "../../values/path.ts";
import { isUnknown } from "../../values/unknown.ts";
import {
  copyOf,
  isValueObject,
  isWhollyKnown,
  type MutableRecord,
  record,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import { typeAt } from "../../values/walk.ts";
import type { GivenNames } from "./given_values.ts";
import type { SetPairs } from "./propose.ts";

export interface ModifiedPlan {
  readonly planned: ValueObject;
  /** Paths whose change replaces the resource. */
  readonly requiresReplace: readonly Path[];
}

/** The values that a plan is made of, and the plan so far. */
interface PlanValues {
  readonly config: ValueObject;
  /** The state; null: the resource is created. */
  readonly prior: ValueObject | null;
  /** The plan as {@linkcode proposePlan} made it. It is changed in place. */
  readonly planned: ValueObject;
}

type ModifierVersion = "config" | "prior" | "planned";

/** Arguments of plan modifiers besides values. */
type ModifierServices = Pick<
  PlanModifierContext,
  "privateState" | "diagnostics"
>;

/**
 * Runs the plan modifiers of all attributes. Throws what they throw.
 *
 * @param given What they don't plan: the values that the resource gave.
 */
export function* modifyPlan(
  schema: NestedObject,
  { config, prior, planned }: PlanValues,
  pairs: SetPairs,
  { privateState, diagnostics }: ModifierServices,
  given: GivenNames,
): Generator<undefined, ModifiedPlan> {
  const requiresReplace: Path[] = [];
  const services = { privateState, diagnostics };
  const values = { config, prior, planned };
  const roots = { schema, ...values, services, requiresReplace, given };
  const visitor: Visitor<ModifierVersion> = {
    primary: "planned",
    alsoVisit: "prior",
    order: orderOf,
    attribute(attribute, part, name) {
      const values = runModifiers(attribute, name, part, roots);
      return attribute.nested === undefined ? null : descend(values);
    },
    block: (block, part, name) =>
      descend(runModifiers(block, name, part, roots)),
    object(item, { values }) {
      if (isValueObject(values.planned)) return descend(values);
      // An object that is removed, or perhaps removed: its modifiers are asked
      // whether that replaces the resource, and what they plan is dropped.
      const isRemoved = values.planned === null || isUnknown(values.config);
      if (!isValueObject(values.prior) || !isRemoved) return null;
      const holder = nestedIn(item);
      return holder === undefined ? null : descend({
        ...values,
        planned: removedObject(holder, values.planned),
      });
    },
    pair: (nested, values) => pairs.ofPlanned(nested, values),
  };
  yield* walkSchema(schema, values, visitor);
  return { planned, requiresReplace };
}

interface Roots extends PlanValues {
  readonly schema: NestedObject;
  readonly services: ModifierServices;
  readonly requiresReplace: Path[];
  readonly given: GivenNames;
}

/** Runs the modifiers of one attribute or block and writes what they plan. */
function runModifiers(
  item: Attribute | Block,
  name: string,
  part: Part<ModifierVersion>,
  roots: Roots,
): Versions<ModifierVersion> {
  if (item.planModifiers.length === 0) return part.values;
  const isLeaf = item.kind === "attribute" && item.nested === undefined;
  const isWriteOnly = item.kind === "attribute" && item.writeOnly;
  const { prior = null, planned: holder = null } = part.parent?.values ?? {};
  const parentState = isValueObject(prior) ? prior : null;
  if (!isValueObject(holder)) return part.values;
  const parentPlan: MutableRecord = holder;
  const isGiven = roots.given.get(holder)?.has(name) === true;
  let { planned } = part.values;
  for (const modifier of item.planModifiers) {
    const result = modifier.modify({
      ...roots.services,
      path: part.path,
      isOptional: item.kind === "block" || item.optional,
      config: part.values.config,
      prior: part.values.prior,
      planned,
      parentState,
      parentPlan,
      configRoot: roots.config,
      priorRoot: roots.prior,
      plannedRoot: roots.planned,
      changes: (reference) =>
        isChangedAttribute(
          reference,
          part.path,
          roots,
          parentState,
          parentPlan,
        ),
    });
    const isOther = result?.planned !== undefined && result.planned !== planned;
    if (isOther && !isGiven) {
      // Modifiers of inner attributes write into what is planned here.
      planned = isLeaf ? result.planned : copyOf(result.planned);
      parentPlan[name] = planned;
    }
    // A write-only value is in no state, so that a change can't be seen.
    if (result?.requiresReplace === true && !isWriteOnly) {
      roots.requiresReplace.push(part.path);
    }
  }
  return { ...part.values, planned };
}

/** Whether what a reference leads to differs between state and plan. */
function isChangedAttribute(
  reference: Reference,
  path: Path,
  { schema, prior, planned }: Roots,
  parentState: ValueObject | null,
  parentPlan: ValueObject,
): boolean {
  if (prior === null || parentState === null) return true;
  const after = follow(reference, { path, holder: parentPlan, root: planned });
  const before = follow(reference, { path, holder: parentState, root: prior });
  const type = typeAt(objectType(schema), after.path);
  return type === undefined || !isWhollyKnown(after.value) ||
    !equalValues(before.value, after.value, type);
}

/** The plan of what is in an object that is removed, or perhaps removed. */
function removedObject(holder: NestedObject, planned: Value): ValueObject {
  const absent = emptyObject(holder);
  return isUnknown(planned)
    ? record(Object.keys(absent).map((name) => [name, planned]))
    : absent;
}

/** The items of an object, each behind what its modifiers refer to. */
const orderOf: (holder: NestedObject) => Items = memoize((holder) => {
  const items = new Map(itemsOf(holder));
  const ordered = new Map<string, Attribute | Block>();
  const begun = new Set<string>();
  const put = (name: string, item: Attribute | Block | undefined) => {
    if (item === undefined || begun.has(name)) return;
    begun.add(name);
    for (const source of sourcesOf(item, 0)) put(source, items.get(source));
    ordered.set(name, item);
  };
  for (const [name, item] of items) put(name, item);
  return [...ordered];
});

/**
 * The names of what an attribute or block, or what is in it, refers to. A name
 * from the top of the schema counts in every object: one too many only changes
 * the order.
 *
 * @param depth The number of objects between it and the one of the names.
 */
function sourcesOf(item: Attribute | Block, depth: number): readonly string[] {
  const own = item.planModifiers.flatMap(({ references = [] }) =>
    references.flatMap((reference) => {
      const parts = reference.split("/");
      const outer = parts.filter((part) => part === "..").length;
      return reference.startsWith("/")
        ? parts.slice(1, 2)
        : outer === depth
        ? parts.slice(outer, outer + 1)
        : [];
    })
  );
  const nested = nestedIn(item);
  return nested === undefined ? own : [
    ...own,
    ...itemsOf(nested).flatMap(([, inner]) => sourcesOf(inner, depth + 1)),
  ];
}

/**
 * Plans from a schema's bindings: computed values that stay, replacements, and
 * what cannot be cleared.
 *
 * @module
 */

import { type Diagnostics, failure } from "../diagnostics.ts";
import type { Attribute, Attributes } from "../schema/attribute.ts";
import type { Path } from "../values/path.ts";
import { isUnknown, unknown } from "../values/unknown.ts";
import {
  isValueObject,
  member,
  record,
  type Value,
  type ValueObject,
} from "../values/value.ts";
import { bindingOf } from "./binding.ts";
import {
  type DataAtRisk,
  isChanged,
  type Outcome,
  outcomeOf,
  shownNames,
  type Transition,
} from "./life.ts";
import { withDerived } from "./state.ts";
import {
  childrenOf,
  type Entry,
  isLocal,
  isSame,
  isWithin,
  pathOf,
  type Table,
  valueNamed,
} from "./table.ts";

/** Context for judging a change of an object. */
export interface ChangeContext {
  /** The bindings of its attributes. */
  readonly table: Table;
  /** The object, as messages name it. */
  readonly label: string;
  /** Whether the state knows about an attribute; see `seenBy`. */
  isSeen(entry: Entry): boolean;
  /** Data that a replacement would destroy; undefined: none. */
  readonly dataAtRisk: DataAtRisk | undefined;
}

/** Input of a plan. */
export interface PlanInput extends ChangeContext {
  /** The attributes of the schema. */
  readonly attributes: Attributes;
  /** The configuration. */
  readonly config: ValueObject;
  /** The state; null: the object is created. */
  readonly prior: ValueObject | null;
  /** The plan so far. */
  readonly planned: ValueObject;
  /** Values by dotted path that the resource decides if not configured. */
  readonly plannedValues: Readonly<Record<string, Value | undefined>>;
  /** Whether an update is due although nothing differs. */
  readonly needsUpdate: boolean;
  /** Collects the errors of the plan. */
  readonly diagnostics: Diagnostics;
}

/** A plan. */
export interface BoundPlan {
  /** The planned values. */
  readonly planned: ValueObject;
  /** Attributes that cannot be changed in place. */
  readonly requiresReplace: readonly Path[];
  /** Whether an object that exists has to be changed at the service. */
  readonly isUpdate: boolean;
}

/**
 * Plans an object.
 *
 * 1. A computed value that is not configured keeps its prior value, unless
 *    something that it depends on changes.
 * 2. What cannot be sent replaces the object, or is refused; see life.ts.
 */
export function planBound(input: PlanInput): BoundPlan {
  const { table, prior } = input;
  if (prior === null) {
    const planned = keepPriorValues(input, () => false);
    return { planned, requiresReplace: [], isUpdate: false };
  }
  const kept = keepPriorValues(input, () => true);
  const changed = table.filter(({ names, attribute }) =>
    !isSame(valueNamed(prior, names), valueNamed(kept, names), attribute)
  );
  const isIdle = !input.needsUpdate &&
    changed.every((entry) =>
      isLocal(entry.binding) && entry.binding.version === undefined &&
        !isVersion(entry, table) ||
      entry.attribute.writeOnly || entry.attribute.mode === "computed" ||
      outcomeOf(entry, { prior, plan: kept }, input.isSeen(entry)) === "adopted"
    );
  const planned = keepPriorValues(input, (attribute, before) => {
    // What was not there may come with any change.
    if (before === null && attribute.mode === "computed") return isIdle;
    const dependsOn = bindingOf(attribute)?.dependsOn ?? [];
    if (dependsOn === "update") return isIdle;
    return !changed.some(({ names }) =>
      dependsOn.some((name) => isWithin(names, name.split(".")))
    );
  });
  return {
    planned,
    requiresReplace: replacements(input, { prior, plan: planned }),
    isUpdate: !isIdle,
  };
}

/** Whether an attribute is the version of a write-only one. */
function isVersion({ names }: Entry, table: Table): boolean {
  return table.some(({ binding, names: twin }) =>
    binding.version !== undefined &&
    isWithin(names, [...twin.slice(0, -1), binding.version])
  );
}

type KeepsPrior = (attribute: Attribute, before: Value) => boolean;

/** The plan in which computed values are prior ones, where `keeps` says so. */
function keepPriorValues(input: PlanInput, keeps: KeepsPrior): ValueObject {
  const { attributes, config, prior, planned } = input;
  return withDerived(
    attributes,
    objectOf(attributes, config, prior, planned, []),
  );

  function objectOf(
    attributes: Attributes,
    config: Value,
    prior: ValueObject | null,
    planned: ValueObject,
    names: readonly string[],
  ): ValueObject {
    return record(
      Object.entries(attributes).map(([name, attribute]) => {
        const configured = valueNamed(config, [name]);
        const before = prior === null ? null : member(prior, name) ?? null;
        const after = member(planned, name) ?? null;
        const at = [...names, name];
        const isOpen = attribute.computed && attribute.mode !== "defaulted" &&
          configured === null;
        const decided = isOpen ? input.plannedValues[at.join(".")] : undefined;
        if (decided !== undefined) return [name, decided];
        const children = childrenOf(attribute);
        if (children !== undefined && !isOpen && isValueObject(after)) {
          const holder = isValueObject(before) ? before : null;
          return [name, objectOf(children, configured, holder, after, at)];
        }
        if (!isOpen) return [name, after];
        // The parts of a new object are for the service to say, if it does.
        if (prior === null) {
          return [name, isNeverShown(attribute) ? null : unknown];
        }
        return [name, keeps(attribute, before) ? before : unknown];
      }),
    );
  }
}

/** Whether only the configuration ever tells the value. */
function isNeverShown(attribute: Attribute): boolean {
  const binding = bindingOf(attribute);
  return binding?.write !== undefined && binding.read === undefined;
}

/** Outcomes of the attributes that change. */
function outcomes(
  { table, isSeen }: ChangeContext,
  transition: Transition,
): readonly (readonly [Entry, Outcome])[] {
  const isGone = ({ names, binding }: Entry) =>
    binding.change !== "immutable" &&
    table.some((parent) =>
      parent.isParent && parent.names.length < names.length &&
      isWithin(names, parent.names) && isChanged(parent, transition) &&
      valueNamed(transition.plan, parent.names) === null
    );
  return table.flatMap((entry) => {
    const outcome = outcomeOf(entry, transition, isSeen(entry));
    // An attribute of an object that is removed goes with it.
    return outcome === undefined || isGone(entry) ? [] : [[entry, outcome]];
  });
}

/** Says what cannot be sent; returns what replaces the object. */
function replacements(input: PlanInput, transition: Transition): Path[] {
  const { label, dataAtRisk, diagnostics } = input;
  const paths: Path[] = [];
  const refuse = (path: Path, [title, detail]: readonly [string, string]) =>
    diagnostics.addError(title, detail, path);
  for (const [entry, outcome] of outcomes(input, transition)) {
    const names = shownNames(entry);
    const path = pathOf(names);
    const isOpen = isUnknown(valueNamed(transition.plan, names));
    if (outcome === "refused") refuse(path, cannotRemove(names));
    if (outcome === "adopted") {
      diagnostics.addWarning(
        `${names.join(".")} of ${label} is taken as it is configured`,
        "No response of the API shows it, and it cannot be changed. The state " +
          "comes from an import or from elsewhere, so nobody knows the value " +
          "that is there: what is configured goes into the state, and nothing " +
          "is sent. A replacement would set it.",
        path,
      );
    }
    if (outcome !== "replaced") continue;
    if (dataAtRisk === undefined) paths.push(path);
    else if (dataAtRisk.mayBeLost) {
      paths.push(path);
      diagnostics.addWarning(
        `A change of ${names.join(".")} replaces ${label}`,
        "The API cannot change it, so it is deleted and created again. It " +
          `holds ${dataAtRisk.description}: that will be gone, and nobody can undo it.`,
        path,
      );
    } // What is not known yet is judged when it is.
    else if (!isOpen) refuse(path, cannotChange(names, label, dataAtRisk));
  }
  return paths;
}

/**
 * Refuses an update of what only a replacement could change: a plan that did
 * not know the value could not say so.
 *
 * @throws {DiagnosticsError} For the first attribute of that kind.
 */
export function assertSendable(
  input: ChangeContext,
  transition: Transition,
): void {
  for (const [entry, outcome] of outcomes(input, transition)) {
    const names = shownNames(entry);
    const error = outcome === "refused"
      ? cannotRemove(names)
      : outcome === "replaced" && input.dataAtRisk !== undefined
      ? cannotChange(names, input.label, input.dataAtRisk)
      : undefined;
    if (error !== undefined) throw failure(...error, pathOf(names));
  }
}

function cannotRemove(names: readonly string[]): readonly [string, string] {
  return [
    `${names.join(".")} cannot be removed`,
    "The API has no way to clear it. Put the attribute back, or set another " +
    "value.",
  ];
}

function cannotChange(
  names: readonly string[],
  label: string,
  {
    description,
    consent =
      "destroy the resource first (`terraform destroy -target=ADDRESS`), then apply",
  }: DataAtRisk,
): readonly [string, string] {
  return [
    `${names.join(".")} of ${label} cannot be changed`,
    `The API cannot change it, so ${label} would have to be deleted and ` +
    `created again. It holds ${description}: that would be gone. Undo the change; if ` +
    `it may be lost, ${consent}.`,
  ];
}

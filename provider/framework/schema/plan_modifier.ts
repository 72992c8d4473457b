/**
 * Plan modifiers: rules of the planned value of one attribute.
 *
 * @module
 */

import type { Path } from "../values/path.ts";
import type { Value, ValueObject } from "../values/value.ts";
import type { Reference } from "./reference.ts";

/** What a plan modifier decides upon. */
export interface PlanModifierContext {
  /** The attribute. */
  readonly path: Path;
  /** Its configured value; may be unknown. */
  readonly config: Value;
  /** Its value in the state; null when the resource is created. */
  readonly prior: Value;
  /** Its planned value so far; unknown when the provider will compute it. */
  readonly planned: Value;
  /**
   * The state of the object that holds the attribute; null when that object
   * is new, such as an element that was added to a list.
   */
  readonly parentState: ValueObject | null;
  /** The plan of the object that holds the attribute, so far. */
  readonly parentPlan: ValueObject;
  /** The whole configuration. */
  readonly configRoot: ValueObject;
  /** The whole state; null when the resource is created. */
  readonly priorRoot: ValueObject | null;
  /** The whole plan as the rules before this one left it. */
  readonly plannedRoot: ValueObject;
  /**
   * Whether another attribute differs between state and plan, as the rules
   * before this one left it: true too for what is new or not wholly known.
   */
  changes(reference: Reference): boolean;
}

/** What a plan modifier decides. An absent part leaves things as they are. */
export interface PlanModifierResult {
  /** The planned value instead of the one so far. */
  readonly planned?: Value;
  /** Whether a change of the attribute replaces the resource. */
  readonly requiresReplace?: boolean;
}

/**
 * A rule of the planned value of one attribute.
 *
 * 1. It runs when a resource is created or updated, outer attributes before
 *    inner ones, in the order of declaration.
 * 2. It must give the same answer in plan and apply: no clock, no network.
 * 3. A configured value must be left as it is, or be replaced by the prior one.
 */
export interface PlanModifier {
  /** What the rule does, for the documentation. */
  readonly description: string;
  /** The other attributes that it looks at, for `verify`. */
  readonly references?: readonly Reference[];
  /** Whether every change replaces the resource, for `verify`. */
  readonly alwaysReplaces?: true;
  /** Decides upon the attribute; undefined: nothing to decide. */
  modify(context: PlanModifierContext): PlanModifierResult | undefined;
}

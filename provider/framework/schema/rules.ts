import type { Diagnostics } from "../diagnostics.ts";
import type { Path } from "../values/path.ts";
import type { Type } from "../values/type.ts";
import type { Json, Value, ValueObject } from "../values/value.ts";
import type { Reference } from "./reference.ts";

/** Arguments of a validator besides the value. */
export interface ValidatorContext {
  /** The attribute that holds the value. */
  readonly path: Path;
  /** The type of the value. */
  readonly type: Type;
  /** Whether messages must not show the value. */
  readonly sensitive: boolean;
  /**
   * Whether it is a collection and some of its elements are unknown; default
   * `false`.
   */
  readonly hasUnknownParts?: boolean;
  /**
   * The object that holds the attribute; unknown values possible anywhere.
   * Inside a set no path leads to it.
   */
  readonly holder: ValueObject;
  /** The whole configuration; unknown values possible anywhere. */
  readonly config: ValueObject;
  /** Collects the errors of the validator. */
  readonly diagnostics: Diagnostics;
}

/**
 * A check of one attribute.
 *
 * 1. It is called with known, non-null values only. A leaf is wholly known; a
 *    nested object may hold unknown attributes.
 * 2. With `acceptsUnknownParts` it is called for collections that hold
 *    unknown elements, too.
 * 3. With `onAbsent` it is called for null values too, as `undefined`.
 * 4. It must not ask the network.
 */
export interface Validator<T> {
  /** Expectation for the documentation, such as `at least 1`. */
  readonly description: string;
  /** Set: it is called for an absent value too. */
  readonly onAbsent?: true;
  /**
   * Set: it checks the known elements and keys of a collection whose other
   * elements are `Unknown`; it must not complain of those. Default: it waits
   * until all are known.
   */
  readonly acceptsUnknownParts?: true;
  /** The other attributes that it looks at, for `verify`. */
  readonly references?: readonly Reference[];
  /**
   * Set: it only makes sense among attributes that may be absent, for `verify`.
   */
  readonly optionalOnly?: true;
  /** Checks the value and adds an error for each thing that is wrong. */
  validate(value: T, context: ValidatorContext): void;
}

/** A check of a whole configuration. */
export interface ConfigValidator extends Pick<Validator<never>, "description"> {
  /** Checks the configuration and adds an error for each thing that is wrong. */
  validate(config: ValueObject, diagnostics: Diagnostics): void;
}

/** Values that a plan modifier decides upon. */
export interface PlanModifierContext {
  /** The attribute. */
  readonly path: Path;
  /** Whether a configuration may have it. */
  readonly isOptional: boolean;
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
  /** Private state of the resource. */
  readonly privateState: {
    /** The value kept under a key; undefined: none. */
    get(key: string): Json | undefined;
  };
  /** Collects the warnings of the modifier, and errors that stop the plan. */
  readonly diagnostics: Diagnostics;
}

/** Decision of a plan modifier. An absent part leaves things as they are. */
export interface PlanModifierResult {
  /** The planned value instead of the one so far. */
  readonly planned?: Value;
  /** Whether a change of the attribute replaces the resource. */
  readonly requiresReplace?: boolean;
}

/**
 * A rule of the planned value of one attribute or block.
 *
 * 1. It runs when a resource is created or updated, outer attributes before
 *    inner ones, what it refers to before it, else in the order of declaration.
 * 2. It must give the same answer in plan and apply: no clock, no network.
 * 3. A configured value must be left as it is, or be replaced by the prior one.
 * 4. An error that it throws, or adds to the diagnostics, stops the plan.
 */
export interface PlanModifier {
  /**
   * The other attributes whose plan it looks at: that plan is made before,
   * wherever they are declared.
   */
  readonly references?: readonly Reference[];
  /** The other attributes whose configuration it looks at, for `verify`. */
  readonly configReferences?: readonly Reference[];
  /** Set: every change replaces the resource, for `verify`. */
  readonly alwaysReplaces?: true;
  /**
   * Whether the attribute keeps its value when it is taken out of the
   * configuration, nested objects that were configured too.
   */
  readonly keepsState?: boolean;
  /** Makes the value of those of `references`, as in a state without a plan. */
  readonly compute?:
    | ((...values: Value[]) => Value | undefined)
    | undefined;
  /** Set: an update knows the value: {@linkcode KnownInUpdate}. */
  readonly knownInUpdate?: true;
  /** Decides upon the attribute; undefined: nothing to decide. */
  modify(context: PlanModifierContext): PlanModifierResult | undefined;
}

/**
 * A plan modifier that leaves nothing unknown of what exists: an attribute of
 * the resource itself that has it is known to `update`.
 */
export interface KnownInUpdate extends PlanModifier {
  /** See {@linkcode PlanModifier}. */
  readonly knownInUpdate: true;
}

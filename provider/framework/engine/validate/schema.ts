/**
 * What a schema implies for a configuration, and what its validators say.
 *
 * @module
 */

import type { Diagnostics } from "../../diagnostics.ts";
import type { Attribute } from "../../schema/attribute.ts";
import type { Block, BlockNesting } from "../../schema/block.ts";
import { blockModelType } from "../../schema/schema.ts";
import type { Validator } from "../../schema/rules.ts";
import {
  type Inside,
  inside,
  type Part,
  type Visitor,
} from "../../schema/zip.ts";
import { parseDuration } from "../../timeouts.ts";
import type { Path } from "../../values/path.ts";
import type { Type } from "../../values/type.ts";
import { isUnknown } from "../../values/unknown.ts";
import {
  isNull,
  isUnknownValue,
  isValueObject,
  isWhollyKnown,
  partsOf,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import { failureOf } from "../errors.ts";
import { expressionErrors, nullNotAllowed } from "./expression.ts";

/** One validation of a configuration. */
export interface Validation {
  /** The whole configuration as an author sees it. */
  readonly model: ValueObject;
  /** Whether write-only attributes may be configured. */
  readonly writeOnlyAllowed: boolean;
  /** Where errors and warnings end up. */
  readonly diagnostics: Diagnostics;
}

/** The values as they came, and as an author sees them. */
type Version = "config" | "model";
type ConfigPart = Part<Version>;
type Checked = Inside<Version> | null;

/** Checks the attributes and blocks of a configuration on a walk. */
export class ConfigValidation implements Visitor<Version> {
  readonly lead = "config";
  /** Whether the schema itself is not obeyed. */
  rejected = false;
  readonly #run: Validation;
  /** Attributes whose values messages must not show. */
  readonly #secret = new WeakSet<ConfigPart>();

  constructor(run: Validation) {
    this.#run = run;
  }

  attribute(attribute: Attribute, part: ConfigPart): Checked {
    const { config: value } = part.values;
    const { nested, type, validators } = attribute;
    const sensitive = attribute.sensitive || attribute.writeOnly ||
      this.#isInSecret(part);
    if (sensitive && nested !== undefined) this.#secret.add(part);
    const place = { part, type, sensitive };
    if (isNull(value)) {
      this.#absent(attribute, place);
      return null;
    }
    if (attribute.writeOnly && !this.#run.writeOnlyAllowed) {
      this.#reject(
        part.path,
        "Write-only attribute not supported",
        `This version of the CLI can't keep \`${part.path}\` out of the state. ` +
          "Use Terraform or OpenTofu from 1.11, or remove the attribute.",
      );
    }
    if (!attribute.required && !attribute.optional) {
      this.#reject(
        part.path,
        "Read-only attribute",
        `\`${part.path}\` is set by the provider. Remove it from the ` +
          "configuration.",
      );
      return null;
    }
    if (isUnknownValue(value)) return null;
    this.#warnDeprecated(attribute, part);
    if (nested === undefined) {
      if (this.#fits(attribute, place) && isWhollyKnown(value)) {
        this.#runValidators(validators, part.values.model, place);
      }
      return null;
    }
    const elements = elementsIn(nested.nesting, value);
    if (!elements.some((element) => element === null || isUnknown(element))) {
      this.#runValidators(validators, part.values.model, place);
    }
    if (attribute.timeouts !== undefined) {
      this.#checkTimeouts(value, part.path);
    }
    return inside(part.values);
  }

  block(block: Block, part: ConfigPart): Checked {
    const { config: value } = part.values;
    // A dynamic block over an unknown collection: nothing can be said yet.
    if (isUnknown(value)) return null;
    const place = { part, type: blockModelType(block), sensitive: false };
    const elements = value === null ? [] : elementsIn(block.nesting, value);
    this.#checkCount(block, elements.length, part);
    if (block.nesting !== "group" && elements.length > 0) {
      this.#warnDeprecated(block, part);
    }
    if (value === null) {
      this.#runValidators(block.validators, undefined, place);
      return null;
    }
    if (!elements.some(isUnknown)) {
      this.#runValidators(block.validators, part.values.model, place);
    }
    if (block.timeouts !== undefined) {
      this.#checkTimeouts(value, part.path);
    }
    return inside(part.values);
  }

  object(item: Attribute | Block, part: ConfigPart): Checked {
    if (isValueObject(part.values.config)) return inside(part.values);
    if (item.kind === "attribute" && part.values.config === null) {
      this.#rejectValue(part.path, nullNotAllowed);
    }
    return null;
  }

  #isInSecret(part: ConfigPart): boolean {
    for (let at = part.parent; at !== undefined; at = at.parent) {
      if (this.#secret.has(at)) return true;
    }
    return false;
  }

  #absent(attribute: Attribute, place: Validated): void {
    if (attribute.required) {
      const { path } = place.part;
      const detail = `\`${path}\` is required. Give it a value.`;
      this.#reject(path, "Missing required attribute", detail);
    }
    this.#runValidators(attribute.validators, undefined, place);
  }

  #fits(
    { expression }: Attribute,
    { part, sensitive }: Validated,
  ): boolean {
    if (expression === undefined) return true;
    const { config: value } = part.values;
    const errors = expressionErrors(value, expression, part, sensitive);
    for (const { path, message } of errors) {
      this.#rejectValue(path, message);
    }
    return errors.length === 0;
  }

  /**
   * Runs validators; one that throws does not keep the others from running.
   * Without a value those are run that ask for that.
   */
  #runValidators(
    validators: readonly Validator<unknown>[],
    value: unknown,
    { part, type, sensitive }: Validated,
  ): void {
    const { model: config, diagnostics } = this.#run;
    const holder = part.parent?.values.model ?? null;
    for (const validator of validators) {
      if (value === undefined && validator.onAbsent !== true) continue;
      try {
        validator.validate(value, {
          get path() {
            return part.path;
          },
          holder: isValueObject(holder) ? holder : config,
          type,
          sensitive,
          config,
          diagnostics,
        });
      } catch (error) {
        const failed = failureOf(`validate ${part.path}`, error);
        diagnostics.append(failed.diagnostics);
      }
    }
  }

  #checkCount({ minItems, maxItems }: Block, count: number, part: ConfigPart) {
    const isShort = count < minItems;
    if (!isShort && (maxItems === 0 || count <= maxItems)) return;
    const bound = isShort ? minItems : maxItems;
    const blocks = `${part.path} ${bound === 1 ? "block is" : "blocks are"}`;
    this.#reject(
      part.path,
      isShort ? "Too few blocks" : "Too many blocks",
      isShort
        ? `At least ${bound} ${blocks} required, not ${count}.`
        : `At most ${bound} ${blocks} allowed, not ${count}.`,
    );
  }

  /** Checks that time limits are durations. */
  #checkTimeouts(value: Value, around: Path): void {
    const limits = isValueObject(value) ? value : {};
    for (const [name, text] of Object.entries(limits)) {
      if (typeof text !== "string") continue;
      let problem = " must be longer than zero";
      try {
        if (parseDuration(text) > 0) continue;
      } catch (error) {
        problem = `: ${error instanceof Error ? error.message : error}`;
      }
      const path = around.attribute(name);
      this.#reject(path, "Invalid duration", `\`${path}\`${problem}.`);
    }
  }

  /** Adds an error because the schema itself is not obeyed. */
  #reject(path: Path, summary: string, detail: string): void {
    this.rejected = true;
    this.#run.diagnostics.addError(summary, detail, path);
  }

  #rejectValue(path: Path, message: string): void {
    this.#reject(path, "Invalid attribute value", `\`${path}\` ${message}`);
  }

  #warnDeprecated({ kind, deprecated }: Attribute | Block, part: ConfigPart) {
    if (deprecated === undefined) return;
    this.#run.diagnostics.addWarning(
      `Deprecated ${kind}`,
      deprecated,
      part.path,
    );
  }
}

interface Validated {
  readonly part: ConfigPart;
  readonly type: Type;
  /** Whether messages must not show the value. */
  readonly sensitive: boolean;
}

/** The nested objects of a value that is there. */
function elementsIn(nesting: BlockNesting, value: Value): readonly Value[] {
  return nesting === "single" || nesting === "group"
    ? [value]
    : Array.from(partsOf(value), ([, element]) => element);
}

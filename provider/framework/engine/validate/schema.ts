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
  elementsOf,
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
  isValueObject,
  isWhollyKnown,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import { failureOf } from "../errors.ts";
import { expressionErrors, nullNotAllowed } from "./expression.ts";

/** One validation of a configuration. */
export interface Validation {
  /** The whole configuration. */
  readonly config: ValueObject;
  /** Whether write-only attributes may be configured. */
  readonly writeOnlyAllowed: boolean;
  /** Where errors and warnings of validators end up. */
  readonly diagnostics: Diagnostics;
  /** Adds an error because the schema itself is not obeyed. */
  readonly reject: (summary: string, detail: string, path: Path) => void;
}

type ConfigPart = Part<"config">;
type Checked = Inside<"config"> | null;

/** Checks the attributes and blocks of a configuration on a walk. */
export class ConfigValidation implements Visitor<"config"> {
  readonly lead = "config";
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
    if (value === null) {
      this.#absent(attribute, place);
      return null;
    }
    if (attribute.writeOnly && !this.#run.writeOnlyAllowed) {
      this.#run.reject(
        "Write-only attribute not supported",
        `This version of Terraform can't keep \`${part.path}\` out of the state. ` +
          "Use Terraform 1.11 or newer, or remove the attribute.",
        part.path,
      );
    }
    if (isUnknown(value)) return null;
    if (!attribute.required && !attribute.optional) {
      this.#run.reject(
        "Read-only attribute",
        `\`${part.path}\` is set by the provider. Remove it from the ` +
          "configuration.",
        part.path,
      );
      return null;
    }
    this.#warnDeprecated(attribute, part);
    if (nested === undefined) {
      if (this.#fits(attribute, place) && isWhollyKnown(value)) {
        this.#runValidators(validators, value, place);
      }
      return null;
    }
    const elements = elementsIn(nested.nesting, value);
    if (!elements.some((element) => element === null || isUnknown(element))) {
      this.#runValidators(validators, value, place);
    }
    if (attribute.timeouts !== undefined) {
      validateTimeouts(value, part.path, this.#run);
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
      const onAbsent = block.validators.filter((item) => item.onAbsent);
      this.#runValidators(onAbsent, undefined, place);
      return null;
    }
    if (!elements.some(isUnknown)) {
      this.#runValidators(block.validators, value, place);
    }
    if (block.timeouts !== undefined) {
      validateTimeouts(value, part.path, this.#run);
    }
    return inside(part.values);
  }

  object(item: Attribute | Block, part: ConfigPart): Checked {
    if (isValueObject(part.values.config)) return inside(part.values);
    if (item.kind === "attribute" && part.values.config === null) {
      this.#run.reject(
        "Invalid attribute value",
        `\`${part.path}\` ${nullNotAllowed}`,
        part.path,
      );
    }
    return null;
  }

  pair(_: unknown, { config }: ConfigPart["values"]) {
    return elementsOf(config).map((config) => ({ config }));
  }

  #isInSecret(part: ConfigPart): boolean {
    for (let at = part.parent; at !== undefined; at = at.parent) {
      if (this.#secret.has(at)) return true;
    }
    return false;
  }

  #absent(attribute: Attribute, place: Validated): void {
    const { path } = place.part;
    if (attribute.required) {
      this.#run.reject(
        "Missing required attribute",
        `\`${path}\` is required. Give it a value.`,
        path,
      );
    }
    const onAbsent = attribute.validators.filter((item) => item.onAbsent);
    this.#runValidators(onAbsent, undefined, place);
  }

  #fits(
    { expression }: Attribute,
    { part, sensitive: secret }: Validated,
  ): boolean {
    if (expression === undefined) return true;
    const errors = expressionErrors(part.values.config, expression, {
      place: part,
      secret,
    });
    for (const { path, message } of errors) {
      this.#run.reject(
        "Invalid attribute value",
        `\`${path}\` ${message}`,
        path,
      );
    }
    return errors.length === 0;
  }

  /** Runs validators; one that throws does not keep the others from running. */
  #runValidators(
    validators: readonly Validator<unknown>[],
    value: unknown,
    { part, type, sensitive }: Validated,
  ): void {
    if (validators.length === 0) return;
    const { config, diagnostics } = this.#run;
    const holder = part.parent?.values.config ?? null;
    for (const validator of validators) {
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

  #checkCount(block: Block, count: number, part: ConfigPart): void {
    if (count < block.minItems) {
      this.#run.reject(
        "Too few blocks",
        `At least ${block.minItems} ${part.path} ${
          block.minItems === 1 ? "block is" : "blocks are"
        } required, not ${count}.`,
        part.path,
      );
    }
    if (block.maxItems > 0 && count > block.maxItems) {
      this.#run.reject(
        "Too many blocks",
        `At most ${block.maxItems} ${part.path} ${
          block.maxItems === 1 ? "block is" : "blocks are"
        } allowed, not ${count}.`,
        part.path,
      );
    }
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
  if (nesting === "single" || nesting === "group") return [value];
  if (nesting !== "map") return elementsOf(value);
  return isValueObject(value) ? Object.values(value) : [];
}

/** Checks that time limits are durations. */
function validateTimeouts(
  value: Value,
  path: Path,
  run: Validation,
): void {
  for (
    const [name, text] of Object.entries(isValueObject(value) ? value : {})
  ) {
    if (typeof text !== "string") continue;
    try {
      if (parseDuration(text) > 0) continue;
      run.reject(
        "Invalid duration",
        `\`${path.attribute(name)}\` must be longer than zero.`,
        path.attribute(name),
      );
    } catch (error) {
      run.reject(
        "Invalid duration",
        `\`${path.attribute(name)}\`: ${
          error instanceof Error ? error.message : error
        }.`,
        path.attribute(name),
      );
    }
  }
}

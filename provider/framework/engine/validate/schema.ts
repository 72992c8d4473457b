import type { Attribute, Block } from "../../schema/attribute.ts";
import { nestedIn, type Schema, typeOf } from "../../schema/schema.ts";
import { isSecretAt } from "../../schema/sensitive.ts";
import {
  type Descend,
  descend,
  objectsIn,
  type Part,
  type Visitor,
} from "../../schema/walk_schema.ts";
import { displayValue } from "../../validators/report.ts";
import { parseDuration } from "../../timeouts.ts";
import type { Path } from "../../values/path.ts";
import { isUnknown } from "../../values/unknown.ts";
import {
  isNull,
  isUnknownValue,
  isValueObject,
  isWhollyKnown,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import { failureOf } from "../errors.ts";
import type { Operation } from "../operation.ts";
import { expressionErrors, nullNotAllowed } from "../../schema/expression.ts";

/** The values as they came, and as an author sees them. */
type ConfigVersion = "config" | "model";
type ConfigPart = Part<ConfigVersion>;
type Visit = Descend<ConfigVersion> | null;

/** Whether a leaf is partly unknown, or an element that holds objects is. */
function hasUnknownParts(item: Attribute | Block, value: Value): boolean {
  const holder = nestedIn(item);
  return holder === undefined
    ? !isWhollyKnown(value)
    : value !== null && objectsIn(holder.nesting, value).some(isUnknown);
}

/** Checks the attributes and blocks of a configuration on a walk. */
export class ConfigValidation implements Visitor<ConfigVersion> {
  readonly primary = "config";
  /** True if the configuration does not conform to the schema itself. */
  rejected = false;
  readonly #operation: Operation;
  readonly #schema: Schema;
  readonly #model: ValueObject;

  constructor(operation: Operation, schema: Schema, model: ValueObject) {
    this.#operation = operation;
    this.#schema = schema;
    this.#model = model;
  }

  attribute(attribute: Attribute, part: ConfigPart): Visit {
    const { config: value, model } = part.values;
    const { expression, nested } = attribute;
    if (isNull(value)) {
      if (attribute.required) {
        const detail = `\`${part.path}\` is required. Give it a value.`;
        this.#reject(part.path, "Missing required attribute", detail);
      }
      this.#runValidators(attribute, undefined, part);
      return null;
    }
    if (attribute.writeOnly && !this.#operation.writeOnlyAllowed) {
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
      const isSecret = this.#isSecret(part);
      const errors = expressionErrors(value, expression, part.path, isSecret);
      for (const { path, message } of errors) this.#rejectValue(path, message);
      if (errors.length === 0) this.#runValidators(attribute, model, part);
      return null;
    }
    const elements = objectsIn(nested.nesting, value);
    if (!elements.includes(null)) this.#runValidators(attribute, model, part);
    if (attribute.timeouts) this.#checkTimeouts(value, part.path);
    return descend(part.values);
  }

  block(block: Block, part: ConfigPart): Visit {
    const { config: value, model } = part.values;
    // A dynamic block over an unknown collection: nothing can be said yet.
    if (isUnknown(value)) return null;
    const elements = value === null ? [] : objectsIn(block.nesting, value);
    this.#checkCount(block, elements.length, part);
    if (block.nesting !== "group" && elements.length > 0) {
      this.#warnDeprecated(block, part);
    }
    if (value === null) {
      this.#runValidators(block, undefined, part);
      return null;
    }
    this.#runValidators(block, model, part);
    if (block.timeouts) this.#checkTimeouts(value, part.path);
    return descend(part.values);
  }

  object(item: Attribute | Block, part: ConfigPart): Visit {
    if (isValueObject(part.values.config)) return descend(part.values);
    if (item.kind === "attribute" && part.values.config === null) {
      this.#rejectValue(part.path, nullNotAllowed);
    }
    return null;
  }

  /** Whether messages must not show what is there. */
  #isSecret({ path }: ConfigPart): () => boolean {
    return () => isSecretAt(this.#schema, path);
  }

  /**
   * Runs validators; one that throws does not keep the others from running.
   * Without a value, and beside unknown elements, those are run that ask for
   * that.
   */
  #runValidators(
    item: Attribute | Block,
    value: unknown,
    part: ConfigPart,
  ): void {
    const { diagnostics } = this.#operation;
    const config = this.#model;
    const isSecret = this.#isSecret(part);
    const holder = part.parent?.values.model ?? null;
    const isPartial = hasUnknownParts(item, part.values.config);
    for (const validator of item.validators) {
      if (value === undefined && validator.onAbsent !== true) continue;
      if (isPartial && validator.acceptsUnknownParts !== true) continue;
      try {
        validator.validate(value, {
          path: part.path,
          holder: isValueObject(holder) ? holder : config,
          hasUnknownParts: isPartial,
          type: typeOf(item),
          get sensitive() {
            return isSecret();
          },
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

  #checkTimeouts(value: Value, around: Path): void {
    const limits = isValueObject(value) ? value : {};
    for (const [name, text] of Object.entries(limits)) {
      if (typeof text !== "string") continue;
      const duration = parseDuration(text);
      if (duration !== undefined && duration > 0) continue;
      const problem = duration === 0
        ? " must be longer than zero"
        : `: ${displayValue(text) ?? "it"} is not a duration; write ` +
          'numbers with a unit each, such as "90s", "30m" or "1h30m"';
      const path = around.attribute(name);
      this.#reject(path, "Invalid duration", `\`${path}\`${problem}.`);
    }
  }

  #reject(path: Path, summary: string, detail: string): void {
    this.rejected = true;
    this.#operation.diagnostics.addError(summary, detail, path);
  }

  #rejectValue(path: Path, message: string): void {
    this.#reject(path, "Invalid attribute value", `\`${path}\` ${message}`);
  }

  #warnDeprecated({ kind, deprecated }: Attribute | Block, part: ConfigPart) {
    if (deprecated === undefined) return;
    this.#operation.diagnostics.addWarning(
      `Deprecated ${kind}`,
      deprecated,
      part.path,
    );
  }
}

import { Diagnostics } from "../../../../provider/framework/diagnostics.ts";
import type {
  Validator,
  ValidatorContext,
} from "../../../../provider/framework/schema/rules.ts";
import { Path } from "../../../../provider/framework/values/path.ts";
import {
  record,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/values/value.ts";

/** Runs a validator on the value of the attribute `a`; returns what it adds. */
export function check<T>(
  validator: Validator<T>,
  value: T,
  context: Partial<Omit<ValidatorContext, "diagnostics">> = {},
): readonly string[] {
  const diagnostics = new Diagnostics();
  const config: ValueObject = context.config ?? record();
  validator.validate(value, {
    path: Path.root.attribute("a"),
    type: "string",
    sensitive: false,
    config,
    holder: context.holder ?? config,
    ...context,
    diagnostics,
  });
  return linesOf(diagnostics);
}

/** Diagnostics in one line each: path and detail. */
export function linesOf(diagnostics: Diagnostics): readonly string[] {
  return diagnostics.items.map((item) => `${item.path ?? ""}: ${item.detail}`);
}

/** An object of values. */
export function object(entries: Readonly<Record<string, Value>>): ValueObject {
  return record(Object.entries(entries));
}

import type { GivenValues } from "../../define/resource.ts";
import { nestedIn, type Schema } from "../../schema/schema.ts";
import { Path } from "../../values/path.ts";
import {
  isNull,
  isValueObject,
  type MutableRecord,
  type Value,
  type ValueObject,
} from "../../values/value.ts";
import { memberValue } from "../../values/walk.ts";
import { coerce, type ReportError } from "../result.ts";

/** The names of the given values, by the planned object that holds them. */
export type GivenNames = Map<ValueObject, Set<string>>;

/**
 * Writes given values into a plan: each where the provider decides, which is
 * what is computed, not configured, and in an object that is planned.
 */
export function putGivenValues(
  schema: Schema,
  given: GivenValues,
  { config, planned }: {
    readonly config: ValueObject;
    readonly planned: ValueObject;
  },
  report: ReportError,
): GivenNames {
  const names: GivenNames = new Map();
  for (const [path, value] of Object.entries(given)) {
    if (value !== undefined) put(path.split("."), value);
  }
  return names;

  function put(steps: readonly string[], value: Value): void {
    let attributes = schema.attributes;
    let holder: Value = planned;
    let configured: Value = config;
    for (const [i, name] of steps.entries()) {
      const attribute = attributes[name];
      if (attribute === undefined) {
        return report(Path.root, `There is no attribute ${steps.join(".")}.`);
      }
      configured = memberValue(configured, name);
      const isOpen = attribute.computed && attribute.default === undefined &&
        isNull(configured);
      if (!isValueObject(holder)) return;
      if (i < steps.length - 1) {
        // What is open as a whole has no parts to decide on.
        if (isOpen) return;
        attributes = nestedIn(attribute)?.attributes ?? {};
        holder = memberValue(holder, name);
        continue;
      }
      if (!isOpen) return;
      const parts: MutableRecord = holder;
      const at = steps.reduce((path, step) => path.attribute(step), Path.root);
      const options = { fallback: null, report, keepUnknown: true };
      parts[name] = coerce(value, attribute.type, options, at);
      names.set(holder, (names.get(holder) ?? new Set()).add(name));
    }
  }
}

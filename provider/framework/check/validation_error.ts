import { validateValue } from "../values/conform.ts";
import { encodeJson } from "../values/json.ts";
import type { Path } from "../values/path.ts";
import type { Type } from "../values/type.ts";
import { isUnknown } from "../values/unknown.ts";
import {
  isValueArray,
  isValueObject,
  isWhollyKnown,
  type Value,
} from "../values/value.ts";

/** Number of elements of a list, set or map; 0 of anything else. */
export function sizeOf(value: Value): number {
  if (isValueArray(value)) return value.length;
  return isValueObject(value) ? Object.keys(value).length : 0;
}

/** A breach of a rule that Terraform checks. */
export interface ValidationError {
  readonly path: Path;
  /** Rule that is broken, in words: no capital letter, no full stop. */
  readonly message: string;
}

const maxShown = 80;

/** Collects the breaches of a walk through what was planned. */
export class ErrorCollector {
  readonly primary = "planned";
  readonly errors: ValidationError[] = [];

  add({ path }: { readonly path: Path }, message: string): null {
    this.errors.push({ path, message });
    return null;
  }
}

/** A value as a person reads it in a message, shortened if it is long. */
export function show(value: Value, type: Type): string {
  if (isUnknown(value)) return "unknown";
  if (!isWhollyKnown(value)) return "a partly unknown value";
  if (validateValue(value, type) !== undefined) {
    return "a value of another type";
  }
  const text = encodeShown(value, type);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function encodeShown(value: Value, type: Type): string {
  try {
    return encodeJson(value, type);
  } catch {
    // JSON has no word for what is infinite.
    return typeof value === "number" ? String(value) : "a value without JSON";
  }
}

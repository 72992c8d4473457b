import { redactSecrets } from "../secrets.ts";
import { hclText } from "../values/hcl.ts";
import type { Path } from "../values/path.ts";
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
export function show(value: Value): string {
  if (isUnknown(value)) return "unknown";
  if (!isWhollyKnown(value)) return "a partly unknown value";
  const text = redactSecrets(hclText(value));
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

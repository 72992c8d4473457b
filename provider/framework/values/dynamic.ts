import type { Type } from "./type.ts";
import type { Value } from "./value.ts";

/**
 * The value of a dynamic attribute, together with the type it really has. A
 * null or unknown of which not even the type is known is plain `null` or
 * `unknown`, not wrapped.
 */
export class Dynamic {
  /** The type of {@link value}; not `"dynamic"` itself. */
  readonly type: Type;
  /** The value, of {@link type}. */
  readonly value: Value;
  readonly #brand = true;

  /** Wraps `value`, which must be of `type`. */
  constructor(type: Type, value: Value) {
    this.type = type;
    this.value = value;
  }

  /** Whether `value` is a Dynamic. */
  static is(value: unknown): value is Dynamic {
    return typeof value === "object" && value !== null && #brand in value &&
      value.#brand;
  }
}

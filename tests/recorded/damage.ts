/**
 * Every way in which one field of an answer can be odd.
 *
 * @module
 */

/** An answer of which one field is odd. */
export interface Damage {
  /** The field, as `status.state`. */
  readonly field: string;
  /** The kind of damage. */
  readonly kind: "absent" | "null" | "type" | "enum" | "extra" | "text";
  /** Makes the whole answer. */
  body(): unknown;
}

/** Another type than that of a value; that of null is not known. */
function another(value: unknown): unknown {
  return typeof value === "object" && value !== null ? 7 : { odd: true };
}

/** All damages of a value, and of what is in it. */
export function* damages(value: unknown, at = ""): Generator<Damage> {
  yield { field: at, kind: "type", body: () => another(value) };
  yield { field: at, kind: "null", body: () => null };
  if (typeof value === "string") {
    yield { field: at, kind: "enum", body: () => `${value}-of-tomorrow` };
  }
  if (typeof value === "number") {
    yield { field: at, kind: "text", body: () => `${value}` };
    yield { field: at, kind: "enum", body: () => 1e300 };
  }
  if (typeof value === "boolean") {
    yield { field: at, kind: "enum", body: () => !value };
  }
  const below = at === "" ? "" : `${at}.`;
  if (Array.isArray(value)) {
    // One item stands for all that hold no more than it.
    const sizes = value.map((item) => JSON.stringify(item).length);
    const largest = sizes.indexOf(Math.max(...sizes));
    for (const index of new Set([0, 1, largest])) {
      if (index < 0 || index >= value.length) continue;
      for (const damage of damages(value[index], `${below}${index}`)) {
        yield { ...damage, body: () => value.with(index, damage.body()) };
      }
    }
  } else if (typeof value === "object" && value !== null) {
    yield {
      field: at,
      kind: "extra",
      body: () => ({ ...value, newField: [1] }),
    };
    for (const [key, inner] of Object.entries(value)) {
      yield {
        field: below + key,
        kind: "absent",
        body: () => {
          const { [key]: _, ...rest } = Object(value);
          return rest;
        },
      };
      for (const damage of damages(inner, below + key)) {
        yield { ...damage, body: () => ({ ...value, [key]: damage.body() }) };
      }
    }
  }
}

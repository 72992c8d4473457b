/**
 * Deep equality for the offline stand-ins, as strict as `@std/assert` or
 * stricter: what passes here passes there.
 *
 * @module
 */

/**
 * Whether two values are deeply equal.
 *
 * An object without prototype equals a plain one of the same content, as in
 * `@std/assert`; `node:assert` would tell them apart.
 */
export function equal(a: unknown, b: unknown): boolean {
  return compare(a, b, new Map());
}

type Visits = Map<object, object>;

function compare(a: unknown, b: unknown, seen: Visits): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (!samePrototype(a, b)) return false;
  if (seen.get(a) === b) return true;
  seen.set(a, b);
  return sameContent(a, b, seen) && sameProperties(a, b, seen);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function samePrototype(a: object, b: object): boolean {
  const [first, second] = [a, b].map((value) =>
    Object.getPrototypeOf(value) ?? Object.prototype
  );
  return first === second;
}

/** Compares what does not show as an own property. */
function sameContent(a: object, b: object, seen: Visits): boolean {
  if (a instanceof Date && b instanceof Date) {
    return Object.is(a.getTime(), b.getTime());
  }
  if (
    a instanceof RegExp || a instanceof URL || a instanceof URLSearchParams
  ) {
    return String(a) === String(b);
  }
  if (a instanceof Error && b instanceof Error) {
    return a.name === b.name && a.message === b.message &&
      compare(a.cause, b.cause, seen);
  }
  // The content of a WeakMap cannot be looked at.
  if (a instanceof WeakMap || a instanceof WeakSet || a instanceof WeakRef) {
    return false;
  }
  if (a instanceof DataView && b instanceof DataView) {
    return compare(bytesOf(a), bytesOf(b), seen);
  }
  if (a instanceof Map && b instanceof Map) return sameMap(a, b, seen);
  if (a instanceof Set && b instanceof Set) return sameSet(a, b, seen);
  if (a instanceof Headers && b instanceof Headers) {
    return compare([...a], [...b], seen);
  }
  if (a instanceof ArrayBuffer && b instanceof ArrayBuffer) {
    return compare(new Uint8Array(a), new Uint8Array(b), seen);
  }
  return true;
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function sameMap(
  a: ReadonlyMap<unknown, unknown>,
  b: ReadonlyMap<unknown, unknown>,
  seen: Visits,
): boolean {
  return a.size === b.size &&
    [...a].every(([key, value]) =>
      [...b].some(([otherKey, otherValue]) =>
        compare(key, otherKey, seen) && compare(value, otherValue, seen)
      )
    );
}

function sameSet(
  a: ReadonlySet<unknown>,
  b: ReadonlySet<unknown>,
  seen: Visits,
): boolean {
  return a.size === b.size &&
    [...a].every((value) =>
      [...b].some((other) => compare(value, other, seen))
    );
}

function sameProperties(a: object, b: object, seen: Visits): boolean {
  const keys = enumerableKeys(a);
  return keys.length === enumerableKeys(b).length &&
    keys.every((key) =>
      Object.hasOwn(b, key) &&
      compare(Reflect.get(a, key), Reflect.get(b, key), seen)
    );
}

function enumerableKeys(value: object): PropertyKey[] {
  const own = Object.prototype.propertyIsEnumerable;
  return Reflect.ownKeys(value).filter((key) => own.call(value, key));
}

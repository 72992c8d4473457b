import { Dynamic } from "../values/dynamic.ts";
import { equalNumbers, isNumberValue } from "../values/decimal.ts";
import { isUnknown } from "../values/unknown.ts";
import { isValueArray, isValueObject, type Value } from "../values/value.ts";

/**
 * Whether two known values are the same, without their type: the elements of
 * a set count as in order, which they are in all that Terraform sends. A value
 * with anything unknown in it is the same as none.
 */
export function sameValue(a: Value, b: Value): boolean {
  if (isUnknown(a) || isUnknown(b)) return false;
  if (isNumberValue(a) && isNumberValue(b)) return equalNumbers(a, b);
  if (Dynamic.is(a) && Dynamic.is(b)) return sameValue(a.value, b.value);
  if (isValueArray(a) && isValueArray(b)) {
    return a.length === b.length &&
      a.every((part, i) => sameValue(part, b[i] ?? null));
  }
  if (isValueObject(a) && isValueObject(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length &&
      names.every((name) =>
        Object.hasOwn(b, name) && sameValue(a[name] ?? null, b[name] ?? null)
      );
  }
  return a === b;
}

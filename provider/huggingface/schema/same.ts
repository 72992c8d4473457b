import {
  isUnknown,
  same as equality,
  type Unknown,
} from "@hf-terraform/framework";
import { isRecord } from "./json.ts";

/** A name as the Hub compares it, which ignores letter case. */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

/** Tests whether two names are one to the Hub. */
export const sameName = equality.normalize(nameKey);

/** Whether two names, `namespace/name` with what leads there, have one owner. */
export function sameOwner(a: string, b: string): boolean {
  const [one = "", other = ""] = [a, b].map((name) => name.split("/").at(-2));
  return sameName(one, other);
}

/** Whether two values of a model are the same; unknown ones never are. */
export function same(a: unknown, b: unknown): boolean {
  if (isUnknown(a) || isUnknown(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, i) => same(part, b[i]));
  }
  if (isRecord(a) && isRecord(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
  }
  return a === b;
}

/** Ranks values by a list: see `openness` of a binding. */
export function inOrder(...values: readonly unknown[]) {
  return (value: unknown): number => values.indexOf(value);
}

/** The value, if it is a text that is known. */
export function knownText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Texts, if all of them are known. */
export function knownTexts<T extends readonly unknown[]>(
  ...values: T
): { [I in keyof T]: string } | undefined {
  return values.every((value) => typeof value === "string")
    ? values as unknown as { [I in keyof T]: string }
    : undefined;
}

/** A value if it is there and known. */
export function knownValue<T>(
  value: T | Unknown | null | undefined,
): T | undefined {
  return value === null || isUnknown(value) ? undefined : value;
}

/** The parts of an object that are there and known. */
export function knownParts<T extends object>(
  object: T | Unknown | null | undefined,
): { readonly [K in keyof T]?: Exclude<T[K], Unknown | null | undefined> } {
  const parts = Object.entries(knownValue(object) ?? {})
    .filter(([, part]) => knownValue(part) !== undefined);
  // The names are those of the object.
  return Object.fromEntries(parts) as ReturnType<typeof knownParts<T>>;
}

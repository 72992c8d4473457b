/**
 * The attributes and functions that resources of `random` share.
 *
 * @module
 */
import {
  failure,
  p,
  type PlanModifier,
  type PlanModifierContext,
  s,
  types,
} from "@hf-terraform/framework";

/** Values whose change makes the resource anew. */
export const keepers = s.map(types.nullable(types.string), {
  optional: true,
  description: "Values that make the resource anew when they change.",
  planModifiers: [replaceUnlessNulls()],
});

/**
 * A rule that replaces the resource when a map changes, but not when only null
 * values come: states of old versions do not have them.
 */
function replaceUnlessNulls(): PlanModifier {
  const keysOf = (value: PlanModifierContext["config"]) =>
    Object.keys(value ?? {});
  const elements = (value: PlanModifierContext["config"]) =>
    Object.entries(value ?? {}).filter(([, element]) => element !== null);
  return p.requiresReplaceIf(
    ({ config, prior }) =>
      JSON.stringify(elements(config)) !== JSON.stringify(elements(prior)) ||
      keysOf(prior).some((key) => !keysOf(config).includes(key)),
  );
}

/** A text that the provider makes once. */
export function madeOnce(description: string, sensitive = false) {
  return s.string({
    computed: true,
    sensitive,
    description,
    planModifiers: [p.useStateForUnknown()],
  });
}

/** A required number whose change replaces the resource. */
export function fixedNumber(description: string) {
  return s.int({
    required: true,
    description,
    planModifiers: [p.requiresReplace()],
  });
}

/** An optional text whose change replaces the resource. */
export function fixedText(description: string) {
  return s.string({
    optional: true,
    description,
    planModifiers: [p.requiresReplace()],
  });
}

/** Random bytes. */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  // The platform gives at most 65,536 at once.
  for (let start = 0; start < length; start += 65_536) {
    crypto.getRandomValues(bytes.subarray(start, start + 65_536));
  }
  return bytes;
}

/**
 * A random integer from 0 to below a limit, each as likely as the others.
 *
 * @param limit At most 2^32.
 */
export function randomBelow(limit: number): number {
  const fair = 2 ** 32 - 2 ** 32 % limit;
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < fair) return drawn % limit;
  }
}

/** The integers from 0 to below a length in a random order. */
export function randomOrder(length: number): number[] {
  const order = Array.from({ length }, (_, index) => index);
  for (let last = length - 1; last > 0; last--) {
    const other = randomBelow(last + 1);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}

/** The error of an import whose id is no such value. */
export function badImport(what: string, format: string): Error {
  return failure(`Import Random ${what} Error`, `The id must be ${format}.`);
}

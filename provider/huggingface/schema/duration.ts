/**
 * Durations in the manner of Go, such as `90s` or `1h30m`.
 *
 * @module
 */

import { parseDuration } from "@hf-terraform/framework";

/** The milliseconds of a duration; the validator has checked its form. */
export function milliseconds(duration: string): number {
  return Math.max(1, Math.round(parseDuration(duration) ?? 0));
}

/**
 * Durations in the manner of Go, such as `90s` or `1h30m`.
 *
 * @module
 */

const units: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
};

/** The milliseconds of a duration; the validator has checked its form. */
export function milliseconds(duration: string): number {
  let sum = 0;
  for (const part of duration.matchAll(/([0-9.]+)(h|ms|m|s|us|µs|ns)/g)) {
    sum += Number(part[1]) * (units[part[2] ?? ""] ?? 0);
  }
  return Math.max(1, Math.round(sum));
}

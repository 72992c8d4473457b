/**
 * Prices of hardware.
 *
 * @module
 */

/**
 * US dollars per hour, with four digits: the service counts some hardware by
 * the minute.
 */
export function pricePerHour(cost: number, unit: string): number {
  const perUnit = unit === "minute" ? cost * 60 : cost;
  return Math.round(perUnit * 10_000) / 10_000;
}

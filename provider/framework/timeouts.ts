const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  "µs": 1e-3,
  "μs": 1e-3,
  ns: 1e-6,
};

const wholePattern = /^(?:\d+(?:\.\d*)?|\.\d+)(?:h|ms|m|us|µs|μs|ns|s)/;

/**
 * Reads a duration such as `"90s"`, `"30m"`, `"1h30m"` or `"1.5h"`: numbers
 * with a unit each, of `h`, `m`, `s`, `ms`, `us` and `ns`. Only `"0"` may go
 * without a unit.
 *
 * @returns milliseconds, not negative; undefined: it is no such duration.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { parseDuration } from "@hf-terraform/framework";
 *
 * assertEquals(parseDuration("1h30m"), 5_400_000);
 * ```
 */
export function parseDuration(text: string): number | undefined {
  if (text === "0") return 0;
  let rest = text;
  let total = 0;
  while (rest !== "") {
    const part = wholePattern.exec(rest)?.[0];
    if (part === undefined) break;
    const number = parseFloat(part);
    total += number * (unitMs[part.replace(/^[\d.]+/, "")] ?? 0);
    rest = rest.slice(part.length);
  }
  const isDuration = text !== "" && rest === "" && Number.isFinite(total);
  return isDuration ? total : undefined;
}

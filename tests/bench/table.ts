/**
 * Figures and tables of the benchmarks.
 *
 * @module
 */

/** A summary of many measurements of one thing. */
export interface Figures {
  /** The least of all. */
  readonly least: number;
  /** The middle one of all. */
  readonly median: number;
}

/** The least and the middle of all measurements; NaN of none. */
export function figures(measured: readonly number[]): Figures {
  const sorted = measured.toSorted((a, b) => a - b);
  return {
    least: sorted[0] ?? NaN,
    median: sorted[Math.floor(sorted.length / 2)] ?? NaN,
  };
}

/** A Markdown table with columns of even width, as the formatter wants it. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((title, at) =>
    Math.max(3, title.length, ...rows.map((row) => row[at]?.length ?? 0))
  );
  const line = (cells: readonly string[]) =>
    `| ${
      cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")
    } |\n`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  return line(head) + rule + rows.map(line).join("");
}

/** A number of bytes as mebibytes. */
export function mebibytes(bytes: number | undefined): string {
  return bytes === undefined
    ? "not known"
    : `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}

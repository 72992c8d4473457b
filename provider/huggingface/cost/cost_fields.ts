import { inOneLine, redactSecrets } from "@hf-terraform/framework";
import type { ResponseBinder } from "@hf-terraform/framework/binding";
import type { HuggingFace } from "@hf-terraform/client";
import {
  type BilledHardware,
  costOf,
  dollars,
  type Product,
  readPrices,
  roundDollars,
} from "./price.ts";

const products = ["endpoint", "space", "job"] as const;

/** One thing that is summed up; undefined: the service does not tell. */
export interface Item extends Pick<BilledHardware, "product" | "place"> {
  readonly name: string;
  readonly hardware: string | undefined;
  /** Replicas that are billed, as {@linkcode BilledHardware} has them. */
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** Replicas that are billed at present; undefined: not told, or not asked. */
  readonly now?: number | undefined;
}

type Column = "now" | "least" | "most";

/** The cost of an item, in US dollars an hour; null: the service does not tell. */
export type Line =
  & Pick<Item, "product" | "name" | "hardware">
  & Readonly<Record<Column, number | null>>;

export const lineAttributes = (b: ResponseBinder<Line>) => ({
  product: b.string("product", "What it is: `endpoint`, `space` or `job`."),
  name: b.string("name", "Its name."),
  hardware: b.string(
    "hardware",
    "Its hardware, such as `nvidia-l4 x1` or `t4-small`.",
  ),
  least: b.float(
    "least",
    "US dollars an hour at least; null if the price is not known.",
  ),
  most: b.float(
    "most",
    "US dollars an hour at most; null if the price is not known.",
  ),
});

export interface Sum extends Record<Column, number> {
  readonly costs: readonly Line[];
  /** The names of those without a price. */
  readonly unpriced: readonly string[];
  readonly table: string;
}

export const sumAttributes = (b: ResponseBinder<Sum>) => ({
  least: b.float(
    "least",
    "US dollars an hour while nobody uses them: with the fewest replicas, " +
      "Spaces asleep that may sleep, and no job running.",
  ),
  most: b.float(
    "most",
    "US dollars an hour with all replicas, each Space awake and each job " +
      "running once.",
  ),
  unpriced: b.strings(
    "unpriced",
    "The names of those that the price lists do not have, or whose replicas " +
      "the service does not tell; the sums are without them.",
  ),
  table: b.string("table", "All of it as text in columns, for an output."),
});

/** Reads the price lists that the items need, and only those. */
export async function linesOf(
  items: readonly Item[],
  client: HuggingFace,
  signal: AbortSignal,
): Promise<Line[]> {
  const pricesOf = async (product: Product) =>
    items.some((item) => item.product === product)
      ? await readPrices(product, client, { signal })
      : undefined;
  const [endpoint, space, job] = await Promise.all(products.map(pricesOf));
  const lists = { endpoint, space, job };
  return items.map((item): Line => {
    const { product, name, hardware, place, now } = item;
    const costs = (least: number | undefined, most: number | undefined) =>
      least === undefined || most === undefined || hardware === undefined
        ? undefined
        : costOf({ hardware, place, least, most }, lists[product]);
    const { least = null, most = null } = costs(item.least, item.most) ?? {};
    const { most: current = null } = costs(now, now) ?? {};
    return { product, name, hardware, least, most, now: current };
  }).sort((a, b) =>
    products.indexOf(a.product) - products.indexOf(b.product) ||
    (a.name < b.name ? -1 : 1)
  );
}

/** Sums lines up, with a table of some columns. */
export function sumOf(lines: readonly Line[], columns: readonly Column[]): Sum {
  return {
    now: total(lines, "now"),
    least: total(lines, "least"),
    most: total(lines, "most"),
    costs: lines,
    unpriced: lines.filter((line) => isOpen(line, columns))
      .map(({ name }) => name),
    table: tableOf(lines, columns),
  };
}

function isOpen(line: Line, columns: readonly Column[]): boolean {
  return columns.some((column) => line[column] === null);
}

function total(lines: readonly Line[], column: Column): number {
  return roundDollars(
    lines.reduce((sum, line) => sum + (line[column] ?? 0), 0),
  );
}

function tableOf(lines: readonly Line[], columns: readonly Column[]): string {
  const sum = lines.some((line) => isOpen(line, columns))
    ? "USD an hour, without ?"
    : "USD an hour";
  const rows = [
    ["product", "name", "hardware", ...columns],
    ...lines.map((line) => [
      line.product,
      ...[line.name, line.hardware ?? "?"].map(redactSecrets),
      ...columns.map((column) => {
        const amount = line[column];
        return amount === null ? "?" : dollars(amount);
      }),
    ]),
    ["", sum, "", ...columns.map((column) => dollars(total(lines, column)))],
    // A name of a job may be its command.
  ].map((row) => row.map((cell) => inOneLine(cell, 100)));
  const widths = rows.reduce<readonly number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
    [],
  );
  const padded = (cell: string, at: number) => {
    const width = widths[at] ?? 0;
    return at < 3 ? cell.padEnd(width) : cell.padStart(width);
  };
  return rows.map((row) => row.map(padded).join("  ").trimEnd()).join("\n");
}

/**
 * `deno task matrix`: tries every feature with the CLI in use, and writes its
 * column of the table in the guide to CLIs.
 *
 * @module
 */
import { findCli } from "@hf-terraform/framework/testing";
import { runTask, task } from "../provider/framework/cli/task.ts";
import { print, run } from "../provider/framework/testing/system/run.ts";
import { inRoot } from "./paths.ts";
import { resolution } from "./resolution.ts";

/** Features by their names: undefined where they work, else what was said. */
export type Outcomes = readonly (readonly [name: string, failure?: string])[];

/** The page that holds the table. */
export const matrixPage = "templates/guides/clis.md.tmpl";

/** The cells of the page's table, with its head. */
function cellsOf(page: string): string[][] {
  return page.split("\n").filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

/** `Terraform 1.11` of `Terraform 1.11.4`: what a column is of. */
const seriesOf = (cli: string) => cli.split(".").slice(0, 2).join(".");

/** A CLI as the head of the table names it. */
export function titleOf(cli: { name: string; version: string }): string {
  const product = cli.name === "tofu" ? "OpenTofu" : "Terraform";
  return `${product} ${cli.version}`;
}

/**
 * A CLI's column: features with `yes` or `no`; undefined: there is none. That
 * of a pre-release says nothing of the release.
 */
export function columnOf(
  page: string,
  title: string,
): Readonly<Record<string, string>> | undefined {
  const [head = [], , ...rows] = cellsOf(page);
  const at = head.findIndex((cell) =>
    cell === title || !cell.includes("-") && seriesOf(cell) === seriesOf(title)
  );
  if (at < 1) return undefined;
  return Object.fromEntries(rows.map((row) => [row[0] ?? "", row[at] ?? ""]));
}

/** Formats a CLI's column of the table. */
export function columnFrom(outcomes: Outcomes): Record<string, string> {
  return Object.fromEntries(
    outcomes.map((
      [name, failure],
    ) => [name, failure === undefined ? "yes" : "no"]),
  );
}

/** The page with this column in place of the one of the same series. */
export function withColumn(
  page: string,
  title: string,
  column: Readonly<Record<string, string>>,
): string {
  const [[feature = "", ...before] = []] = cellsOf(page);
  const titles = [
    ...before.filter((other) => seriesOf(other) !== seriesOf(title)),
    title,
  ].toSorted(byVersion);
  const columns = titles.map((one) =>
    one === title ? column : columnOf(page, one) ?? {}
  );
  const lines = [
    [feature, ...titles],
    ["---", ...titles.map(() => "---")],
    ...Object.keys(column).map((
      name,
    ) => [name, ...columns.map((cells) => cells[name] ?? "")]),
  ].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
  return page.replace(/^\| .*\n(?:\|.*\n)*/m, () => lines);
}

/** Terraform first, older versions before newer ones. */
function byVersion(a: string, b: string): number {
  const [left, right] = [a, b].map((title) => title.split(" "));
  return (right?.[0] ?? "").localeCompare(left?.[0] ?? "") ||
    (left?.[1] ?? "").localeCompare(right?.[1] ?? "", "en", { numeric: true });
}

const command = task({
  name: "matrix",
  summary: "Writes what the CLI in use can do into its column of the guide's " +
    "table.\n\nTF_CLI names another CLI; .ci/cli makes one.",
  options: {},
});

async function main(): Promise<number> {
  const title = titleOf(await findCli());
  await using resolved = await resolution();
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    ...["run", "--quiet", "--allow-all", ...resolved.args],
    inRoot("tests/support/cli_features.ts"),
  ]);
  if (code !== 0) throw new Error(`Cannot try the features: ${stderr}`);
  const outcomes: Outcomes = JSON.parse(stdout);
  for (const [name, failure] of outcomes) {
    print(`${name}: ${failure?.replaceAll(/\s+/g, " ") ?? "yes"}`);
  }
  const page = await Deno.readTextFile(inRoot(matrixPage));
  await Deno.writeTextFile(
    inRoot(matrixPage),
    withColumn(page, title, columnFrom(outcomes)),
  );
  print(`Wrote the column ${title} of ${matrixPage}`);
  return 0;
}

if (import.meta.main) await runTask(command, main);

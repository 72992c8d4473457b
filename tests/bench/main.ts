/**
 * `deno task bench`: measures starts, the client and whole commands, and writes
 * the tables into the README beside this file.
 *
 * ```text
 * deno task bench [--quick]
 * ```
 *
 * `--quick` takes fewer rounds and sizes, and writes nothing.
 *
 * @module
 */
import { build, buildIsFresh } from "../../tools/build.ts";
import { say } from "../../tools/output.ts";
import { inRoot } from "../../tools/paths.ts";
import { findCli } from "../support/cli.ts";
import { benchImport, bundleSize, type ImportTime } from "./client.ts";
import { benchCommands, type CommandTime } from "./commands.ts";
import { benchStart, type StartTimes } from "./start.ts";

const quick = Deno.args.includes("--quick");

async function main(): Promise<void> {
  if (!await buildIsFresh()) await build();
  const starts = startTable(await benchStart(quick ? 5 : 30));
  say(starts);
  const client = clientTable(await benchImport(quick ? 5 : 30));
  const size = (await bundleSize() / 1000).toFixed(1);
  say(client);
  const rows: CommandTime[] = [];
  for (const latency of [0, 150]) {
    for (const endpoints of quick ? [1, 29] : [1, 29, 300, 1_000]) {
      const times = await benchCommands(endpoints, latency);
      rows.push(...times);
      say(commandTable(times));
    }
  }
  if (quick) return;
  const cli = await findCli();
  const page = inRoot("tests/bench/README.md");
  const text = await Deno.readTextFile(page);
  const [intro = ""] = text.split("<!-- results -->");
  await Deno.writeTextFile(
    page,
    `${intro}<!-- results -->

Measured with ${cli.name} ${cli.version} and Deno ${Deno.version.deno} on
${navigator.hardwareConcurrency} cores (${Deno.build.target}).

## Start

Milliseconds until the handshake line, with a client certificate.

${starts}
## Client

Milliseconds to import the client. Its bundle has ${size} kB, compressed by gzip.

${client}
## Commands

${commandTable(rows)}`,
  );
  say(`Wrote ${page}`);
}

function startTable(rows: readonly StartTimes[]): string {
  return table(
    ["program", "median", "fastest", "first"],
    rows.map(({ name, median, least, first }) => [
      name,
      ...[median, least, first].map((ms) => ms.toFixed(0)),
    ]),
  );
}

function clientTable(rows: readonly ImportTime[]): string {
  return table(
    ["client", "median", "fastest"],
    rows.map(({ name, median, least }) => [
      name,
      median.toFixed(1),
      least.toFixed(1),
    ]),
  );
}

function commandTable(rows: readonly CommandTime[]): string {
  return table(
    ["endpoints", "latency", "command", "seconds", "requests", "peak memory"],
    rows.map((row) => [
      String(row.endpoints),
      `${row.latency} ms`,
      row.command,
      row.seconds.toFixed(2),
      String(row.requests),
      row.memory === undefined
        ? "not known"
        : `${(row.memory / 2 ** 20).toFixed(0)} MiB`,
    ]),
  );
}

/** A Markdown table with columns of even width, as the formatter wants it. */
function table(
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

await main();

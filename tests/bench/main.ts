/**
 * `deno task bench`: measures, and writes what it found into the README beside
 * this file.
 *
 * @module
 */
import { findCli } from "@hf-terraform/framework/testing";
import { build, buildIsFresh } from "../../provider/framework/cli/build.ts";
import {
  print,
  printError,
} from "../../provider/framework/testing/system/run.ts";
import { compiledPath } from "../../provider/framework/cli/compile.ts";
import { project } from "../../tools/project.ts";
import {
  type CommandArguments,
  runTask,
  task,
  UsageError,
} from "../../provider/framework/cli/task.ts";
import { benchCommands, type CommandTime } from "./commands.ts";
import { benchRpc } from "./rpc.ts";
import { machine, writeSection } from "./sections.ts";
import { mebibytes, table } from "./table.ts";
import { compareNewPlans, comparePlans, compareStarts } from "./yardsticks.ts";

let quick = false;
let endpoints: readonly number[] | undefined;
let latencies: readonly number[] | undefined;

/** The parts, each with the title of its section. */
const parts: Readonly<
  Record<string, readonly [title: string, run: () => Promise<string>]>
> = {
  yardsticks: ["Yardsticks", yardsticks],
  rpc: ["Calls", rpc],
  commands: ["Commands", commands],
};

const command = task({
  name: "bench",
  summary: "Measures starts, calls and commands.",
  options: {
    quick: { help: "fewer rounds and sizes" },
    endpoints: { value: "N,N", help: "how many endpoints the commands have" },
    latency: { value: "MS,MS", help: "how long the sandbox waits to answer" },
    write: { help: "write the figures into tests/bench/README.md" },
  },
  operands: {
    name: "PART",
    help: "measure only these (default all)",
    values: Object.keys(parts),
  },
});

async function main(
  { options, operands: named }: CommandArguments<typeof command.options>,
): Promise<number> {
  quick = options.quick;
  endpoints = numbers("endpoints", options.endpoints);
  latencies = numbers("latency", options.latency);
  if (!await buildIsFresh(project)) await build(project);
  for (const [name, [title, run]] of Object.entries(parts)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const cli = name === "commands" ? await findCli() : undefined;
    const where = await machine(cli && `${cli.name} ${cli.version}`);
    const text = `\`deno task bench ${name}\`\n\n${where}\n${await run()}`;
    print(`## ${title}\n\n${text}`);
    if (options.write) await writeSection(title, text);
  }
  return 0;
}

async function yardsticks(): Promise<string> {
  const target = Deno.env.get("DENORT_TARGET");
  const rows = [
    await compareStarts(quick ? 3 : 30),
    await comparePlans(quick ? 3 : 20),
    ...target === undefined
      ? []
      : [await comparePlans(quick ? 3 : 20, compiledPath(project, target))],
    await compareNewPlans(quick ? 3 : 20),
  ];
  return "Milliseconds of the provider, and of the least program that does " +
    "the same on the\nsame machine, in turns.\n\n" +
    table(
      ["what", "beside", "ours", "theirs", "×", "median ours", "theirs", "×"],
      rows.map(({ name, yardstick, ours, theirs }) => [
        name,
        yardstick,
        ms(ours.least),
        ms(theirs.least),
        (ours.least / theirs.least).toFixed(2),
        ms(ours.median),
        ms(theirs.median),
        (ours.median / theirs.median).toFixed(2),
      ]),
    );
}

async function rpc(): Promise<string> {
  const { calls, memory } = await benchRpc(quick ? 200 : 3_000);
  return "Milliseconds from a call to its answer, one call after the other " +
    "on one\nconnection, with a client on `node:http2` whose own time is in " +
    "it, and the\nprovider's processor time for each call. After all calls " +
    "the provider's process had\n" +
    `held ${mebibytes(memory)} at most.\n\n` +
    table(
      ["call", "least", "median", "CPU of the provider"],
      calls.map(({ name, least, median, processor }) => [
        name,
        least.toFixed(2),
        median.toFixed(2),
        processor.toFixed(2),
      ]),
    );
}

async function commands(): Promise<string> {
  const rows: CommandTime[] = [];
  const sizes = endpoints ?? (quick ? [1, 29] : [1, 29, 300, 1_000]);
  for (const latency of latencies ?? [0, 150]) {
    for (const size of sizes) {
      const times = await benchCommands(size, latency);
      rows.push(...times);
      printError(commandTable(times));
    }
  }
  return "Seconds, and those of processor time that the CLI and all its " +
    "provider processes\ntook; the requests to the sandbox; the most memory " +
    "that a provider process held.\n\n" +
    commandTable(rows);
}

function commandTable(rows: readonly CommandTime[]): string {
  const seconds = (time: number | undefined) =>
    time === undefined ? "not known" : (time / 1000).toFixed(2);
  return table(
    [
      "endpoints",
      "latency",
      "command",
      "seconds",
      "CPU, CLI",
      "CPU, provider",
      "requests",
      "memory",
    ],
    rows.map((row) => [
      String(row.endpoints),
      `${row.latency} ms`,
      row.command,
      row.seconds.toFixed(2),
      seconds(row.use.cli),
      seconds(row.use.provider),
      String(row.requests),
      mebibytes(row.use.memory),
    ]),
  );
}

function ms(time: number): string {
  return time.toFixed(1);
}

/** The numbers that an option lists. */
function numbers(
  name: string,
  list: string | undefined,
): readonly number[] | undefined {
  const found = list?.split(",").map(Number);
  if (found?.some((one) => !Number.isInteger(one) || one < 0)) {
    throw new UsageError(`--${name} needs whole numbers, not "${list}".`);
  }
  return found;
}

await runTask(command, main);

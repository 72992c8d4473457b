/**
 * Import time of the client, and the size of its bundle.
 *
 * @module
 */
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { bundle } from "../client_runtime/bundle.ts";
import { type Figures, figures } from "./table.ts";

/** One form of the client. */
export interface ImportTime extends Figures {
  /** The imported module; times are in milliseconds. */
  readonly name: string;
}

const program = `const start = performance.now();
await import(Deno.args[0]);
console.log(performance.now() - start);
`;

/** Imports the client so many times, each in a process of its own. */
export async function benchImport(rounds: number): Promise<ImportTime[]> {
  await using module = await bundle("esm");
  const folder = await Deno.makeTempDir({ prefix: "hf_bench_" });
  const script = `${folder}/import.js`;
  await Deno.writeTextFile(script, program);
  const times = new Map<string, number[]>([
    [inRoot("mod.ts"), []],
    [module.path, []],
  ]);
  for (let round = 0; round < rounds; round++) {
    for (const [path, list] of times) list.push(await importTime(script, path));
  }
  await Deno.remove(folder, { recursive: true });
  const [source = [], bundled = []] = times.values();
  return [
    { name: "from its modules", ...figures(source) },
    { name: "bundled", ...figures(bundled) },
  ];
}

/** The size of the bundle in bytes, compressed by gzip. */
export async function bundleSize(): Promise<number> {
  await using module = await bundle("esm");
  const zipped = (await Deno.open(module.path)).readable
    .pipeThrough(new CompressionStream("gzip"));
  return (await new Response(zipped).arrayBuffer()).byteLength;
}

async function importTime(script: string, path: string): Promise<number> {
  const args = ["run", "--allow-read", "--no-config", "--no-lock", script];
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    ...args,
    `file://${path}`,
  ]);
  if (code !== 0) throw new Error(`Cannot import ${path}: ${stderr}`);
  return Number(stdout);
}

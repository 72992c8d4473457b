/**
 * The sections of the README beside this file, each of which is written by a
 * run of its part.
 *
 * @module
 */
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";

const page = inRoot("tests/bench/README.md");

/**
 * Writes a section in the place of the one with the same title, or at the end.
 *
 * @param text What stands below the title, with a line feed at its end.
 */
export async function writeSection(title: string, text: string): Promise<void> {
  const before = await Deno.readTextFile(page);
  await Deno.writeTextFile(page, withSection(before, title, text));
  await run(Deno.execPath(), ["fmt", "--quiet", page]);
}

/** The page with the section. */
export function withSection(
  before: string,
  title: string,
  text: string,
): string {
  const head = `## ${title}\n`;
  const section = `${head}\n${text}`;
  const start = before.indexOf(head);
  if (start < 0) return `${before.trimEnd()}\n\n${section}`;
  const next = before.indexOf("\n## ", start);
  const rest = next < 0 ? "" : before.slice(next);
  return `${before.slice(0, start)}${section}${rest}`;
}

/** Describes the time and the machine of a measurement. */
export async function machine(cli?: string): Promise<string> {
  const [load = NaN] = Deno.loadavg();
  const day = new Date().toISOString().slice(0, 16).replace("T", " ");
  const parts = [
    `Deno ${Deno.version.deno}`,
    ...cli === undefined ? [] : [cli],
    `${navigator.hardwareConcurrency} cores of ${await processor()}`,
    Deno.build.target,
  ];
  return `Measured ${day} UTC on ${parts.slice(0, -2).join(", ")},\n` +
    `${parts.slice(-2).join(", ")}. The machine was shared:\n` +
    `its load was ${load.toFixed(1)} when this part began.\n`;
}

async function processor(): Promise<string> {
  try {
    const text = await Deno.readTextFile("/proc/cpuinfo");
    return /^model name\s*:\s*(.+)$/m.exec(text)?.[1] ?? "unknown make";
  } catch {
    return "unknown make";
  }
}

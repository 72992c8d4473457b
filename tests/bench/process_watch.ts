/**
 * Resources that the processes of one command use, on Linux.
 *
 * @module
 */
import { greatestMemory, processorTime } from "./process_use.ts";

/** Resources that a command's processes used; undefined if unknown. */
export interface ProcessUse {
  /** The most memory that a provider's process has held, in bytes. */
  readonly memory: number | undefined;
  /** The processor time of all provider processes, in milliseconds. */
  readonly provider: number | undefined;
  /** The processor time of the CLI, in milliseconds. */
  readonly cli: number | undefined;
}

/** Watches processes until it is stopped. */
export interface ProcessWatch {
  /** Stops and tells what they have used. */
  stop(): Promise<ProcessUse>;
}

interface ProcessSample {
  readonly kind: "provider" | "cli";
  processor: number;
  memory: number;
}

const every = 10;

/** Parts of a command line that mark a process of the provider. */
const marks = [
  "/provider.js",
  "/start.js",
  "/terraform-provider-huggingface",
];

/**
 * Watches all processes that start from now on and have `text` in their
 * environment.
 *
 * The kernel keeps each one's peak and sum, so that only what a process adds
 * in its last hundredth of a second can be missed.
 */
export function watchProcesses(text: string): ProcessWatch {
  const all = new Map<string, ProcessSample>();
  const ignored = new Set<string>();
  let stopped = false;
  const watching = (async () => {
    while (!stopped && Deno.build.os === "linux") {
      for (const { name } of Deno.readDirSync("/proc")) {
        if (/^\d+$/.test(name) && !ignored.has(name)) {
          look(name, text, all, ignored);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, every));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
      return sum([...all.values()]);
    },
  };
}

function sum(all: readonly ProcessSample[]): ProcessUse {
  const of = (kind: ProcessSample["kind"]) =>
    all.filter((seen) => seen.kind === kind);
  const time = (kind: ProcessSample["kind"]) =>
    of(kind).length === 0
      ? undefined
      : of(kind).reduce((total, { processor }) => total + processor, 0);
  return {
    provider: time("provider"),
    cli: time("cli"),
    memory: of("provider").length === 0
      ? undefined
      : Math.max(...of("provider").map(({ memory }) => memory)),
  };
}

function look(
  name: string,
  text: string,
  all: Map<string, ProcessSample>,
  ignored: Set<string>,
): void {
  try {
    const command = Deno.readTextFileSync(`/proc/${name}/cmdline`);
    // Both are empty of a process that begins to execute or has ended.
    if (command === "") return;
    const kind = kindOf(command);
    if (!all.has(name)) {
      const environment = Deno.readTextFileSync(`/proc/${name}/environ`);
      if (environment === "") return;
      if (!environment.includes(text)) {
        ignored.add(name);
        return;
      }
    }
    const before = all.get(name);
    const processor = processorTime(Number(name));
    all.set(name, {
      kind,
      processor: Math.max(before?.processor ?? 0, processor || 0),
      memory: Math.max(
        before?.kind === kind ? before.memory : 0,
        greatestMemory(Number(name)) ?? 0,
      ),
    });
  } catch {
    // It has ended between two looks.
  }
}

/** A provider's process shows its parent's command line until it executes. */
function kindOf(command: string): ProcessSample["kind"] {
  return marks.some((mark) => command.includes(mark)) ? "provider" : "cli";
}

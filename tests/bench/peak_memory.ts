/**
 * The greatest memory that processes of a kind have used, on Linux.
 *
 * @module
 */

/** Watches processes until it is stopped. */
export interface MemoryWatch {
  /** Stops and returns the peak in bytes; undefined where it is not known. */
  stop(): Promise<number | undefined>;
}

const every = 10;

/** How the processes of a provider can be told from all others. */
const marks = ["/provider.js", "/provider/terraform-provider-huggingface"];

/** A new process shows its parent's command line until it executes. */
const parents = ["terraform", "tofu"];

/**
 * Watches all processes of a provider that start from now on.
 *
 * The kernel keeps each one's peak (`VmHWM`), so that only what a process
 * adds in its last hundredth of a second can be missed.
 */
export function watchMemory(): MemoryWatch {
  const peaks = new Map<string, number>();
  const ignored = new Set<string>();
  let stopped = false;
  const watching = (async () => {
    while (!stopped && Deno.build.os === "linux") {
      for (const { name } of Deno.readDirSync("/proc")) {
        if (/^\d+$/.test(name) && !ignored.has(name)) {
          look(name, peaks, ignored);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, every));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
      return peaks.size === 0 ? undefined : Math.max(...peaks.values());
    },
  };
}

function look(
  pid: string,
  peaks: Map<string, number>,
  ignored: Set<string>,
): void {
  try {
    const command = Deno.readTextFileSync(`/proc/${pid}/cmdline`);
    if (!marks.some((mark) => command.includes(mark))) {
      const [program = ""] = command.split("\0");
      if (!parents.some((name) => program.endsWith(name))) ignored.add(pid);
      return;
    }
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
    if (kilobytes !== undefined) {
      peaks.set(pid, Math.max(peaks.get(pid) ?? 0, Number(kilobytes) * 1024));
    }
  } catch {
    // It has ended between two looks.
  }
}

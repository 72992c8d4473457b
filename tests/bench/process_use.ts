/**
 * Resources that a process has used, on Linux. Time on a processor says more
 * than time that passed, where other programs want the processors too.
 *
 * @module
 */

/**
 * The processor time of all threads that the process has now, in milliseconds;
 * NaN where it is not known.
 */
export function processorTime(pid: number): number {
  try {
    let nanoseconds = 0;
    for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) {
      const text = Deno.readTextFileSync(`/proc/${pid}/task/${name}/schedstat`);
      nanoseconds += Number(text.split(" ")[0]);
    }
    return nanoseconds / 1e6;
  } catch {
    return NaN;
  }
}

/** The most memory that the process has held, in bytes; undefined if unknown. */
export function greatestMemory(pid: number): number | undefined {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import { readIfThere } from "../testing/system/files.ts";
import { print } from "../testing/system/run.ts";
import { progressLine, resultOf } from "./test_summary.ts";

/** Time between two lines in a pipe, in milliseconds. */
const PIPE_MS = 30_000;

/**
 * One moving line on a terminal: how many tests have run, of how many the last
 * run of everything had. In a pipe, a line at the start and every 30 s, which
 * names the file that began last, too.
 */
export class Progress {
  /** The file with the number of the last whole run; undefined for a part. */
  readonly #kept: string | undefined;
  readonly #total: number | undefined;
  readonly #counts = { passed: 0, failed: 0 };
  readonly #timer: ReturnType<typeof setInterval> | undefined;
  #line = "";
  #file = "";

  /** Begins with nothing run, of so many tests as the last run had. */
  constructor(kept: string | undefined, total: number | undefined) {
    this.#kept = kept;
    this.#total = total;
    if (process.stdout.isTTY) return;
    print("The tests run …");
    this.#timer = setInterval(() => print(this.toString()), PIPE_MS);
  }

  /** Begins, and reads the number of the last whole run. */
  static async start(kept: string | undefined): Promise<Progress> {
    const last = kept === undefined ? undefined : await readIfThere(kept);
    return new Progress(kept, last === undefined ? undefined : Number(last));
  }

  /** Takes what `deno test` prints. */
  show(text: string): void {
    const lines = `${this.#line}${text}`.split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) {
      const result = resultOf(line);
      if (result !== undefined) this.#counts[result]++;
      [, this.#file = this.#file] =
        /^running \d+ tests? from (?:\.\/)?(.*)$/.exec(line) ?? [];
    }
    if (!process.stdout.isTTY) return;
    const line = this.#counted();
    process.stdout.write(`\r\x1b[K${line}`);
  }

  /** The line of a pipe. */
  toString(): string {
    return this.#file === ""
      ? this.#counted()
      : `${this.#counted()}; runs ${this.#file}`;
  }

  #counted(): string {
    return progressLine(this.#counts, this.#total);
  }

  /** Ends the line, and keeps the number of tests of a whole run. */
  async end(code: number): Promise<void> {
    clearInterval(this.#timer);
    if (process.stdout.isTTY) print();
    if (this.#kept === undefined || code !== 0) return;
    await mkdir(dirname(this.#kept), { recursive: true });
    await writeFile(this.#kept, `${this.#counts.passed}`);
  }
}

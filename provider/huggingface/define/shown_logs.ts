import { redactSecrets } from "@hf-terraform/framework";
import { LOG_LINES } from "../object/wait.ts";

/** Characters of lines that are kept, or on their way; one has up to 1 MiB. */
const MAX_LENGTH = 2 * 2 ** 20;

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((size, line) => size + line.length, 0);
}

/** Logs line by line; that one cannot be read is no failure. */
export class ShownLogs {
  /** The last lines, oldest first. */
  readonly lines: string[] = [];
  readonly #progress: (message: string) => unknown;
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  readonly #shown = new Map<string, Promise<void>>();

  /** Makes a place for logs; nothing is read yet. */
  constructor(
    { signal, progress }: {
      readonly signal: AbortSignal;
      readonly progress: (message: string) => unknown;
    },
  ) {
    this.#progress = progress;
    this.#signal = AbortSignal.any([signal, this.#over.signal]);
  }

  /** Begins with a log, unless it is shown; one that broke off begins again. */
  show(
    name: string,
    follow: (signal: AbortSignal) => AsyncIterable<string>,
  ): void {
    if (this.#shown.has(name)) return;
    const read = this.#read(follow(this.#signal))
      .catch(() => void this.#shown.delete(name));
    this.#shown.set(name, read);
  }

  /** Gives what the logs still hold a moment, then lets go of them. */
  async end(momentMs = 0): Promise<void> {
    const ended = Promise.all(this.#shown.values());
    const timer = setTimeout(() => this.#over.abort(), momentMs);
    await ended;
    clearTimeout(timer);
  }

  async #read(log: AsyncIterable<string>): Promise<void> {
    let told: unknown[] = [];
    let size = 0;
    for await (const text of log) {
      const line = redactSecrets(text);
      this.lines.push(line);
      while (this.lines.length > LOG_LINES || sizeOf(this.lines) > MAX_LENGTH) {
        this.lines.shift();
      }
      told.push(this.#progress(line));
      size += line.length;
      // A log may come faster than the client takes it.
      if (told.length < LOG_LINES && size < MAX_LENGTH) continue;
      await Promise.all(told);
      [told, size] = [[], 0];
    }
  }
}

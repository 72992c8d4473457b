import { type Detail, inOneLine, redactSecrets } from "@hf-terraform/framework";
import { LOG_LINES, plainLines } from "../object/wait.ts";

/** Characters of lines that are kept, or on their way; one has up to 1 MiB. */
const MAX_LENGTH = 2 * 2 ** 20;

/** Characters of lines that wait for what follows: twice the longest secret. */
const MAX_HELD = 128 * 1024;

/** Characters of lines that are shown; CI systems keep about as many. */
const MAX_SHOWN = 4 * 2 ** 20;

/** Messages, a line in each; later lines that come together share some. */
const MAX_MESSAGES = 20_000;

/** Characters of lines in one message, and those that each has besides. */
const MAX_MESSAGE = 4096;
const INDENTATION = 5;

/** A line after which base64 may go on, escaped or not: masked with the next. */
const mayGoOn = /[\w+/%&#;\\{}-]{16}\s?$/;

function mask(lines: readonly string[]): string {
  return redactSecrets(lines.join("\n"));
}

/** The number of lines that no secret joins with the rest, or all. */
function countApart(lines: readonly string[]): number {
  let at = lines.length;
  for (let size = 0; at > 1 && size < MAX_HELD / 2; at--) {
    size += lines[at - 1]?.length ?? 0;
  }
  // What steers a terminal is taken out only of a text that has a secret.
  const parts = [lines.slice(0, at), lines.slice(at)].map(mask);
  const isApart = inOneLine(parts.join("\n")) === inOneLine(mask(lines));
  return isApart ? at : lines.length;
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((size, line) => size + line.length, 0);
}

/** Lines in few messages, each row marked: the CLI begins only the first one. */
function groupLines(lines: readonly string[]): string[] {
  const messages: string[] = [];
  let rows: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += line.length + INDENTATION;
    if (size > MAX_MESSAGE && rows.length > 0) {
      messages.push(rows.join("\n"));
      [rows, size] = [[], line.length + INDENTATION];
    }
    rows.push(`| ${line}`);
  }
  return [...messages, rows.join("\n")];
}

/** Logs line by line, without secrets; a log that fails is passed over. */
export class ShownLogs {
  /** The last lines, oldest first. */
  lines: readonly string[] = [];
  readonly #progress: (message: Detail) => unknown;
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  readonly #shown = new Map<string, Promise<void>>();
  #room = MAX_SHOWN;
  #leftOut = 0;
  #messages = 0;

  constructor(
    { signal, progress }: {
      readonly signal: AbortSignal;
      readonly progress: (message: Detail) => unknown;
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
    if (this.#leftOut === 0) return;
    await this.#progress(`${this.#leftOut} lines of the log were left out`);
    this.#leftOut = 0;
  }

  async #read(log: AsyncIterable<string>): Promise<void> {
    let told: unknown[] = [];
    let size = 0;
    let held: string[] = [];
    const show = (count = held.length) => {
      const lines = mask(held.slice(0, count)).split("\n");
      held = held.slice(count);
      this.lines = [...this.lines, ...lines].slice(-LOG_LINES);
      while (sizeOf(this.lines) > MAX_LENGTH) this.lines = this.lines.slice(1);
      size += sizeOf(lines);
      const shown = lines.filter(({ length }) =>
        (this.#room -= length + 1) >= 0
      );
      const plain = shown.length > 0 ? plainLines(shown.join("\n")) : [];
      this.#messages += plain.length;
      const isMany = plain.length > 1 && this.#messages > MAX_MESSAGES;
      for (const lines of isMany ? groupLines(plain) : plain) {
        told.push(this.#progress([{ lines }]));
      }
      if (shown.length < lines.length && this.#leftOut === 0) {
        told.push(this.#progress("The log goes on; the rest is left out"));
      }
      this.#leftOut += lines.length - shown.length;
    };
    try {
      for await (const text of log) {
        held.push(text);
        const goesOn = mayGoOn.test(inOneLine(text));
        if (goesOn && sizeOf(held) <= MAX_HELD) continue;
        show(goesOn ? countApart(held) : held.length);
        // A log may come faster than the client takes it.
        if (told.length < LOG_LINES && size < MAX_LENGTH) continue;
        await Promise.all(told);
        [told, size] = [[], 0];
      }
    } finally {
      if (held.length > 0) show();
    }
  }
}

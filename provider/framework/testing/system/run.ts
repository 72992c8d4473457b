/**
 * Runs other programs, for tasks and for tests that drive real programs.
 *
 * @module
 */

import { type ChildProcess, spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { constants } from "node:os";
import process from "node:process";
import type { Readable } from "node:stream";

/** Exit code and output of a program. */
export interface RunResult {
  /** The exit code; 128 and the signal's number if a signal ended it. */
  readonly code: number;
  /** Standard output. */
  readonly stdout: string;
  /** Standard error. */
  readonly stderr: string;
}

/** Options of {@linkcode run}. */
export interface ProcessOptions {
  /** The working directory; default: that of this process. */
  readonly cwd?: string | undefined;
  /** Variables of the environment, added to those of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Whether the program gets nothing but `env`; default false. */
  readonly clearEnv?: boolean | undefined;
  /**
   * Whether its output is also passed on as it comes, or who is handed what it
   * writes to standard output; default false.
   */
  readonly echo?: boolean | ((text: string) => void) | undefined;
  /** Ends the program with SIGINT when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds that what a program has left running can hold its output open. */
const HELD_OPEN_MS = 5_000;

/**
 * Runs a program to its end, without a standard input.
 *
 * @throws {Error} With the code `ENOENT`, if there is no such program.
 * @throws {DOMException} If the signal has ended already.
 */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env, clearEnv = false, echo, signal }: ProcessOptions = {},
): Promise<RunResult> {
  signal?.throwIfAborted();
  const child = spawn(program, [...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...clearEnv ? {} : process.env, ...env },
    ...cwd === undefined ? {} : { cwd },
  });
  const interrupt = () => {
    // Of a program that ends by itself after child.kill(), Deno would tell the
    // signal in place of the exit code.
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(child.pid, "SIGINT");
    }
  };
  signal?.addEventListener("abort", interrupt, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  child.once("exit", () => {
    timer = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, HELD_OPEN_MS);
  });
  try {
    const [stdout, stderr, code] = await Promise.all([
      collect(child.stdout, echo === true ? passOn(1) : echo || undefined),
      collect(child.stderr, echo === true ? passOn(2) : undefined),
      exitCode(child),
    ]);
    return { code, stdout, stderr };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", interrupt);
  }
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once(
      "exit",
      (code, signal) =>
        resolve(
          code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
        ),
    );
  });
}

async function collect(
  stream: Readable,
  sink: ((text: string) => void) | undefined,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  stream.on("data", (chunk) => {
    const part = decoder.decode(chunk, { stream: true });
    text += part;
    sink?.(part);
  });
  await new Promise((resolve) => stream.once("close", resolve));
  return text + decoder.decode();
}

function passOn(file: number): (text: string) => void {
  return (text) => write(file, text);
}

/** Prints one line on standard output. */
export function print(line = ""): void {
  write(1, `${line}\n`);
}

/** Prints one line on standard error. */
export function printError(line: string): void {
  write(2, `${line}\n`);
}

const encoder = new TextEncoder();

function write(file: number, text: string): void {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) {
    at += writeSync(file, bytes.subarray(at));
  }
}

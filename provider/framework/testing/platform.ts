/**
 * The system, as the test kit uses it on Deno and on Node alike.
 *
 * @module
 */

import { spawn } from "node:child_process";
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import process from "node:process";
import { shellLine } from "../shell.ts";

/** A variable of the environment; undefined where it is not set. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}

/** The number of this process. */
export const processId: number = process.pid;

/** Makes a folder of one's own in the system's place for such. */
export function makeTestFolder(): Promise<string> {
  return mkdtemp(`${tmpdir()}/tf_test_`);
}

/** Makes a folder, and those above it that are not there. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
}

/** Writes a text file, and makes its folder if it is not there. */
export async function writeText(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path));
  await writeFile(path, text);
}

/** Reads a text file. */
export function readText(path: string): Promise<string> {
  return readFile(path, "utf8");
}

/** Removes a file, or a folder with all that is in it. */
export function removePath(path: string): Promise<void> {
  return rm(path, { recursive: true });
}

/**
 * Makes a command an executable file at `path`, in place of what is there: a
 * link to a program, or a script that gives it its first arguments.
 */
export async function writeExecutable(
  path: string,
  [program, ...args]: readonly [string, ...string[]],
): Promise<void> {
  await makeFolder(dirname(path));
  await rm(path, { force: true });
  if (args.length === 0) return await symlink(program, path);
  await writeFile(
    path,
    `#!/bin/sh\nexec ${shellLine(program, ...args)} "$@"\n`,
  );
  await chmod(path, 0o755);
}

/** A program that runs. */
export interface RunningProgram {
  /** The match of the pattern in its standard output. */
  readonly match: RegExpExecArray;
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a program, and waits until its standard output matches `pattern`.
 *
 * @param env All variables that it sees.
 * @throws {Error} If it cannot be started, or ends before.
 */
export function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  pattern: RegExp,
): Promise<RunningProgram> {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env },
  });
  const ended = new Promise<void>((resolve) =>
    child.once("close", () => resolve())
  );
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    let text = "";
    let errors = "";
    const stop = () => {
      child.kill("SIGTERM");
      return ended;
    };
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const match = pattern.exec(text);
      if (match !== null) resolve({ match, stop });
    });
    // What it logs later is read too, or it would wait, and dropped.
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      errors = (errors + part).slice(-2_000);
    });
    ended.then(() => reject(new Error(`${program} ended: ${text}${errors}`)));
  });
}

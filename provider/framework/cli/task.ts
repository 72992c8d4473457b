/**
 * The start and the end of every task.
 *
 * @module
 */
import process from "node:process";
import {
  type Command,
  type CommandArguments,
  type CommandOptions,
  readArguments,
  usage,
  UsageError,
} from "../command/command_line.ts";
import { prepareConnections } from "../plugin/connections.ts";
import { isDeno } from "../plugin/platform.ts";
import { sanitizeLines } from "../secrets.ts";
import { shellLine } from "../shell.ts";
import { print, printError } from "../testing/system/run.ts";
import type { Project } from "./project.ts";

export type { CommandArguments };
export { UsageError };

/** A task of a provider's project. */
export type Task = (
  project: Project,
  args: readonly string[],
) => Promise<never>;

/** The program of the npm package, by the name that npm gives it. */
export const npmProgram = "terraform-framework";

/** The command line of a task on Node; without `--no`, npx would fetch any. */
export function npmLine(name: string): string {
  return shellLine("npx", "--no", npmProgram, name);
}

/** Returns the command line of a task. */
export function taskLine(name: string): string {
  return isDeno ? `deno task ${name}` : npmLine(name);
}

/** The usage of a task, with no more than the name before its arguments. */
export function task<const O extends CommandOptions>(
  command: Command<O>,
): Command<O> {
  return { ...command, name: taskLine(command.name) };
}

/**
 * Runs a task and ends the process: with 2 if it does not take its arguments,
 * with 1 if it throws, else with what it returns.
 *
 * @param args The arguments; default: those of this process.
 */
export async function runTask<O extends CommandOptions>(
  command: Command<O>,
  main: (given: CommandArguments<O>) => Promise<number>,
  args: readonly string[] = process.argv.slice(2),
): Promise<never> {
  prepareConnections();
  // Nobody else may write to what a task makes.
  process.umask(process.umask() | 0o022);
  try {
    const given = readArguments(command, args);
    if (given === undefined) {
      print(usage(command));
      process.exit(0);
    }
    process.exit(await main(given));
  } catch (error) {
    if (error instanceof UsageError) {
      printError(`${error.message}\nSee ${command.name} --help`);
      process.exit(2);
    }
    const message = error instanceof Error ? error.message : String(error);
    // What a program printed, or a service returned, may be quoted in it.
    printError(sanitizeLines(message.replaceAll("\n", "\n  ")));
    process.exit(1);
  }
}

/**
 * How every task starts and ends.
 *
 * @module
 */
import {
  type Arguments,
  type Command,
  type CommandOptions,
  readArguments,
  usage,
  UsageError,
} from "../provider/framework/cli/command_line.ts";
import { prepareConnections } from "../provider/framework/plugin/connections.ts";
import { presentable } from "../provider/framework/secrets.ts";
import { complain, say } from "./output.ts";

export type { Arguments };
export { UsageError };

/** What a task takes, without `deno task` before its name. */
export function task<const O extends CommandOptions>(
  command: Command<O>,
): Command<O> {
  return { ...command, name: `deno task ${command.name}` };
}

/**
 * Runs a task with the arguments of this process, and ends the process: with 2
 * if it does not take them, with 1 if it throws, else with what it returns.
 */
export async function runTask<O extends CommandOptions>(
  command: Command<O>,
  main: (given: Arguments<O>) => Promise<number>,
): Promise<never> {
  prepareConnections();
  try {
    const given = readArguments(command, Deno.args);
    if (given === undefined) {
      say(usage(command));
      Deno.exit(0);
    }
    Deno.exit(await main(given));
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}\nSee ${command.name} --help`);
      Deno.exit(2);
    }
    // What a service answered may be quoted in it.
    complain(
      presentable(error instanceof Error ? error.message : String(error)),
    );
    Deno.exit(1);
  }
}

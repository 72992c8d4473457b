/**
 * One reader of command lines, for the executable and for the tasks of a
 * checkout: `--help` everywhere, and no argument that is ignored in silence.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { sanitizeForDisplay } from "../secrets.ts";
import { didYouMean } from "../values/nearest.ts";

/** An option of a command. */
export interface CommandOption {
  /** Description for `--help`. */
  readonly help: string;
  /** The name of its value in `--help`, such as `FILE`; absent: it has none. */
  readonly value?: string;
  /** The only values that it takes; default: any. */
  readonly values?: readonly string[];
  /** Set: it may be given several times; default: once. */
  readonly multiple?: true;
}

/** The options of a command, by name without the dashes. */
export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** Arguments that a command takes. */
export interface Command<O extends CommandOptions = CommandOptions> {
  /** The command as it is typed, such as `deno task sandbox`. */
  readonly name: string;
  /** Description: some sentences. */
  readonly summary: string;
  /** Its options; `--help` is always one of them. */
  readonly options: O;
  /** Its arguments that are no options; absent: it takes none. */
  readonly operands?: {
    /** Their name in `--help`, such as `FILE`. */
    readonly name: string;
    /** Description for `--help`. */
    readonly help: string;
    /** The only ones that it takes; default: any. */
    readonly values?: readonly string[];
    /** Greatest number of them; default: any number. */
    readonly most?: number;
  };
}

/** The value of one option: a flag is a boolean, all else is text. */
export type OptionValue<O extends CommandOption> = O extends
  { readonly value: string }
  ? O extends { readonly multiple: true } ? readonly string[]
  : string | undefined
  : boolean;

/** Arguments that a command was given. */
export interface CommandArguments<O extends CommandOptions> {
  /** The options; one that was not given is undefined, false or empty. */
  readonly options: { readonly [K in keyof O]: OptionValue<O[K]> };
  /** The arguments that are no options. */
  readonly operands: readonly string[];
}

/** A command line that a command does not take. Its message is for the user. */
export class UsageError extends Error {
  /** The name of the class. */
  override readonly name: string = "UsageError";
}

/**
 * Reads a command line.
 *
 * @returns What was given; undefined if it asks for help.
 * @throws {UsageError} If the command does not take it.
 */
export function readArguments<const O extends CommandOptions>(
  command: Command<O>,
  args: readonly string[],
): CommandArguments<O> | undefined {
  const known = Object.entries(command.options);
  const { tokens, values, positionals } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h" },
      ...Object.fromEntries(
        known.map(([name, { value, multiple = false }]) => [
          name,
          { type: value === undefined ? "boolean" : "string", multiple },
        ]),
      ),
    },
    strict: false,
    tokens: true,
  });
  if (values["help"] !== undefined) return undefined;
  for (const token of tokens) {
    if (token.kind === "option") checkOption(command, token);
  }
  checkOperands(command, positionals);
  const options = Object.fromEntries(
    known.map(([name, { value, multiple }]) => {
      const absent = value === undefined ? false : multiple && [];
      return [name, values[name] ?? absent];
    }),
  );
  // The entries follow the command's options one by one.
  return {
    options: options as CommandArguments<O>["options"],
    operands: positionals,
  };
}

/** The text of `--help`. */
export function usage(command: Command): string {
  const { name, summary, operands } = command;
  const options = Object.entries<CommandOption>(command.options);
  const rows: (readonly [string, string])[] = [
    ...operands === undefined
      ? []
      : [[operands.name, withValues(operands)] as const],
    ...options.map(([name, option]) =>
      [
        `--${name}${option.value === undefined ? "" : ` ${option.value}`}`,
        withValues(option),
      ] as const
    ),
    ["--help", "print this text"],
  ];
  const width = Math.max(...rows.map(([left]) => left.length));
  const indent = `\n${" ".repeat(width + 4)}`;
  const lines = rows.map(([left, right]) =>
    `  ${left.padEnd(width)}  ${right.replaceAll("\n", indent)}`
  );
  const takes = operands === undefined ? "" : ` [${operands.name}…]`;
  return `Usage: ${name}${takes} [options]\n\n${summary}\n\n${
    lines.join("\n")
  }`;
}

/** Prints a line of a command: what others wrote in it begins no other one. */
export function printLine(
  to: { write(text: string): unknown },
  line: string,
): void {
  to.write(`${sanitizeForDisplay(line)}\n`);
}

function withValues(
  { help, values }: { help: string; values?: readonly string[] },
): string {
  return values === undefined ? help : `${help}: ${values.join(", ")}`;
}

function checkOption(
  { options }: Command,
  { rawName, name, value }: { rawName: string; name: string; value?: unknown },
): void {
  const option = options[name];
  if (option === undefined || !rawName.startsWith("--")) {
    const near = didYouMean(name, [...Object.keys(options), "help"]);
    throw new UsageError(
      `Unknown option ${rawName}.${near.replace("`", "`--")}`,
    );
  }
  if (option.value === undefined) {
    if (value === undefined) return;
    throw new UsageError(`${rawName} takes no value.`);
  }
  if (typeof value !== "string") {
    throw new UsageError(
      `${rawName} needs a value: ${rawName} ${option.value}`,
    );
  }
  checkAmong(value, option.values, rawName);
}

function checkOperands(
  { name, operands }: Command,
  given: readonly string[],
): void {
  const most = operands === undefined ? 0 : operands.most ?? Infinity;
  const extra = given[most];
  if (extra !== undefined) {
    throw new UsageError(`${name} does not take the argument "${extra}".`);
  }
  for (const one of given) {
    checkAmong(one, operands?.values, operands?.name ?? "");
  }
}

function checkAmong(
  value: string,
  values: readonly string[] | undefined,
  what: string,
): void {
  if (values === undefined || values.includes(value)) return;
  throw new UsageError(
    `"${value}" is not a valid ${what}.${
      didYouMean(value, values)
    } Use one of ${values.join(", ")}.`,
  );
}

/**
 * Structured logs in the form that the CLI reads from a plugin's stderr: one
 * JSON object a line, with the keys of hclog.
 *
 * Nothing is written unless the environment asks for it, and then a message
 * below the level costs one comparison. Secrets are masked: values under keys
 * that name one, and every secret that the process knows.
 *
 * @module
 */

import { MASK, redact, redactMessage, redactSecrets } from "./secrets.ts";

/** Levels by growing weight. */
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/** Fields of a message: anything JSON can hold. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log of one operation; lines obey the levels of the CLI. */
export interface OperationLog {
  /** For those who debug the provider. */
  trace(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** For those who debug a configuration. */
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Progress worth knowing. */
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Something odd that was dealt with. */
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Something that failed. */
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Writes messages of one subsystem. */
export interface Logger extends OperationLog {
  /** Whether messages of this level are written at all. */
  enabled(level: LogLevel): boolean;
  /** A logger of the same subsystem that adds `fields` to every message. */
  with(fields: LogFields): Logger;
}

/** Options of {@linkcode configureLogs}. */
export interface LogParams {
  /** Reads an environment variable; undefined if absent. */
  readonly env: (name: string) => string | undefined;
  /** Takes each line, its line feed included. */
  readonly write: (line: string) => void;
  /** The time; the system's clock by default. */
  readonly now?: () => Date;
}

const RANKS: Readonly<Record<LogLevel, number>> = {
  trace: 1,
  debug: 2,
  info: 3,
  warn: 4,
  error: 5,
};
const OFF = 6;
/** Longer texts are cut: the CLI reads lines of up to 64 KiB as one. */
const MAX_TEXT = 8192;
/** Bytes of one line; beyond it only the message is written. */
const MAX_LINE = 65_000;
/** Key names that hold secrets, whatever stands around them. */
const SECRET_KEY =
  /token|password|passwd|secret|authorization|credential|api[_-]?key|private[_-]?key|cookie/i;

interface State {
  readonly options: LogParams;
  readonly ranks: Map<string, number>;
}

let state: State | undefined;

/**
 * Sets where logs go and reads the levels. Until it is called nothing is
 * written. Of `provider.x` the variables are `TF_LOG_PROVIDER_X`,
 * `TF_LOG_PROVIDER` and `TF_LOG`, the first that is set; so are those of `sdk.x`.
 * A word that is no level means trace, as it does for the CLI.
 */
export function configureLogs(options: LogParams): void {
  state = { options, ranks: new Map() };
}

/** Whether the process is under test: what would be logged is an error then. */
export function isUnderTest(): boolean {
  return Boolean(state?.options.env("TF_ACC"));
}

/** A logger for a subsystem such as `sdk.proto` or `provider`. */
export function logger(module: string, fields: LogFields = {}): Logger {
  const at = (level: LogLevel) => (message: string, more?: LogFields) => {
    if (enabled(module, level)) write(module, level, message, fields, more);
  };
  return {
    enabled: (level) => enabled(module, level),
    trace: at("trace"),
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    with: (more) => logger(module, { ...fields, ...more }),
  };
}

function enabled(module: string, level: LogLevel): boolean {
  if (state === undefined) return false;
  let rank = state.ranks.get(module);
  if (rank === undefined) {
    rank = readRank(module, state.options.env);
    state.ranks.set(module, rank);
  }
  return RANKS[level] >= rank;
}

function readRank(
  module: string,
  env: (name: string) => string | undefined,
): number {
  const [root = "", ...parts] = module.toUpperCase().replaceAll("-", "_")
    .split(".");
  const names = [
    ...parts.length > 0 ? [`TF_LOG_${root}_${parts.join("_")}`] : [],
    `TF_LOG_${root}`,
    "TF_LOG_PROVIDER",
    "TF_LOG",
  ];
  const value = names.map(env).find((found) => found);
  if (value === undefined || value.toUpperCase() === "OFF") return OFF;
  return new Map(Object.entries(RANKS)).get(value.toLowerCase()) ?? RANKS.trace;
}

function write(
  module: string,
  level: LogLevel,
  message: string,
  ...fields: readonly (LogFields | undefined)[]
): void {
  if (state === undefined) return;
  const { options } = state;
  const time = options.now?.() ?? new Date();
  // The frame is ours: what reads like a part of it is no secret there.
  const frame = JSON.stringify({
    "@level": level,
    "@message": cut(redactMessage(message)),
    "@module": module,
    // With fewer digits the CLI does not take the line for a log.
    "@timestamp": time.toISOString().replace("Z", "000Z"),
  });
  const more = toJson(Object.assign({}, ...fields));
  const line = more === "{}" ? frame : `${more.slice(0, -1)},${frame.slice(1)}`;
  const isLong = new TextEncoder().encode(line).length > MAX_LINE;
  options.write(`${isLong ? frame : line}\n`);
}

/** Fields as JSON; none if they cannot be. */
function toJson(fields: LogFields): string {
  try {
    return JSON.stringify(fields, replace);
  } catch {
    return "{}"; // Something in it cannot be written, such as a circle.
  }
}

/** Masks and shortens what is under a key, and the keys of objects. */
function replace(key: string, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value !== "boolean" && SECRET_KEY.test(key)) return MASK;
  if (typeof value === "bigint") return `${value}`;
  if (typeof value === "number" && redactSecrets(`${value}`) !== `${value}`) {
    return MASK;
  }
  if (value instanceof Error) return replace(key, value.message);
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (typeof value === "string") return cut(redact(value));
  if (typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redact(name), inner]),
  );
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

/** Message, stack and causes of whatever was thrown. */
export function stackOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  return error.cause === undefined || depth > 10
    ? stack
    : `${stack}\nCaused by: ${stackOf(error.cause, depth + 1)}`;
}

import { logger } from "../log.ts";
import { presentable } from "../secrets.ts";
import { exit, onUncaught, writeStderrNow } from "./platform.ts";

const log = logger("sdk.proto");

/**
 * Keeps the process alive where it can be, and says why where it cannot: a
 * promise rejection that nothing handles is logged; an exception
 * that nothing caught ends the process with the words that make the CLI show
 * them to its user.
 */
export function guardProcess(): void {
  onUncaught({
    rejection: (error) => {
      log.error("Unhandled promise rejection", {
        error: describeError(error),
      });
    },
    exception: panic,
  });
}

/** Ends the process so that the CLI shows `error` as a crash of the plugin. */
export function panic(error: unknown): never {
  writeStderrNow(`panic: ${presentable(describeError(error))}\n`);
  exit(2);
}

/** Message, stack and causes of whatever was thrown. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  if (error.cause === undefined) return text;
  return `${text}\ncaused by: ${describeError(error.cause)}`;
}

import { logger, stackOf } from "../log.ts";
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
        error: stackOf(error),
      });
    },
    exception: panic,
  });
}

/** Ends the process so that the CLI shows `error` as a crash of the plugin. */
export function panic(error: unknown): never {
  writeStderrNow(`panic: ${presentable(stackOf(error))}\n`);
  exit(2);
}

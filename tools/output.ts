/**
 * Plain lines on standard output and standard error, for the tools.
 *
 * @module
 */

const encoder = new TextEncoder();

/** Prints one line on standard output. */
export function say(line = ""): void {
  Deno.stdout.writeSync(encoder.encode(`${line}\n`));
}

/** Prints one line on standard error. */
export function complain(line: string): void {
  Deno.stderr.writeSync(encoder.encode(`${line}\n`));
}

/** The text without the colours a terminal program put into it. */
export function withoutColours(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replaceAll(/\x1b\[[0-9;]*m/g, "");
}

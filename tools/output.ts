/**
 * Plain lines on standard output and standard error, for the tools.
 *
 * @module
 */
export { complain, say } from "../provider/framework/system/run.ts";

/** The text without the colours a terminal program put into it. */
export function withoutColours(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replaceAll(/\x1b\[[0-9;]*m/g, "");
}

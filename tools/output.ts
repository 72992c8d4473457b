/**
 * Plain lines on standard output and standard error, for the tools.
 *
 * @module
 */
export { complain, say } from "../provider/framework/system/run.ts";
export { withoutColours } from "../provider/framework/cli/test_summary.ts";

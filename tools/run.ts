/**
 * Runs other programs, for the tools and the tests that drive real programs.
 *
 * @module
 */
export {
  run,
  type RunOptions,
  type RunResult,
} from "../provider/framework/system/run.ts";

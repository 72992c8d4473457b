/**
 * The test kit of providers.
 *
 * @module
 */

export {
  type Cli,
  findCli,
  type NoCli,
  tryFindCli,
} from "./system/find_cli.ts";
export type { RunResult } from "./system/run.ts";
export * from "./cli_version.ts";
export * from "./context.ts";
export type { Launch } from "./installation.ts";
export * from "./known_value.ts";
export * from "./results.ts";
export * from "./run_steps.ts";
export type { TestedProvider } from "./running_provider.ts";
export type * from "./steps.ts";
export type * from "./terraform_json.ts";
export type { Json } from "../values/value.ts";
export { verify } from "./verify/verify.ts";
export * from "./workspace.ts";

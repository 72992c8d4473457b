/**
 * Tools for commands of a provider's executable: arguments, configuration in
 * Terraform's language, and lines that may be shown.
 *
 * @module
 */

export { checkCommand } from "./check.ts";
export * from "./command_line.ts";
export * from "./hcl.ts";

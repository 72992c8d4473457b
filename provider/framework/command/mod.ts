/**
 * What a command of a provider's executable needs: arguments, configuration in
 * Terraform's language, and text that may be shown.
 *
 * @module
 */

export * from "./command_line.ts";
export * from "./hcl.ts";
export { presentable } from "../secrets.ts";

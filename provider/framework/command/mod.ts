/**
 * Tools for commands of a provider's executable: arguments, configuration in
 * Terraform's language, and text that may be shown.
 *
 * @module
 */

export * from "./command_line.ts";
export * from "./hcl.ts";
export { sanitizeForDisplay } from "../secrets.ts";

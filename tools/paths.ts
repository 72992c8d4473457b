/**
 * Paths in this checkout.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

/** The folder of the checkout, without a slash at its end. */
export const root: string = fileURLToPath(new URL("..", import.meta.url))
  .replace(/[\\/]$/, "");

/** The path of something in the checkout. */
export function inRoot(path: string): string {
  return `${root}/${path}`;
}

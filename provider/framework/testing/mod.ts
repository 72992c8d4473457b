/**
 * What the tests of a provider need.
 *
 * @module
 */

export * from "./context.ts";
